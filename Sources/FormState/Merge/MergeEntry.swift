/// A merge of lines as an entry of the journal, on the main head.
///
/// It follows from the heads, so everybody who has them computes the same one, byte for byte. What persons said is in
/// their own entries; a merge only shows what stands.
package struct MergeEntry: Hashable, Sendable {
  /// The version of the rules by which it joins.
  package static let currentRule = 1

  /// The version of the rules.
  package let rule: Int
  /// The main head, on which it is.
  package let main: EntryAddress
  /// The other heads, in order.
  package let others: [EntryAddress]
  /// The latest claimed time of the heads.
  package let time: Timestamp
  /// The moment with which rules ran; `nil` if none used it.
  package let moment: RuleMoment?
  /// The changes of the state of the main head, in order.
  package let changes: [StateChange]
  /// Of the fields that persons of other lines have changed, the entries that did.
  package let origins: [StateChange.Identity: EntryAddress]
  /// The questions that were open at the main head.
  package let questionsBefore: OpenQuestions
  /// All questions that are open after it.
  package let questions: OpenQuestions

  /// The revision after it.
  package var revision: Int { main.revision + 1 }

  /// The canonical line, which the chain of the journal hashes, without a line end.
  ///
  /// - Parameter names: how it names versions.
  /// - Complexity: O(n) for n changes.
  package func line(naming names: VersionNames) -> String {
    var json = JSONWriter(isPretty: false)
    json.merge(self, naming: names)
    return json.text
  }

  /// The address: the chain goes on from the main head with the line.
  ///
  /// - Complexity: O(n) for n bytes of the line.
  package func address(naming names: VersionNames) -> EntryAddress {
    var chain = main.chain
    chain.append(line(naming: names))
    return EntryAddress(revision: revision, chain: chain)
  }
}

extension JSONWriter {
  /// A merge as a line of a journal.
  mutating func merge(_ merge: MergeEntry, naming names: VersionNames) {
    beginObject()
    member("revision", merge.revision)
    member("time", merge.time.isoText)
    moment(merge.moment)
    name("action")
    beginObject()
    member("action", "merge")
    member("rule", merge.rule)
    name("with")
    beginArray()
    for head in merge.others { object { $0.address(head) } }
    endArray()
    endObject()
    name("changes")
    beginArray()
    for change in merge.changes {
      object { json in
        json.members(of: change, naming: names)
        guard let origin = merge.origins[change.identity] else { return }
        json.name("by")
        json.object { $0.address(origin) }
      }
    }
    var all = merge.questionsBefore
    for question in merge.questions.inOrder { all[question.identity] = question }
    for question in all.inOrder { self.change(of: question.identity, in: merge, naming: names) }
    endArray()
    endObject()
  }

  /// The change of the other alternatives of a question; nothing if they stay.
  private mutating func change(of identity: StateChange.Identity, in merge: MergeEntry, naming names: VersionNames) {
    let (before, after) = (merge.questionsBefore[identity], merge.questions[identity])
    guard before?.others != after?.others else { return }
    object { json in
      json.members(of: identity.subject, in: identity.field.scope, naming: names)
      json.member("field", "others")
      for (name, question) in [("before", before), ("after", after)] {
        guard let question else { continue }
        json.name(name)
        json.beginArray()
        for alternative in question.others { json.object { $0.alternative(alternative) } }
        json.endArray()
      }
    }
  }

  private mutating func alternative(_ alternative: OpenQuestion.Alternative) {
    content("value", alternative.content)
    if let author = alternative.author { member("author", author) }
    if let device = alternative.device { member("device", device) }
    member("time", alternative.time.isoText)
    address(alternative.origin)
  }

  private mutating func address(_ address: EntryAddress) {
    member("revision", address.revision)
    member("chain", address.chain.description)
  }

  private mutating func object(_ members: (inout JSONWriter) -> Void) {
    beginObject()
    members(&self)
    endObject()
  }
}
