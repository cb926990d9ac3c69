import FormState
import GRDB

/// Upgrading responses to the newest version of their form.
extension FormStore {
  /// Returns the effects of ``upgrade(_:mapping:)`` without making them.
  ///
  /// - Parameters:
  ///   - key: the response; for one that has not begun, or already has the newest version, the plan has no effects.
  ///   - mapping: cells and options that cannot be matched otherwise.
  /// - Throws: ``StoreError/Code/unfitMapping``, ``StoreError/Code/unknownForm``.
  /// - Complexity: O(n l) for n cells nested l levels deep.
  public func upgradePlan(for key: ResponseKey, mapping: UpgradeMapping = [:]) throws -> UpgradePlan {
    try read { db in
      try ResponseUpgrade(form: key.form, mapping: mapping, author: nil, in: db, definitions: definitions).plan(
        for: key)
    }
  }

  /// Upgrades a response to the newest version of its form, as an entry of its journal.
  ///
  /// Cells are matched by the keys that authors gave, by the mapping, and for derived keys by the definitions of the
  /// cells; ambiguous cells are never guessed. The contents of a cell move to its new place, converted if necessary.
  /// Contents without a place are set aside: kept with the response, listed by the view `set_aside`, and restored when
  /// a version has a place for them. An undo reverts the whole upgrade. In a response that already has the newest
  /// version, the mapping restores contents that are set aside of its cells, if their places are free.
  ///
  /// Sessions with the response change to the new version with their next action or refresh, which returns the batch
  /// update.
  ///
  /// - Parameters:
  ///   - key: the response; one that has not begun will begin with the newest version anyway.
  ///   - mapping: as for ``upgradePlan(for:mapping:)``.
  /// - Returns: the effects, cell by cell.
  /// - Throws: ``StoreError/Code/unfitMapping``, ``StoreError/Code/unknownForm``; with nothing changed.
  /// - Complexity: O(n l) for n cells nested l levels deep.
  @discardableResult
  public func upgrade(_ key: ResponseKey, mapping: UpgradeMapping = [:]) throws -> UpgradePlan {
    try write { db in
      let upgrade = try ResponseUpgrade(
        form: key.form, mapping: mapping, author: author, in: db, definitions: definitions)
      return (try upgrade.run(key), .commit)
    }
  }

  /// The contents of a response that are set aside; an upgrade restores them when a version has a place for them.
  ///
  /// - Throws: ``StoreError/Code/unknownForm``.
  /// - Complexity: O(k) for k touched cells, and O(n) for n cells of each version that contents are set aside from.
  public func setAside(of key: ResponseKey) throws -> [SetAsideCell] {
    try read { db in
      let location = try ResponseLocation.find(key, in: db)
      let versions = VersionIndexes(db, definitions)
      return try SetAsideCell.all(in: try StateTables(db: db, location: location).state()) { number in
        try versions.index(ofVersion: number, of: location)
      }
    }
  }

  /// Discards the contents of cells that a response has set aside, including those in the instances of a repeat, as an
  /// entry of its journal.
  ///
  /// An undo restores them, until the journal is compacted.
  ///
  /// - Parameters:
  ///   - cells: the keys of the cells; `nil` for everything that is set aside.
  ///   - key: the response.
  ///   - isDryRun: whether to only determine what it would discard.
  /// - Returns: the discarded contents, in the order of the versions and of their cells.
  /// - Throws: ``StoreError/Code/notSetAside``, ``StoreError/Code/unknownForm``; an `ActionError` for a completed
  ///   response. In these cases nothing has changed.
  /// - Complexity: as ``setAside(of:)``.
  @discardableResult
  public func discardSetAside(
    _ cells: Set<String>? = nil, of key: ResponseKey, isDryRun: Bool = false
  ) throws -> [SetAsideCell] {
    guard !isDryRun else { return try read { db in try SetAsideDiscard(cells, of: key, in: db, definitions).cells } }
    return try write { db in
      let discard = try SetAsideDiscard(cells, of: key, in: db, definitions)
      if !discard.move.cells.isEmpty {
        _ = try ResponseRepository(key, in: db, author: author, versions: VersionIndexes(db, definitions)).apply(
          .upgrade(discard.move))
      }
      return (discard.cells, .commit)
    }
  }

  /// Upgrades all responses of a form to its newest version, all or nothing.
  ///
  /// - Parameters:
  ///   - form: the key of the form.
  ///   - mapping: as for ``upgradePlan(for:mapping:)``.
  ///   - isDryRun: whether to only determine the effects.
  ///   - progress: receives the number of upgraded responses, and the total.
  /// - Returns: the effects on the cells of each, in alphabetical order.
  /// - Throws: as ``upgrade(_:mapping:)``.
  /// - Complexity: as ``upgrade(_:mapping:)``, and O(k l) for the k touched cells of each response.
  @discardableResult
  public func upgradeAll(
    of form: String, mapping: UpgradeMapping = [:], isDryRun: Bool = false,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> [UpgradedResponse] {
    func plans(_ db: Database) throws -> [UpgradedResponse] {
      try Self.upgradeAll(
        of: form, mapping: mapping, author: author, isDryRun: isDryRun, progress: progress, in: db,
        definitions: definitions)
    }
    return isDryRun ? try read(plans) : try write { db in (try plans(db), .commit) }
  }

  static func upgradeAll(
    of form: String, mapping: UpgradeMapping, author: String?, isDryRun: Bool, progress: (Int, Int) -> Void,
    in db: Database, definitions: OpenDefinitions = OpenDefinitions()
  ) throws -> [UpgradedResponse] {
    let upgrade = try ResponseUpgrade(
      form: form, mapping: mapping, author: author, in: db, definitions: definitions)
    let responses = try responseKeys(ofForm: form, in: db)
    return try responses.enumerated().map { index, response in
      let key = ResponseKey(form: form, response: response)
      let plan = isDryRun ? try upgrade.plan(for: key) : try upgrade.run(key)
      progress(index + 1, responses.count)
      return UpgradedResponse(key: key, plan: plan)
    }
  }
}

/// What an upgrade did to one response of a form, or would do.
public struct UpgradedResponse: Hashable, Sendable {
  /// The response.
  public let key: ResponseKey
  /// The effect on its cells.
  public let plan: UpgradePlan
}
