import Foundation

/// An XML document that was read: its elements, with their names, attributes and content.
///
/// Comments and processing instructions are not kept; all text is, including white space between elements.
struct XMLTree: Sendable {
  /// A piece of an element's content.
  package enum Content: Hashable, Sendable {
    /// Text; never empty, and never next to another text.
    case text(String)
    /// An element.
    case element(Element)
  }

  /// An opening tag.
  ///
  /// A class, since elements of one name share it: a document may hold millions of them.
  final class Tag: Sendable {
    /// The element's name.
    let name: XMLName
    /// The prefix as written; `nil` for none.
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

  /// A piece of content in the tree: an element is represented by its number.
  enum Piece: Sendable {
    /// Text.
    case text(String)
    /// The number of an element.
    case element(Int)
  }

  /// An element as the tree keeps it.
  struct Record: Sendable {
    /// Its opening tag.
    let tag: Tag
    // Documents are bounded far below the range of these types.
    private let storedParent: Int32
    private let storedLine: Int32
    private let storedColumn: Int32
    /// Its contents.
    var content: [Piece] = []

    /// The number of the element around it; `nil` for the root.
    var parent: Int? { storedParent < 0 ? nil : Int(storedParent) }
    /// The line of its opening tag, counted from 1.
    var line: Int { Int(storedLine) }
    /// The column of its opening tag, counted from 1.
    var column: Int { Int(storedColumn) }

    init(tag: Tag, parent: Int?, line: Int, column: Int) {
      self.tag = tag
      storedParent = parent.map(Int32.init(clamping:)) ?? -1
      storedLine = Int32(clamping: line)
      storedColumn = Int32(clamping: column)
    }
  }

  /// The elements in the order of their opening tags; the first is the root, which always exists.
  let records: [Record]

  /// The outermost element.
  var root: Element { Element(tree: self, index: 0) }

  /// Reads an XML document.
  ///
  /// - Parameters:
  ///   - data: the whole document.
  ///   - limits: the document's limits.
  /// - Throws: ``DocumentFault`` with the problem, line and column.
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
  ///   - limits: the document's limits.
  ///   - wayOut: the remedy for a document beyond the limits, as a clause.
  /// - Throws: ``ImportError`` that names the document, with the problem, line and column.
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
