import FormState
import Foundation

extension [Diagnostic] {
  /// The same, with the line and the column in the document.
  ///
  /// Diagnostics without a place, as in a binary property list, stay unchanged.
  ///
  /// - Parameters:
  ///   - data: the document that they are about.
  ///   - path: the path of a diagnostic in the document; `nil` if it is unknown.
  /// - Complexity: O(n) in the size of the document, which is read again; O(1) if there are no places to find.
  func located(in data: Data, at path: (Diagnostic) -> String?) -> [Diagnostic] {
    let paths = map { $0.line == nil ? path($0) : nil }
    guard paths.contains(where: { $0 != nil }) else { return self }
    let wanted = paths.compactMap(\.self)
    var found = Document.positions(of: wanted, in: data).makeIterator()
    return zip(self, paths).map { diagnostic, path in
      guard path != nil, let position = found.next() ?? nil else { return diagnostic }
      var located = diagnostic
      located.move(to: position.place)
      return located
    }
  }
}

extension ImportError {
  /// The same, with the line and the column of each fault, in their order.
  ///
  /// - Parameters:
  ///   - data: the document that was refused.
  ///   - path: the path of a fault in the document; in JSON that is its key.
  func located(in data: Data, at path: (Diagnostic) -> String? = \.pathInJSON) -> ImportError {
    guard documentProblem == nil else { return self }
    let located = diagnostics.located(in: data, at: path)
    guard located != diagnostics else { return self }
    let inOrder = located.enumerated().sorted { left, right in
      let place = (left.element.line ?? 0, left.element.column ?? 0, left.offset)
      return place < (right.element.line ?? 0, right.element.column ?? 0, right.offset)
    }
    var error = ImportError(
      sourceName: sourceName, documentProblem: nil, diagnostics: inOrder.map(\.element), faultCount: faultCount)
    error.purpose = purpose
    return error
  }
}

extension Diagnostic {
  /// The path in a JSON document that it names.
  var pathInJSON: String? { key }

  /// Something off at a place.
  init(
    at place: DocumentPlace, section: Int? = nil, row: Int? = nil, key: String? = nil, problem: String, action: String
  ) {
    self.init(section: section, row: row, key: key, problem: problem, action: action)
    move(to: place)
  }

  /// Sets the place, if it is a line.
  mutating func move(to place: DocumentPlace) {
    guard case .text(let line, let column) = place else { return }
    (self.line, self.column) = (line, column)
  }
}

extension Document {
  /// The places of paths in a document of JSON or an XML property list; `nil` for missing ones.
  fileprivate static func positions(of paths: [String], in data: Data) -> [DocumentPosition?] {
    let places = DocumentPlaces(of: paths)
    let found = try? data.withDocumentBytes { bytes throws(DocumentFault) in
      // A file changed since may be broken; it is searched up to the fault.
      _ = try? read(bytes, limits: .form, rows: nil, places: places)
      return places.positions(in: bytes)
    }
    return found ?? paths.map { _ in nil }
  }
}
