import FormState
import GRDB

/// Moving responses to the newest version of their form.
extension FormStore {
  /// Tells what ``upgrade(_:mapping:)`` would do, and does nothing.
  ///
  /// - Parameters:
  ///   - key: the response; for one that has not begun, or fills in the newest version already, the plan is to do
  ///     nothing.
  ///   - mapping: where cells are that nobody could know of otherwise: keys of before to keys of the newest version, or
  ///     `nil` for a cell that is none of them.
  /// - Throws: ``StoreError/Code/unfitMapping``, ``StoreError/Code/unknownForm``.
  /// - Complexity: O(n l) for n cells nested l levels deep.
  public func upgradePlan(for key: ResponseKey, mapping: [String: String?] = [:]) throws -> UpgradePlan {
    try read { db in
      try ResponseUpgrade(form: key.form, mapping: mapping, author: nil, in: db, definitions: definitions).plan(
        for: key)
    }
  }

  /// Makes a response fill in the newest version of its form, as an entry of its journal.
  ///
  /// Which cell is which follows from the keys that authors gave, from the mapping, and where a key was made for want
  /// of one from what the definition says of the cell; what is in doubt is never guessed. What a cell holds goes along
  /// wherever it stands now, converted where it has to be. What has no place is set aside: kept with the response,
  /// shown by the view `set_aside`, and back in its place when a version has one for it. An undo takes the whole
  /// upgrade back. In a response that fills in the newest version already, the mapping brings back what is set aside of
  /// the cells that it names, as far as their places are free.
  ///
  /// Sessions that show the response go on in the new version with their next action or look, which brings the batch
  /// update.
  ///
  /// - Parameters:
  ///   - key: the response; one that has not begun will begin with the newest version anyway.
  ///   - mapping: as for ``upgradePlan(for:mapping:)``.
  /// - Returns: what it did, cell by cell.
  /// - Throws: ``StoreError/Code/unfitMapping``, ``StoreError/Code/unknownForm``; nothing changed.
  /// - Complexity: O(n l) for n cells nested l levels deep.
  @discardableResult
  public func upgrade(_ key: ResponseKey, mapping: [String: String?] = [:]) throws -> UpgradePlan {
    try write { db in
      let upgrade = try ResponseUpgrade(
        form: key.form, mapping: mapping, author: author, in: db, definitions: definitions)
      return (try upgrade.run(key), .commit)
    }
  }

  /// What a response keeps that its version of the form has no place for; an upgrade brings it back when a version has
  /// one.
  ///
  /// - Throws: ``StoreError/Code/unknownForm``.
  /// - Complexity: O(k) for k touched cells, and O(n) for n cells of each version that something is set aside from.
  public func setAside(of key: ResponseKey) throws -> [SetAsideCell] {
    try read { db in
      let location = try ResponseLocation.find(key, in: db)
      let versions = VersionIndexes(db, definitions)
      let cells = try SetAsideCell.all(in: try StateTables(db: db, location: location).state()) { number in
        try versions.index(ofVersion: number, of: location)
      }
      try versions.requireRead()
      return cells
    }
  }

  /// Discards what a response has set aside of cells, with what stands in the instances of a repeat, as an entry of its
  /// journal.
  ///
  /// An undo brings it back, until the journal is compacted.
  ///
  /// - Parameters:
  ///   - cells: the keys of the cells; `nil` for all that is set aside.
  ///   - key: the response.
  ///   - isDryRun: whether to tell what it would discard, and do nothing.
  /// - Returns: what is discarded, in the order of the versions and of the cells in them.
  /// - Throws: ``StoreError/Code/notSetAside``, ``StoreError/Code/unknownForm``; an
  ///   `ActionError` for a completed response. Nothing changed.
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

  /// Makes all responses of a form fill in its newest version, all or none.
  ///
  /// - Parameters:
  ///   - form: the key of the form.
  ///   - mapping: as for ``upgradePlan(for:mapping:)``.
  ///   - isDryRun: whether to tell what it would do, and do nothing.
  ///   - progress: is told how many responses are done, of how many.
  /// - Returns: what it did with each, in alphabetical order.
  /// - Throws: as ``upgrade(_:mapping:)``.
  /// - Complexity: as ``upgrade(_:mapping:)``, and O(k l) for the k touched cells of each response.
  @discardableResult
  public func upgradeAll(
    of form: String, mapping: [String: String?] = [:], isDryRun: Bool = false,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> [(key: ResponseKey, plan: UpgradePlan)] {
    func plans(_ db: Database) throws -> [(key: ResponseKey, plan: UpgradePlan)] {
      try Self.upgradeAll(
        of: form, mapping: mapping, author: author, isDryRun: isDryRun, progress: progress, in: db,
        definitions: definitions)
    }
    return isDryRun ? try read(plans) : try write { db in (try plans(db), .commit) }
  }

  static func upgradeAll(
    of form: String, mapping: [String: String?], author: String?, isDryRun: Bool, progress: (Int, Int) -> Void,
    in db: Database, definitions: OpenDefinitions = OpenDefinitions()
  ) throws -> [(key: ResponseKey, plan: UpgradePlan)] {
    let upgrade = try ResponseUpgrade(
      form: form, mapping: mapping, author: author, in: db, definitions: definitions)
    let responses = try responseKeys(ofForm: form, in: db)
    return try responses.enumerated().map { index, response in
      let key = ResponseKey(form: form, response: response)
      let plan = isDryRun ? try upgrade.plan(for: key) : try upgrade.run(key)
      progress(index + 1, responses.count)
      return (key, plan)
    }
  }
}
