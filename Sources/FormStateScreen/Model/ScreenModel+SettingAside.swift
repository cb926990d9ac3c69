import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// Contents without a place in the version in force, for example after the author of the form has renamed a question.
extension ScreenModel {
  /// The maximum number of set-aside answers that a page shows; the next ones follow when these are settled.
  private static let mostSetAside = 50

  /// The first set-aside answers, each with the questions that could receive it, and the number of further ones.
  ///
  /// - Throws: `StoreError`.
  /// - Complexity: O(k log k) for k touched cells; if anything is set aside, O(n log n) for n cells.
  func setAside() throws -> OrderedJSON {
    noteUse()
    let (answers, more) = try store.setAsideAnswers(of: key, limit: Self.mostSetAside)
    return .object([("answers", .array(answers.map(Self.json))), ("more", .integer(more))])
  }

  private static func json(of answer: SetAsideAnswer) -> OrderedJSON {
    .object([
      ("cell", .string(answer.key)), ("version", .integer(answer.version)), ("title", .string(answer.title)),
      ("texts", .array(answer.texts.map(OrderedJSON.string))),
      (
        "places",
        .array(
          answer.candidates.map { candidate in
            .object([
              ("cell", .string(candidate.key)), ("title", .string(candidate.name)),
              ("likely", .boolean(candidate.isLikely)),
            ])
          })
      ),
    ])
  }

  /// Moves set-aside contents to cells of the version in force, as `formstate upgrade set-aside map` does.
  ///
  /// - Parameters:
  ///   - map: the keys of the set-aside cells with those of the receiving cells, as in a map of an upgrade.
  ///   - client: the acting page.
  /// - Returns: the stamp of the change.
  /// - Throws: ``ScreenRefusal`` if there is nothing to move; `ImportError` for an invalid map; `StoreError`. Nothing
  ///   has changed then.
  func mapSetAside(_ map: Data, by client: String?) throws -> Int {
    noteUse()
    try store.requireWriting()
    let mapping = try UpgradeMap.read(map, sourceName: "body")
    let plan = try store.upgradePlan(for: key, mapping: mapping)
    guard !plan.changesVersion else {
      throw ScreenRefusal(409, Wording(.newerVersion))
    }
    guard plan.changesAnything else { throw Self.refusal(of: plan) }
    try store.upgrade(key, mapping: mapping)
    let change = try session.refresh()
    try publish(.local, by: client, movesRows: !change.batch.isEmpty)
    return stamp
  }

  private static func refusal(of plan: UpgradePlan) -> ScreenRefusal {
    guard let taken = plan.cells.lazy.filter({ $0.newKey != nil }).first, let place = taken.newKey else {
      return ScreenRefusal(409, Wording(.notSetAside))
    }
    return ScreenRefusal(
      409, Wording(.answeredAlready, .name(place), .name(taken.key)))
  }
}
