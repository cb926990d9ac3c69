import FormState
import Observation

@available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FormModel {
  /// What different persons answered at the same time; see ``FormSession/questions``.
  ///
  /// ```swift
  /// ForEach(model.questions, id: \.address) { question in
  ///   Text(question.title ?? "Is the form completed?")
  ///   ForEach(Array(question.alternatives.enumerated()), id: \.offset) { offset, said in
  ///     Button("\(said.text ?? "–") (\(said.author ?? "–"))") { model.settle(question, taking: offset + 1) }
  ///   }
  /// }
  /// ```
  public var questions: [ResponseQuestion] {
    access(keyPath: \.questions)
    let questions = session.questions
    if questionsRead == nil { questionsRead = ReadContent(questions) } else { questionsRead?.note(questions) }
    return questions
  }

  /// Takes one of the alternatives of a question, after the pending actions. It is refused if others have settled the
  /// question or said something else since the view has read it.
  ///
  /// - Parameters:
  ///   - question: the question, from ``questions``.
  ///   - number: the number of the alternative, from 1.
  /// - Returns: a task with the change, like ``perform(_:)-(FormAction)``.
  @discardableResult
  public func settle(_ question: ResponseQuestion, taking number: Int) -> Task<ScreenChange, any Error> {
    endEditing()
    let action = FormAction.settle(question.reference, taking: number)
    return enqueue { session in
      try await session.apply(action, replacing: SeenValue(text: question.identity))
    }
  }

  /// Notifies views that have read the open questions. If no view has, they are not read.
  func notifyReadersOfQuestions() {
    guard let read = questionsRead, read.differs(from: session.questions) else { return }
    questionsRead = nil
    withMutation(keyPath: \.questions) {}
  }
}
