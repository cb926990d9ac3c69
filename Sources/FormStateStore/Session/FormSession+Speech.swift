import FormState

/// How a session speaks to people: refusals, faults and names of steps in its language, with titles instead of keys.
extension FormSession {
  /// The words of the session.
  ///
  /// A session in a language has those of the language if the library has any, otherwise English with keys, which
  /// commands need.
  package var speech: Speech {
    snapshot.withLock { speech(of: $0) }
  }

  func speech(of snapshot: SessionSnapshot) -> Speech {
    if let speech = snapshot.view?.speech { return speech }
    guard let tongue = fallbackTongue.withLock({ $0 }) else { return .english }
    var speech = Speech(tongue, about: snapshot.shownForm)
    speech.isOfTranslation = snapshot.language != snapshot.form.language
    return speech
  }

  /// The language of sentences about changes.
  ///
  /// - Complexity: O(n) for n cells in a language other than the form's own.
  package var sentenceLanguage: SentenceLanguage {
    look { snapshot in
      let speech = speech(of: snapshot)
      if speech.isOfTranslation, let view = snapshot.view { return SentenceLanguage(view, speech: speech) }
      return SentenceLanguage(formats: .own(snapshot.form.language), speech: speech)
    }
  }

  /// Speaks to people in any case, in a language if that of the session has no words.
  package func speak(_ tongue: Tongue) {
    fallbackTongue.withLock { $0 = tongue }
    snapshot.withLock { $0.forgetNames() }
  }

  /// An error in the words of the session.
  func said(_ error: any Error) -> any Error {
    guard let error = error as? ActionError else { return error }
    let speech = speech
    return speech.isForPeople ? error.said(in: speech) : error
  }

  /// Does something that may be refused.
  func saying<Result>(_ work: () throws -> Result) throws -> Result {
    do { return try work() } catch { throw said(error) }
  }

  /// Faults in the words of the session.
  func said(_ faults: [Fault]) -> [Fault] {
    guard !faults.isEmpty else { return [] }
    let speech = speech
    return speech.isForPeople ? faults.map { $0.said(in: speech) } : faults
  }
}
