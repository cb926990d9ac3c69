import FormState

/// The parameters of a request, read by name.
struct ScreenQuery {
  /// The maximum number of characters of a key, an address or a search text.
  private static let longestText = 1000

  private let values: [String: String]

  /// Reads the query of a request.
  ///
  /// - Throws: ``ScreenRefusal`` for a repeated parameter.
  init(_ request: ScreenRequest) throws(ScreenRefusal) {
    var values: [String: String] = [:]
    for parameter in request.query where values.updateValue(parameter.value, forKey: parameter.name) != nil {
      throw ScreenRefusal(400, "the query has “\(parameter.name.shortened)” twice; remove one")
    }
    self.values = values
  }

  /// A text; `nil` if it is omitted.
  func text(_ name: String) throws(ScreenRefusal) -> String? {
    guard let text = values[name] else { return nil }
    guard text.unicodeScalars.count <= Self.longestText else {
      throw ScreenRefusal(400, "“\(name)” is longer than \(Self.longestText) characters; shorten it")
    }
    return text
  }

  /// A required text.
  func requiredText(_ name: String) throws(ScreenRefusal) -> String {
    guard let text = try text(name), !text.isEmpty else { throw ScreenRefusal(400, "“\(name)” is missing; add it") }
    return text
  }

  /// A finite number in a range; `nil` if it is omitted.
  func number(_ name: String, in range: ClosedRange<Double>) throws(ScreenRefusal) -> Double? {
    guard let text = try text(name) else { return nil }
    guard let number = Double(text), range.contains(number) else {
      let (low, high) = (Self.text(range.lowerBound), Self.text(range.upperBound))
      throw ScreenRefusal(400, "“\(name)” is “\(text.shortened)”; give a number from \(low) to \(high)")
    }
    return number
  }

  /// A whole number in a range; `nil` if it is omitted.
  func whole(_ name: String, in range: ClosedRange<Int>) throws(ScreenRefusal) -> Int? {
    guard let text = try text(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw ScreenRefusal(
        400, "“\(name)” is “\(text.shortened)”; give a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The beginning and the maximum length of a part of a list.
  func part(limit: Int, atMost most: Int) throws(ScreenRefusal) -> (first: Int, limit: Int) {
    (try whole("from", in: 0...Self.farthest) ?? 0, try whole("limit", in: 1...most) ?? limit)
  }

  /// Where a walk through the form goes on; its beginning if it is omitted.
  func position(_ name: String) throws(ScreenRefusal) -> CellWalk.Position {
    guard let text = try text(name) else { return CellWalk.Position() }
    guard let position = CellWalk.Position(text) else {
      throw ScreenRefusal(400, "“\(name)” is “\(text.shortened)”; give the “next” of an earlier answer")
    }
    return position
  }

  /// No list or journal is longer.
  static let farthest = Int(Int32.max)

  /// The requested response and its view.
  ///
  /// - Parameter standard: the default response.
  func view(standard: String) throws(ScreenRefusal) -> ScreenView {
    var layout = ScreenView.Layout.app
    if let name = try text("layout") {
      guard let named = ScreenView.Layout(rawValue: name) else {
        let names = ScreenView.Layout.allCases.map(\.rawValue).joined(separator: " or ")
        throw ScreenRefusal(400, "“\(name.shortened)” is not a layout; use \(names)")
      }
      layout = named
    }
    func named(_ name: String) throws(ScreenRefusal) -> String? { try text(name).flatMap { $0.isEmpty ? nil : $0 } }
    return ScreenView(
      form: try named("form"), response: try named("response") ?? standard, layout: layout,
      language: try named("language"), tongue: tongue)
  }

  /// The language of the page's browser, among those in which there are words; `nil` for none.
  var tongue: Tongue? { (try? text("words")).flatMap { $0 }.flatMap(Tongue.init(rawValue:)) }

  /// The querying page; `nil` if it is not named.
  func client() throws(ScreenRefusal) -> String? { try name("client", of: "a page") }

  /// The querying browser, which tells its place apart from those of others; `nil` if it is not named.
  func device() throws(ScreenRefusal) -> String? { try name("device", of: "a browser") }

  /// The page's name for an action, with which it can send it again; `nil` without one.
  func actionName() throws(ScreenRefusal) -> String? { try name("id", of: "an action") }

  /// A page's random text, which makes earlier answers invalid.
  func nonce() throws(ScreenRefusal) -> String {
    guard let nonce = try name("nonce", of: "a question") else {
      throw ScreenRefusal(400, "“nonce” is missing; send a new random text")
    }
    return nonce
  }

  private func name(_ parameter: String, of thing: String) throws(ScreenRefusal) -> String? {
    guard let name = try text(parameter) else { return nil }
    guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(Self.isNamePart) else {
      throw ScreenRefusal(
        400, "“\(parameter)” is not the name of \(thing); use 1 to 64 letters, digits, hyphens and underscores")
    }
    return name
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func text(_ number: Double) -> String { CellValue.number(number)?.plainText ?? "\(number)" }
}
