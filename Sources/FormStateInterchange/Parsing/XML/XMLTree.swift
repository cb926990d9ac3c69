import Foundation

/// An XML document that was read: its elements, with their names, attributes and content.
///
/// Comments and processing instructions are not kept; all text is, white space between elements too.
package struct XMLTree: Sendable {
  /// A piece of what an element holds.
  package enum Content: Hashable, Sendable {
    /// Text; never empty, and never next to another text.
    case text(String)
    /// An element.
    case element(Element)
  }

  /// What an opening tag says.
  ///
  /// A class, since elements of one name share it: a document may hold millions of them.
  final class Tag: Sendable {
    /// The element's name.
    let name: XMLName
    /// The prefix as it was written; `nil` for none.
    let prefix: String?
    /// The attributes but for declarations of namespaces, in the order of the document.
    let attributes: [XMLAttribute]
    /// The declarations of namespaces, in the order of the document.
    let declarations: [XMLNamespaceDeclaration]

    init(
      name: XMLName, prefix: String?, attributes: [XMLAttribute], declarations: [XMLNamespaceDeclaration]
    ) {
      self.name = name
      self.prefix = prefix
      self.attributes = attributes
      self.declarations = declarations
    }
  }

  /// A piece of content as the tree keeps it: an element is known by its number.
  enum Piece: Sendable {
    /// Text.
    case text(String)
    /// The number of an element.
    case element(Int)
  }

  /// An element as the tree keeps it.
  struct Record: Sendable {
    /// What its opening tag says.
    let tag: Tag
    // Documents are bounded far below what these can count.
    private let storedParent: Int32
    private let storedLine: Int32
    private let storedColumn: Int32
    /// What it holds.
    var content: [Piece] = []

    /// The number of the element around it; `nil` for the root.
    var parent: Int? { storedParent < 0 ? nil : Int(storedParent) }
    /// The line where its opening tag begins, counted from 1.
    var line: Int { Int(storedLine) }
    /// The column where its opening tag begins, counted from 1.
    var column: Int { Int(storedColumn) }

    init(tag: Tag, parent: Int?, line: Int, column: Int) {
      self.tag = tag
      storedParent = parent.map(Int32.init(clamping:)) ?? -1
      storedLine = Int32(clamping: line)
      storedColumn = Int32(clamping: column)
    }
  }

  /// The elements in the order of their opening tags; the first is the root, and there is always one.
  let records: [Record]

  /// The outermost element.
  package var root: Element { Element(tree: self, index: 0) }

  /// Reads an XML document.
  ///
  /// - Parameters:
  ///   - data: the whole document.
  ///   - limits: what the document may ask of the process.
  /// - Throws: ``DocumentFault`` with what is wrong, and its line and column.
  /// - Complexity: O(*n*) in the size of the document.
  static func read(_ data: Data, limits: DocumentLimits = .tree) throws(DocumentFault) -> XMLTree {
    let records = try data.withDocumentBytes { bytes throws(DocumentFault) in
      try XMLTreeReader.read(bytes, limits: limits)
    }
    return XMLTree(records: records)
  }

  /// Reads an XML document, for an importer.
  ///
  /// - Parameters:
  ///   - data: the whole document.
  ///   - sourceName: the name of the document, for messages.
  ///   - limits: what the document may ask of the process.
  ///   - wayOut: what to do about a document that asks for more, as a clause.
  /// - Throws: ``ImportError`` that names the document, with what is wrong, and its line and column.
  /// - Complexity: O(*n*) in the size of the document.
  static func read(
    _ data: Data, sourceName: String, limits: DocumentLimits = .tree, wayOut: String? = nil
  ) throws(ImportError) -> XMLTree {
    do throws(DocumentFault) {
      return try read(data, limits: limits)
    } catch {
      switch error.problem {
      case .tooLarge, .tooManyElements: throw ImportError(sourceName: sourceName, fault: error, wayOut: wayOut)
      default: throw ImportError(sourceName: sourceName, fault: error)
      }
    }
  }
}
