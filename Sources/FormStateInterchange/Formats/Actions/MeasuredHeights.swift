import FormState
import Foundation

/// How tall a page has drawn its rows: `{"heights":[{"key":"r:about","h":63.5}]}`.
package struct MeasuredHeights: Sendable {
  /// The maximum number of heights in a document.
  static let mostHeights = 400
  private static let limits = DocumentLimits(maximumBytes: 1 << 20, maximumDepth: 8, maximumNodes: 10_000)

  /// The heights in points, by the keys of rows.
  package private(set) var heights: [(key: String, height: Double)] = []

  /// Reads heights.
  ///
  /// - Throws: ``ImportError`` with every fault at once.
  /// - Complexity: O(n) in the size of the document.
  package init(_ data: Data) throws(ImportError) {
    let source = "the body"
    let document = try Document.read(data, sourceName: source, limits: Self.limits)
    var faults = FaultList()
    if document.format == .json,
      var fields = DocumentFields(document.root, at: DocumentPath(), known: HeightsInDocument.names, faults: &faults)
    {
      var object = HeightsInDocument()
      fields.read(into: &object)
      heights = object.heights
      for fault in fields.faults { faults.add(fault) }
    } else if faults.count == 0 {
      faults.add(DocumentPath().fault("is not a JSON object", "write an object with “heights”"))
    }
    guard faults.count == 0 else { throw ImportError(sourceName: source, faults: faults) }
  }
}

/// The heights of rows.
private struct HeightsInDocument: DocumentObject {
  var heights: [(key: String, height: Double)] = []

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.onlyRead("heights", \.heights, Heights())
  }
}

/// The height of a row.
private struct HeightInDocument: DocumentObject {
  var key = ""
  var height = 0.0

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.required("key", \.key, Text(), or: "name the row")
    visitor.required("h", \.height, MeasuredHeight(), or: MeasuredHeight.action)
  }
}

private struct Heights: MemberNotation {
  let types: JSONTypes = [.array]

  func read(
    _ given: PropertyValue, named name: String, in fields: inout DocumentFields
  ) -> [(key: String, height: Double)]? {
    let elements = fields.elements(name)
    let most = MeasuredHeights.mostHeights
    if elements.count > most { fields.addFault(name, "has \(elements.count) elements", "send \(most) at a time") }
    return elements.prefix(most).enumerated().map { position, element in
      var row = HeightInDocument()
      _ = fields.read(element, at: fields.path.member(name).element(position), into: &row)
      return (row.key, row.height)
    }
  }
}

private struct MeasuredHeight: MemberCodec {
  let types: JSONTypes = [.number]
  /// The greatest height that a row can have, in points.
  private static let greatest = 100_000.0
  static let action = "write a number from 0 to \(Int(greatest))"

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> Double? {
    if let number = given.number, (0...Self.greatest).contains(number) { return number }
    fields.addFault(name, "is not a height", Self.action)
    return nil
  }

  func write(_ value: Double, to writer: inout FormDocumentWriter) { writer.json.number(value) }
}
