import Foundation
import TestSupport

@testable import FormStateInterchange

/// Changes JSON in ways that keep most of it JSON: members and elements go, come, trade places and change their types.
struct JSONMutator {
  /// The values in the corpus by the names of their members.
  private let values: [String: [JSONTree]]
  private let names: [String]
  /// The most values of a part that goes into another document.
  private static let mostValues = 40

  /// Learns the names and values of a corpus.
  init(corpus: [JSONTree]) {
    var values: [String: [JSONTree]] = [:]
    for tree in corpus {
      tree.visit { name, value in
        if values[name, default: []].count < 30, value.count <= Self.mostValues {
          values[name, default: []].append(value)
        }
      }
    }
    self.values = values
    names = values.keys.filter { !$0.isEmpty }.sorted()
  }

  /// Changes a value somewhere in a document.
  func mutate(_ tree: inout JSONTree, _ source: inout MutationSource) {
    var random = source
    tree.change(random.number(0...tree.count - 1)) { edit(&$0, &random) }
    source = random
  }

  private func edit(_ value: inout JSONTree, _ source: inout MutationSource) {
    if source.happens(oneIn: 8) { return replace(&value, &source) }
    switch value {
    case .scalar: editScalar(&value, &source)
    case .array(var elements):
      editElements(&elements, &source)
      value = .array(elements)
    case .object(var members):
      editMembers(&members, &source)
      value = .object(members)
    }
  }

  private func replace(_ value: inout JSONTree, _ source: inout MutationSource) {
    switch source.number(0...6) {
    case 0: value = .scalar(source.numeral())
    case 1:
      value = .scalar(source.pick(["null", "true", "false", "\"\"", "{}", "[]", "nul", "'a'", "{]", "\"\\ud800\""]))
    case 2: value = .text(source.word())
    case 3: value = .array([value])
    case 4: value = .object([JSONTree.Member(name: name(&source), value: value)])
    case 5:
      for _ in 0..<source.depth() {
        value = source.happens(oneIn: 2) ? .array([value]) : .object([JSONTree.Member(name: "a", value: value)])
      }
    default: value = anything(&source)
    }
  }

  private func editScalar(_ value: inout JSONTree, _ source: inout MutationSource) {
    guard let text = value.text, !source.happens(oneIn: 3) else { return replace(&value, &source) }
    value = .text(ExpressionMutator.mutated(text, &source))
  }

  private func editElements(_ elements: inout [JSONTree], _ source: inout MutationSource) {
    guard let place = source.place(in: elements) else { return elements.append(anything(&source)) }
    switch source.number(0...5) {
    case 0: elements.remove(at: place)
    case 1: elements.insert(elements[place], at: place)
    case 2: elements.swapAt(place, source.place(in: elements) ?? place)
    case 3: elements += Array(repeating: elements[place], count: min(source.many(), 2_000 / elements[place].count))
    case 4: elements.removeAll()
    default: elements.insert(anything(&source), at: place)
    }
  }

  private func editMembers(_ members: inout [JSONTree.Member], _ source: inout MutationSource) {
    guard let place = source.place(in: members) else { return members.append(member(&source)) }
    switch source.number(0...8) {
    case 0, 1: members.remove(at: place)
    case 2: members.insert(members[place], at: place)
    case 3: members.swapAt(place, source.place(in: members) ?? place)
    case 4: members[place].name = name(&source)
    case 5: members[place].value = values[members[place].name].map { source.pick($0) } ?? anything(&source)
    case 6: members[place].value = members[source.place(in: members) ?? place].value
    default: members.insert(member(&source), at: place)
    }
  }

  private func name(_ source: inout MutationSource) -> String {
    names.isEmpty || source.happens(oneIn: 4) ? source.word() : source.pick(names)
  }

  private func member(_ source: inout MutationSource) -> JSONTree.Member {
    let name = name(&source)
    return JSONTree.Member(name: name, value: values[name].map { source.pick($0) } ?? anything(&source))
  }

  private func anything(_ source: inout MutationSource) -> JSONTree {
    guard !names.isEmpty, !source.happens(oneIn: 4) else { return .text(source.word()) }
    return values[source.pick(names)].map { source.pick($0) } ?? .array([])
  }
}
