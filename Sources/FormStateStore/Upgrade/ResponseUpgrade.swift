import FormState
import GRDB

/// Upgrades responses of one form to the version for new responses.
///
/// A class, since the matches of two versions serve every response.
final class ResponseUpgrade {
  private let db: Database
  private let author: String?
  private let mapping: UpgradeMapping
  private let newest: DefinitionRepository.Version
  private let versions: VersionIndexes
  private var matches: [MatchedVersions: VersionMatch] = [:]

  /// A version that contents come from, for a response that may have another version.
  private struct MatchedVersions: Hashable {
    let source: Int
    let former: Int
  }

  /// Prepares to upgrade.
  ///
  /// - Parameters:
  ///   - form: the key of the form.
  ///   - mapping: cells that cannot be matched otherwise; `nil` for a cell that is not in the new version.
  ///   - author: the author; `nil` if unknown.
  ///   - definitions: provides cells on demand.
  /// - Throws: ``StoreError/Code/unfitMapping``, ``StoreError/Code/unknownForm``.
  init(
    form: String, mapping: UpgradeMapping, author: String?, in db: Database,
    definitions: OpenDefinitions = OpenDefinitions()
  ) throws {
    self.db = db
    self.author = author
    versions = VersionIndexes(db, definitions)
    self.mapping = mapping.canonical
    newest = try DefinitionRepository(db: db).version(ofForm: form)
    let problems = mapping.isEmpty ? [] : try MappingCheck(newest: newest, in: db).problems(of: self.mapping)
    if !problems.isEmpty { throw StoreError.unfitMapping(form: form, problems: problems) }
  }

  /// The effects of upgrading a response.
  ///
  /// - Complexity: O(n l) for n cells nested l levels deep, once for each version that contents come from; O(k l) for k
  ///   touched cells of a response.
  func plan(for key: ResponseKey) throws -> UpgradePlan {
    let location = try ResponseLocation.find(key, in: db)
    // The move names the cells with drafts as well, which follow their cells.
    let state = try StateTables(db: db, location: location).state(withDraftsOf: nil)
    // What is set aside is reported with its candidates for as long as it is.
    guard location.version != newest || !mapping.isEmpty || state.hasSetAside else {
      return UpgradePlan(from: location.version.number, to: newest.number)
    }
    let (former, target) = (try versions.version(location.version), try versions.version(newest))
    return try UpgradePlan(
      upgrading: state, from: former, to: target, version: version,
      match: { match(from: $0, to: target, of: former) }, mapping: mapping)
  }

  /// The matches of a version's cells in the new one.
  ///
  /// - Parameters:
  ///   - source: a version that contents come from: the response's, or one that contents are set aside from.
  ///   - former: the response's version.
  private func match(
    from source: Upgrade.Version, to target: Upgrade.Version, of former: Upgrade.Version
  ) -> VersionMatch {
    let versions = MatchedVersions(source: source.number, former: mapping.isEmpty ? source.number : former.number)
    if let known = matches[versions] { return known }
    // A key in the mapping refers to the response's version; an earlier version may have used it for another cell.
    let isSaidOfSource = source.number == former.number || former.number == target.number
    let said = isSaidOfSource ? mapping.cells : mapping.cells.filter { former.index.place(ofCell: $0.key) == nil }
    let match = VersionMatch(from: source.index.form, to: target.index.form, mapping: said)
    matches[versions] = match
    return match
  }

  /// Upgrades a response.
  ///
  /// - Returns: the effects.
  func run(_ key: ResponseKey) throws -> UpgradePlan {
    let plan = try plan(for: key)
    guard plan.changesAnything else { return plan }
    _ = try ResponseRepository(key, in: db, author: author, versions: versions).apply(.upgrade(plan.move))
    return plan
  }

  private func version(_ number: Int) throws -> Upgrade.Version? {
    try DefinitionRepository(db: db).findVersion(formID: newest.formID, number: number).map(versions.version)
  }
}
