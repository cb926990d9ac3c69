/// Something in a document that was off: where, what, and what was or should be done about it.
public struct Diagnostic: Hashable, Sendable {
  /// The position of the section in the form, from 0; `nil` when it is about the whole document.
  public var section: Int?
  /// The position of the cell in its section, from 0, nested cells counted; `nil` when it is not about a cell.
  public var row: Int?
  /// The key in the document, such as `isVisible`, in JSON with its path, such as `sections[0].cells[2].title`.
  public var key: String?
  /// What was off, as a clause without a full stop.
  public var problem: String
  /// What was done about it, or when the document was refused, what would mend it.
  public var action: String

  /// Creates a diagnostic.
  public init(section: Int? = nil, row: Int? = nil, key: String? = nil, problem: String, action: String) {
    self.section = section
    self.row = row
    self.key = key
    self.problem = problem
    self.action = action
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The diagnostic in one line: `section 0, row 3, isVisible: is the number 1; write <true/>`.
  public var description: String {
    var place: [String] = []
    if let section { place.append("section \(section)") }
    if let row { place.append("row \(row)") }
    if let key { place.append(key) }
    let text = action.isEmpty ? problem : "\(problem); \(action)"
    return place.isEmpty ? text : "\(place.joined(separator: ", ")): \(text)"
  }
}

extension Diagnostic: Codable {
  private enum CodingKeys: String, CodingKey {
    case section, row, key, problem, action
  }

  /// Writes every key, those without a value as null, so that a reader need not tell absent from null.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(section, forKey: .section)
    try container.encode(row, forKey: .row)
    try container.encode(key, forKey: .key)
    try container.encode(problem, forKey: .problem)
    try container.encode(action, forKey: .action)
  }
}
