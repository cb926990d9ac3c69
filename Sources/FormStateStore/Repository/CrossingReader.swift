import FormState
import GRDB

/// Works out what takes a response to another version of its form.
struct CrossingReader {
  let db: Database
  let location: ResponseLocation

  /// What an upgrade does whose move is known.
  ///
  /// - Throws: ``ActionError/noSuchVersion(_:)``, ``ActionError/alreadyInVersion(_:)``.
  func upgrade(by move: VersionMove) throws -> Crossing {
    Crossing(upgrading: try state(), from: try current(), to: try other(move.version), by: move)
  }

  /// What takes an entry back that led here from another version.
  ///
  /// - Parameters:
  ///   - entry: what it did.
  ///   - since: what was changed after it.
  ///   - former: the number of the version before it.
  ///   - move: the move of the upgrade that all this is about.
  func reversal(
    of entry: [StateChange], changedSince since: Set<StateChange.Identity>, to former: Int, upgrade move: VersionMove
  ) throws -> Crossing {
    Crossing(
      reverting: entry, changedSince: since, in: try state(), from: try current(), to: try other(former), upgrade: move)
  }

  private func state() throws -> ResponseState { try StateTables(db: db, location: location).state() }

  private func current() throws -> Crossing.Version { try version(location.version) }

  private func version(_ version: DefinitionRepository.Version) throws -> Crossing.Version {
    Crossing.Version(version.number, FormIndex(try DefinitionRepository(db: db).form(of: version)))
  }

  private func find(_ number: Int) throws -> DefinitionRepository.Version? {
    try DefinitionRepository(db: db).findVersion(formID: location.version.formID, number: number)
  }

  private func other(_ number: Int) throws -> Crossing.Version {
    guard number != location.version.number else { throw ActionError.alreadyInVersion(number) }
    guard let found = try find(number) else { throw ActionError.noSuchVersion(number) }
    return try version(found)
  }
}
