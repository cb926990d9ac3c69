/// The destinations of a response's contents in an upgrade, as recorded in the journal.
///
/// It contains everything needed to redo the upgrade, so a journal keeps its meaning when the matching of versions
/// improves. Contents under the same key in both versions are listed only if that key was derived.
public struct UpgradeRecord: Hashable, Sendable {
  /// The number of the new version.
  package var version: Int
  /// The destinations of cell contents, by the key of the cell there; `nil` sets them aside, and discards those already
  /// set aside.
  package var cells: [StateSubject: String?]
  /// The destinations of sections' folding, by the key of the section there; `nil` sets it aside.
  var sections: [StateSubject: String?]
  /// By cell, the values of options with those that they become.
  var options: [StateSubject: [String: String]] = [:]

  /// Creates a move.
  package init(to version: Int, cells: [StateSubject: String?] = [:], sections: [StateSubject: String?] = [:]) {
    self.version = version
    self.cells = cells
    self.sections = sections
  }
}

extension UpgradeRecord {
  /// The numbers of all versions named by the move.
  package var versions: Set<Int> {
    Set([version] + (Array(cells.keys) + sections.keys + options.keys).compactMap(\.setAsideFrom))
  }

  /// The move with the version numbers of another store.
  ///
  /// - Parameter number: maps a version number to the other store's.
  func renumbered(_ number: (Int) -> Int) -> UpgradeRecord {
    func renumbered(_ destinations: [StateSubject: String?]) -> [StateSubject: String?] {
      // Two versions of a document may be one here.
      Dictionary(
        destinations.map { ($0.key.renumbered(number), $0.value) }, uniquingKeysWith: { first, _ in first })
    }
    var move = UpgradeRecord(to: number(version), cells: renumbered(cells), sections: renumbered(sections))
    move.options = Dictionary(options.map { ($0.key.renumbered(number), $0.value) }) { first, _ in first }
    return move
  }
}

extension StateSubject {
  /// The subject with another number for the version that it is set aside from.
  func renumbered(_ number: (Int) -> Int) -> StateSubject {
    StateSubject(key, instance: instance, setAsideFrom: setAsideFrom.map(number))
  }
}

// MARK: - As properties

extension UpgradeRecord {
  /// The move in the notation of the store and of documents: `{"version": 2, "cells": {"old": "new", "gone": null},
  /// "options": {"old": {"yes": "true"}}}`;
  /// contents that had been set aside are under `returning`, by the number of their version, with `null` for discarded
  /// ones.
  package var properties: [String: PropertyValue] { properties(naming: .numbers) }

  /// The move in that notation, with versions named by number or by digest.
  package func properties(naming names: VersionNames) -> [String: PropertyValue] {
    let name = names.digest(of: version).map(PropertyValue.string) ?? .integer(Int64(version))
    var members = ["version": name]
    for (name, destinations) in [("cells", cells), ("sections", sections)] where !destinations.isEmpty {
      for (subject, destination) in destinations {
        let destination = destination.map(PropertyValue.string) ?? .null
        guard let origin = subject.setAsideFrom else {
          members[name, default: .dictionary([:])].set(destination, at: [subject.key])
          continue
        }
        members["returning", default: .dictionary([:])].set(
          destination, at: [names.digest(of: origin) ?? String(origin), name, subject.key])
      }
    }
    for (subject, values) in options {
      let values = PropertyValue.dictionary(values.mapValues(PropertyValue.string))
      let origin = subject.setAsideFrom.map { ["returning", names.digest(of: $0) ?? String($0), "options"] }
      let path = (origin ?? ["options"]) + [subject.key]
      members[path[0], default: .dictionary([:])].set(values, at: Array(path.dropFirst()))
    }
    return members
  }

  /// The names of ``properties``.
  package static let propertyNames = ["version", "cells", "sections", "returning", "options"]

  /// Reads ``properties``; `nil` for anything else.
  package init?(properties members: [String: PropertyValue]) {
    guard case .integer(let version)? = members["version"], let version = Int(exactly: version), version > 0,
      let cells = Self.destinations(members["cells"]), let sections = Self.destinations(members["sections"]),
      let options = Self.options(members["options"])
    else { return nil }
    self.init(to: version, cells: cells, sections: sections)
    self.options = options
    guard let returning = members["returning"] else { return }
    guard case .dictionary(let origins) = returning else { return nil }
    for (number, members) in origins {
      guard let origin = Int(number), origin > 0, String(origin) == number, case .dictionary(let members) = members,
        let cells = Self.destinations(members["cells"], setAsideFrom: origin, discards: true),
        let sections = Self.destinations(members["sections"], setAsideFrom: origin),
        let options = Self.options(members["options"], setAsideFrom: origin)
      else { return nil }
      self.options.merge(options) { $1 }
      self.cells.merge(cells) { $1 }
      self.sections.merge(sections) { $1 }
    }
  }

  private static func options(
    _ value: PropertyValue?, setAsideFrom origin: Int? = nil
  ) -> [StateSubject: [String: String]]? {
    guard let value else { return [:] }
    guard case .dictionary(let members) = value else { return nil }
    var options: [StateSubject: [String: String]] = [:]
    for (key, values) in members {
      guard case .dictionary(let values) = values else { return nil }
      let texts = values.compactMapValues { if case .string(let text) = $0 { text } else { nil } }
      guard texts.count == values.count else { return nil }
      options[StateSubject(key, setAsideFrom: origin)] = Dictionary(
        texts.map { ($0.key.canonicalKey, $0.value) }
      ) { first, _ in first }
    }
    return options
  }

  private static func destinations(
    _ value: PropertyValue?, setAsideFrom origin: Int? = nil, discards: Bool = false
  ) -> [StateSubject: String?]? {
    guard let value else { return [:] }
    guard case .dictionary(let members) = value else { return nil }
    var destinations: [StateSubject: String?] = [:]
    for (key, destination) in members {
      let subject = StateSubject(key, setAsideFrom: origin)
      switch destination {
      case .string(let key): destinations[subject] = .some(key.canonicalKey)
      // Folding that is set aside stays so by itself.
      case .null where origin == nil || discards: destinations[subject] = .some(nil)
      default: return nil
      }
    }
    return destinations
  }
}

extension PropertyValue {
  /// Sets a value in nested dictionaries.
  fileprivate mutating func set(_ value: PropertyValue, at path: [String]) {
    guard let name = path.first else {
      self = value
      return
    }
    var members: [String: PropertyValue] = if case .dictionary(let members) = self { members } else { [:] }
    members[name, default: .dictionary([:])].set(value, at: Array(path.dropFirst()))
    self = .dictionary(members)
  }
}
