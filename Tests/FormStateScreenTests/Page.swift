import FormState
import Foundation
import Testing

@testable import FormStateScreen

/// A page's copy of its window, built only from the JSON that it receives.
struct Page {
  let name: String
  private(set) var window: PropertyValue
  /// How many changes it took from events, without a request.
  private(set) var changesTaken = 0

  /// Starts with the response to a request for rows.
  init(_ name: String, _ rows: PropertyValue) {
    self.name = name
    window = rows
  }

  var stamp: Int { window["stamp"]?.whole ?? -1 }
  var start: Double { window["y"]?.number ?? -1 }
  var height: Double { window["h"]?.number ?? -1 }
  var items: [PropertyValue] { window["items"]?.elements ?? [] }

  /// Takes the response to another request.
  mutating func take(_ rows: PropertyValue) { window = rows }

  /// Takes an event.
  ///
  /// - Returns: whether the window is current; otherwise the page has to request it.
  mutating func take(_ event: ScreenEvent) throws -> Bool {
    let payload = try PropertyValue(json: event.json)
    guard let stamp = payload["stamp"]?.whole else { return true }
    guard stamp > self.stamp else { return true }
    guard event.name == "change", let change = payload["window"], change != .null,
      change["base"]?.whole == self.stamp
    else { return false }
    var items = items
    for step in change["steps"]?.elements ?? [] {
      if let first = step["remove"]?.whole, let count = step["count"]?.whole {
        try #require(first >= 0 && count > 0 && first + count <= items.count)
        items.removeSubrange(first..<(first + count))
      } else if let first = step["insert"]?.whole, let more = step["items"]?.elements {
        try #require((0...items.count).contains(first))
        items.insert(contentsOf: more, at: first)
      } else if let position = step["update"]?.whole, let item = step["item"] {
        try #require(items.element(at: position)?["key"] == item["key"])
        items[position] = item
      } else {
        Issue.record("no step: \(step)")
      }
    }
    window["items"] = .array(items)
    for name in ["y", "h", "top", "sections"] { window[name] = change[name] }
    for name in [
      "stamp", "version", "revision", "first", "last", "language", "completed", "asks", "undo", "redo", "height",
    ] {
      window[name] = payload[name]
    }
    changesTaken += 1
    return true
  }
}

extension PropertyValue {
  init(json text: String) throws { self = try JSONDecoder().decode(PropertyValue.self, from: Data(text.utf8)) }

  subscript(name: String) -> PropertyValue? {
    get { if case .dictionary(let members) = self { members[name] } else { nil } }
    set {
      guard case .dictionary(var members) = self else { return }
      members[name] = newValue
      self = .dictionary(members)
    }
  }

  subscript(position: Int) -> PropertyValue? { elements?.element(at: position) }

  var elements: [PropertyValue]? { if case .array(let elements) = self { elements } else { nil } }
  var text: String? { if case .string(let text) = self { text } else { nil } }
  var whole: Int? { if case .integer(let number) = self { Int(number) } else { nil } }
  var flag: Bool? { if case .boolean(let flag) = self { flag } else { nil } }

  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }
}
