import FormState
import Foundation

/// How tall a page has drawn its rows: `{"heights":[{"key":"r:about","h":63.5}]}`.
package struct MeasuredHeights: Sendable {
  /// The maximum number of heights in a document.
  static let mostHeights = 400
  /// The greatest height that a row can have, in points.
  private static let greatest = 100_000.0

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
      var fields = DocumentFields(document.root, at: DocumentPath(), known: ["heights"], faults: &faults)
    {
      let elements = fields.elements("heights")
      if elements.count > Self.mostHeights {
        fields.addFault("heights", "has \(elements.count) elements", "send \(Self.mostHeights) at a time")
      }
      for (position, element) in elements.prefix(Self.mostHeights).enumerated() {
        heights += Self.height(element, at: DocumentPath().member("heights").element(position), &faults)
      }
      faults.take(fields)
    } else if faults.count == 0 {
      faults.add(DocumentPath().fault("is not a JSON object", "write an object with “heights”"))
    }
    guard faults.count == 0 else { throw ImportError(sourceName: source, faults: faults) }
  }

  private static func height(
    _ element: PropertyValue, at path: DocumentPath, _ faults: inout FaultList
  ) -> [(key: String, height: Double)] {
    guard var fields = DocumentFields(element, at: path, known: ["key", "h"], faults: &faults) else { return [] }
    let key = fields.requiredText("key", "name the row")
    let height = fields.number("h") ?? .nan
    if !(0...greatest).contains(height), fields.faults.isEmpty {
      fields.addFault("h", "is not a height", "write a number from 0 to \(Int(greatest))")
    }
    faults.take(fields)
    return [(key, height)]
  }
}

extension FaultList {
  /// Adds the faults of an object.
  fileprivate mutating func take(_ fields: DocumentFields) {
    for fault in fields.faults { add(fault) }
  }
}
