/// Where an upgrade takes what a response holds, as the journal records it.
///
/// Everything that is needed to do the upgrade again stands here, so that a journal keeps its meaning however the
/// matching of versions gets better. What is under the same key in both versions is listed only where nobody gave that
/// key.
public struct VersionMove: Hashable, Sendable {
  /// The number of the version that the response moves to.
  public var version: Int
  /// Where the contents of cells go, by the key of the cell there; `nil` sets them aside, and discards what is set
  /// aside already.
  package var cells: [StateSubject: String?]
  /// Where the folds of sections go, by the key of the section there; `nil` sets them aside.
  package var sections: [StateSubject: String?]

  /// Creates a move.
  package init(to version: Int, cells: [StateSubject: String?] = [:], sections: [StateSubject: String?] = [:]) {
    self.version = version
    self.cells = cells
    self.sections = sections
  }
}

extension VersionMove {
  /// The numbers of all versions that the move names.
  package var versions: Set<Int> {
    Set([version] + (Array(cells.keys) + sections.keys).compactMap(\.setAsideFrom))
  }

  /// The move with other numbers for the versions, as another store has them.
  ///
  /// - Parameter number: the number of a version there.
  package func renumbered(_ number: (Int) -> Int) -> VersionMove {
    func renumbered(_ destinations: [StateSubject: String?]) -> [StateSubject: String?] {
      // Two versions of a document may be one here.
      Dictionary(
        destinations.map { ($0.key.renumbered(number), $0.value) }, uniquingKeysWith: { first, _ in first })
    }
    return VersionMove(to: number(version), cells: renumbered(cells), sections: renumbered(sections))
  }
}

extension StateSubject {
  /// The subject with another number for the version that it is set aside from.
  package func renumbered(_ number: (Int) -> Int) -> StateSubject {
    StateSubject(key, instance: instance, setAsideFrom: setAsideFrom.map(number))
  }
}

// MARK: - As properties

extension VersionMove {
  /// The move as the store and documents write it: `{"version": 2, "cells": {"old": "new", "gone": null}}`; what had
  /// been set aside stands under `returning`, by the number of its version, with `null` for what is discarded.
  package var properties: [String: PropertyValue] {
    var members: [String: PropertyValue] = ["version": .integer(Int64(version))]
    for (name, destinations) in [("cells", cells), ("sections", sections)] where !destinations.isEmpty {
      for (subject, destination) in destinations {
        let destination = destination.map(PropertyValue.string) ?? .null
        guard let origin = subject.setAsideFrom else {
          members[name, default: .dictionary([:])].set(destination, at: [subject.key])
          continue
        }
        members["returning", default: .dictionary([:])].set(destination, at: [String(origin), name, subject.key])
      }
    }
    return members
  }

  /// The names of ``properties``.
  package static let propertyNames = ["version", "cells", "sections", "returning"]

  /// Reads what ``properties`` wrote; `nil` for anything else.
  package init?(properties members: [String: PropertyValue]) {
    guard case .integer(let version)? = members["version"], let version = Int(exactly: version), version > 0,
      let cells = Self.destinations(members["cells"]), let sections = Self.destinations(members["sections"])
    else { return nil }
    self.init(to: version, cells: cells, sections: sections)
    guard let returning = members["returning"] else { return }
    guard case .dictionary(let origins) = returning else { return nil }
    for (number, members) in origins {
      guard let origin = Int(number), origin > 0, String(origin) == number, case .dictionary(let members) = members,
        let cells = Self.destinations(members["cells"], setAsideFrom: origin, discards: true),
        let sections = Self.destinations(members["sections"], setAsideFrom: origin)
      else { return nil }
      self.cells.merge(cells) { $1 }
      self.sections.merge(sections) { $1 }
    }
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
      // A fold that is set aside stays so by itself.
      case .null where origin == nil || discards: destinations[subject] = .some(nil)
      default: return nil
      }
    }
    return destinations
  }
}

extension PropertyValue {
  /// Puts a value into a dictionary in dictionaries.
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
