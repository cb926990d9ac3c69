#if Collect
import FormState

/// Two journals of what should be one response, and how their answers differ.
package struct Conflict {
  /// One of the journals.
  package struct Journal: Hashable {
    /// The random name of the response.
    package let stream: StreamName
    /// The number of the line.
    package let line: Int
    /// The device that sent its last entries; empty for an unknown one.
    package let device: String
  }

  /// A question with different answers.
  package struct Question: Hashable {
    /// The key of the cell.
    package let key: String
    /// Its title, and its key with the instance of a repeat.
    package let title: String, cell: String
    /// The answer where the journals part, as a person reads it; `nil` for none.
    package let before: String?
    /// The answer in the journal that counts, and in the other one.
    package let main: Answer, other: Answer
    /// What follows: `open` if both journals have changed it, `missing` if only the other one has, `kept` if only the
    /// one that counts has.
    package let verdict: String
    /// Whether a version of either journal marks the cell as sensitive.
    package let isSensitive: Bool

    /// The question in a report, which leaves out what sensitive cells contain.
    package var concealed: Question {
      guard isSensitive else { return self }
      return Question(
        key: key, title: title, cell: cell, before: before.map { _ in SensitiveCells.mask }, main: main.concealed,
        other: other.concealed, verdict: verdict, isSensitive: isSensitive)
    }
  }

  /// The answer to a question in one journal.
  package struct Answer: Hashable {
    /// The answer, as a person reads it; `nil` for none.
    package let text: String?
    /// The time and author of the entry that set it; `nil` if unknown.
    package let time: Timestamp?, author: String?

    var concealed: Answer {
      Answer(text: text.map { _ in SensitiveCells.mask }, time: time, author: author)
    }
  }

  /// An instance of a repeat that only one journal has.
  package struct Instance: Hashable {
    /// The title of the repeat, and its key with the number of the instance.
    package let title: String, cell: String
    /// Whether the other journal has added it; else it has removed it.
    package let isAdded: Bool
    /// As of a question: `open` if the journal that counts has changed a removed one.
    package let verdict: String
  }

  /// The keys of the form and of the response.
  package let key: ResponseKey
  /// The journal that counts, and the other one.
  package let main: Journal, other: Journal
  /// The last revision that both have; `nil` for two responses with one key.
  package let lastShared: Int?
  /// The questions with different answers, in the order of the form.
  package private(set) var questions: [Question]
  /// The instances that the other journal has added or removed.
  package private(set) var instances: [Instance]
  let comparison: LineComparison
  let isCompleted: Bool
  private let form: FormIndex

  /// Compares two lines, of one stream or of two.
  ///
  /// - Parameters:
  ///   - main: the line that counts.
  ///   - other: the other one.
  ///   - form: the form of the line that counts.
  ///   - sensitive: the keys of the sensitive cells of both.
  /// - Complexity: O(n log n) for n changes and cells.
  init(
    _ main: (stream: StreamName, line: RebuiltLine), _ other: (stream: StreamName, line: RebuiltLine),
    form: FormDefinition, sensitive: Set<String>
  ) {
    let shared = main.stream == other.stream ? main.line.sharedCount(with: other.line) : 0
    let cells = form.sections.flatMap(\.cells)
    let titles = Dictionary(cells.map { ($0.key, $0.title) }) { first, _ in first }
    let places = Dictionary(cells.enumerated().map { ($1.key, $0) }) { first, _ in first }
    let comparison = LineComparison(
      main: main.line.entries.map(\.entry), other: other.line.entries.map(\.entry), sharedCount: shared
    ) { left, right in
      (places[left.key] ?? .max, left.instance, left.key) < (places[right.key] ?? .max, right.instance, right.key)
    }
    key = main.line.receipt.key
    self.main = Journal(main)
    self.other = Journal(other)
    lastShared = main.stream == other.stream ? (shared == 0 ? 0 : main.line.entries[shared - 1].entry.revision) : nil
    isCompleted = main.line.changes.isCompleted ?? false
    let texts = ReadableTexts(of: form)
    questions = comparison.differences.map { difference in
      let key = difference.subject.key
      return Question(
        difference, at: comparison.address(of: difference.subject), title: titles[key] ?? key, texts,
        isSensitive: sensitive.contains(key))
    }
    instances = Self.instances(of: comparison) { titles[$0] ?? $0 }
    self.comparison = comparison
    self.form = FormIndex(form)
  }

  /// The conflict with some of its questions, and without instances.
  func keeping(_ isKept: (Question) -> Bool) -> Conflict {
    var conflict = self
    conflict.questions.removeAll { !isKept($0) }
    conflict.instances = []
    return conflict
  }

  private static func instances(of comparison: LineComparison, _ title: (String) -> String) -> [Instance] {
    func address(_ key: String, _ number: Int) -> String { comparison.address(of: StateSubject(key, instance: number)) }
    let added = comparison.added.sorted { $0.key < $1.key }.map { number, instance in
      Instance(
        title: title(instance.repeatKey), cell: address(instance.repeatKey, number), isAdded: true,
        verdict: LineComparison.Verdict.other.rawValue)
    }
    let removed = comparison.removed.sorted { $0.key < $1.key }.map { number, instance in
      let verdict: LineComparison.Verdict = instance.isTouched ? .open : .other
      return Instance(
        title: title(instance.repeatKey), cell: address(instance.repeatKey, number), isAdded: false,
        verdict: verdict.rawValue)
    }
    return added + removed
  }

  /// The actions that bring into the journal that counts what only the other one has.
  ///
  /// - Parameter takesOpen: whether the other journal's answers replace those that both have changed.
  /// - Returns: the actions, and the questions that are left out because they are open.
  package func merge(takingOpen takesOpen: Bool) -> (actions: [ScriptedAction], open: [Question]) {
    let script = MergeScript(comparison, takesOpen: takesOpen, isCompleted: isCompleted) { key in
      form.place(ofCell: key).map { form.children(of: $0).isEmpty } ?? true
    }
    return (script.actions, takesOpen ? [] : questions.filter { $0.verdict == LineComparison.Verdict.open.rawValue })
  }
}

extension Conflict {
  /// Whether the actions of a merge contain the answer to a sensitive question.
  package func mergesSensitiveAnswers(takingOpen takesOpen: Bool) -> Bool {
    zip(comparison.differences, questions).contains { difference, question in
      question.isSensitive && question.other.text != nil && difference.isTaken(withOpen: takesOpen)
    }
  }
}

extension Conflict.Journal {
  fileprivate init(_ line: (stream: StreamName, line: RebuiltLine)) {
    self.init(stream: line.stream, line: line.line.number, device: line.line.receipt.device)
  }
}

extension Conflict.Question {
  fileprivate init(
    _ difference: LineComparison.Difference, at address: String, title: String, _ texts: ReadableTexts,
    isSensitive: Bool
  ) {
    let read = { (content: FieldContent?) -> String? in
      content?.value.map { texts.text(of: $0, inCell: difference.subject.key).own ?? $0.plainText }
    }
    let answer = { (answer: LineComparison.Answer) in
      Conflict.Answer(text: read(answer.content), time: answer.time, author: answer.author)
    }
    self.init(
      key: difference.subject.key, title: title, cell: address, before: read(difference.before),
      main: answer(difference.main), other: answer(difference.other), verdict: difference.verdict.rawValue,
      isSensitive: isSensitive)
  }
}

extension RebuiltLine {
  /// How many leading entries two lines of a stream have in common.
  func sharedCount(with other: RebuiltLine) -> Int {
    zip(entries, other.entries).prefix { $0.stored.position == $1.stored.position }.count
  }
}
#endif
