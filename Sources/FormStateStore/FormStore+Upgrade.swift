import FormState
import GRDB

extension FormStore {
  /// A response that was to fill in the newest version of its form.
  public struct UpgradedResponse: Hashable, Sendable {
    /// The number of the version that it fills in now.
    public let version: Int
    /// Whether it filled in another version before.
    public let isNew: Bool
  }

  /// Makes a response fill in the newest version of its form, where nothing is lost by that.
  ///
  /// Disclosure, folds, values, displayed titles and the journal stay as they are, by the keys of cells and sections; the
  /// revision stays too. Cells that open in a new accordion stay open until the next one is expanded. A session that shows
  /// the response refuses its next action with ``StoreError/otherVersion(form:response:)``: open another one.
  ///
  /// - Parameter key: the response; one that has not begun will begin with the newest version anyway.
  /// - Throws: ``StoreError/cannotUpgrade(form:response:version:problems:)`` when the newest version has no place for
  ///   something that was touched or that the journal tells of, nothing changed; ``StoreError/unknownForm(key:nearest:)``.
  /// - Complexity: O(k log n) for k touched fields and journal entries.
  @discardableResult
  public func upgrade(_ key: ResponseKey) throws -> UpgradedResponse {
    try write { db in (try ResponseUpgrade(db: db, key: key).run(), .commit) }
  }
}
