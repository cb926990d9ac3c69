import FormState
import GRDB

/// The versions of forms read for upgrades.
///
/// A class, since a version that was read and indexed once serves every response.
final class VersionIndexes {
  private let db: Database
  let definitions: OpenDefinitions
  private var versions: [DefinitionRepository.Version: Upgrade.Version] = [:]

  /// Prepares to read.
  ///
  /// - Parameter definitions: provides the cells of a large form a page at a time; without a store's, such a form is
  ///   read whole.
  init(_ db: Database, _ definitions: OpenDefinitions = OpenDefinitions()) {
    self.db = db
    self.definitions = definitions
  }

  /// The index of a version, with all options of its lists. O(n) for n cells, once; as for a session if cells are read
  /// in pages.
  func version(_ version: DefinitionRepository.Version) throws -> Upgrade.Version {
    if let known = versions[version] { return known }
    let read = Upgrade.Version(version.number, FormIndex(try form(of: version)))
    versions[version] = read
    return read
  }

  private func form(of version: DefinitionRepository.Version) throws -> FormDefinition {
    guard var form = try definitions.formInPages(of: version, in: db) else {
      return try DefinitionRepository(db: db).form(of: version)
    }
    if form.leavesOptions { form.lists = try ListTables(db: db).lists(versionID: version.id, .whole) }
    return form
  }

  /// The index of a version that was read before; `nil` for any other. O(1).
  func knownIndex(of version: DefinitionRepository.Version) -> FormIndex? { versions[version]?.index }

  /// A version of the response's form, by its number; `nil` if there is none. O(n) for n cells, once.
  func index(ofVersion number: Int, of location: ResponseLocation) throws -> FormIndex? {
    try DefinitionRepository(db: db).findVersion(formID: location.version.formID, number: number)
      .map { try version($0).index }
  }
}

/// Determines the change of a response to another version of its form.
struct UpgradeReader {
  let db: Database
  let location: ResponseLocation
  /// The time and time zone of the action.
  let moment: RuleMoment
  let versions: VersionIndexes

  init(db: Database, location: ResponseLocation, at moment: RuleMoment, versions: VersionIndexes? = nil) {
    self.db = db
    self.location = location
    self.moment = moment
    self.versions = versions ?? VersionIndexes(db)
  }

  /// The effect of an upgrade with a known move.
  ///
  /// - Throws: ``ActionError/Code/noSuchVersion``, ``ActionError/Code/alreadyInVersion``.
  func upgrade(by move: UpgradeRecord) throws -> Upgrade {
    if move.settlesSetAside(in: location.version.number) {
      return Upgrade(settling: try state(), in: try current(), by: move, nextInstance: try nextInstance())
    }
    return try Upgrade(
      upgrading: try state(), from: try current(), to: try other(move.version), by: move,
      nextInstance: try nextInstance(), at: moment)
  }

  /// The reversal of an entry that led here from another version.
  ///
  /// - Parameters:
  ///   - entry: its changes.
  ///   - since: the changes after it.
  ///   - former: the number of the version before it.
  ///   - move: the move of the upgrade.
  func reversal(
    of entry: [StateChange], changedSince since: Set<StateChange.Identity>, to former: Int, upgrade move: UpgradeRecord
  ) throws -> Upgrade {
    try Upgrade(
      reverting: entry, changedSince: since, in: try state(), from: try current(), to: try other(former),
      upgrade: move, nextInstance: try nextInstance(), at: moment)
  }

  private func nextInstance() throws -> Int {
    try StateTables(db: db, location: location).nextInstanceNumber()
  }

  private func state() throws -> ResponseState { try StateTables(db: db, location: location).state() }

  private func current() throws -> Upgrade.Version { try versions.version(location.version) }

  private func find(_ number: Int) throws -> DefinitionRepository.Version? {
    try DefinitionRepository(db: db).findVersion(formID: location.version.formID, number: number)
  }

  private func other(_ number: Int) throws -> Upgrade.Version {
    guard number != location.version.number else { throw ActionError.alreadyInVersion(number) }
    guard let found = try find(number) else { throw ActionError.noSuchVersion(number) }
    return try versions.version(found)
  }
}
