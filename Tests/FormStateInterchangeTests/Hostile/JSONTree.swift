import Foundation
import TestSupport

@testable import FormStateInterchange

/// JSON as it is written: members in their order, perhaps several of one name, and values as their text.
indirect enum JSONTree {
  case object([Member])
  case array([JSONTree])
  case scalar(String)

  /// A member of an object.
  struct Member {
    var name: String
    var value: JSONTree
  }

  /// The tree of a valid document.
  init(_ data: Data) throws { self.init(try OrderedJSON.read(String(decoding: data, as: UTF8.self))) }

  init(_ json: OrderedJSON) {
    switch json {
    case .object(let members): self = .object(members.map { Member(name: $0.name, value: JSONTree($0.value)) })
    case .array(let elements): self = .array(elements.map(JSONTree.init))
    default: self = .scalar(json.line)
    }
  }

  /// A text as a value.
  static func text(_ text: String) -> JSONTree { .scalar(OrderedJSON.string(text).line) }

  /// The text of a scalar that is one.
  var text: String? {
    guard case .scalar(let written) = self, written.first == "\"" else { return nil }
    return try? JSONDecoder().decode(String.self, from: Data(written.utf8))
  }

  /// The document; `isWide` puts each value on its own line.
  func written(isWide: Bool = false) -> String {
    var text = ""
    write(to: &text, space: isWide ? "\n" : "")
    return text
  }

  private func write(to text: inout String, space: String) {
    switch self {
    case .scalar(let written): text += written
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        text += index > 0 ? "," + space : space
        element.write(to: &text, space: space)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        text += (index > 0 ? "," + space : space) + OrderedJSON.string(member.name).line + ":"
        member.value.write(to: &text, space: space)
      }
      text += "}"
    }
  }

  /// How many values there are, this one included.
  var count: Int {
    switch self {
    case .scalar: 1
    case .array(let elements): elements.reduce(1) { $0 + $1.count }
    case .object(let members): members.reduce(1) { $0 + $1.value.count }
    }
  }

  /// Changes one of the values, counted from this one.
  mutating func change(_ index: Int, _ body: (inout JSONTree) -> Void) {
    guard index > 0 else { return body(&self) }
    var left = index - 1
    switch self {
    case .scalar: break
    case .array(var elements):
      for place in elements.indices {
        let count = elements[place].count
        if left < count {
          elements[place].change(left, body)
          break
        }
        left -= count
      }
      self = .array(elements)
    case .object(var members):
      for place in members.indices {
        let count = members[place].value.count
        if left < count {
          members[place].value.change(left, body)
          break
        }
        left -= count
      }
      self = .object(members)
    }
  }

  /// Every value with the name of its member; that of an array for its elements.
  func visit(named name: String = "", _ body: (_ name: String, JSONTree) -> Void) {
    body(name, self)
    switch self {
    case .scalar: break
    case .array(let elements): for element in elements { element.visit(named: name, body) }
    case .object(let members): for member in members { member.value.visit(named: member.name, body) }
    }
  }

  /// The paths to every member of an object.
  var memberPaths: [[Int]] {
    switch self {
    case .scalar: []
    case .array(let elements): elements.enumerated().flatMap { index, value in value.memberPaths.map { [index] + $0 } }
    case .object(let members):
      members.enumerated().flatMap { index, member in [[index]] + member.value.memberPaths.map { [index] + $0 } }
    }
  }

  /// Takes a member out.
  ///
  /// - Returns: the member.
  mutating func removeMember(at path: ArraySlice<Int>) -> Member? {
    guard let first = path.first else { return nil }
    switch self {
    case .scalar: return nil
    case .array(var elements):
      defer { self = .array(elements) }
      return elements[first].removeMember(at: path.dropFirst())
    case .object(var members):
      defer { self = .object(members) }
      return path.count == 1 ? members.remove(at: first) : members[first].value.removeMember(at: path.dropFirst())
    }
  }
}
