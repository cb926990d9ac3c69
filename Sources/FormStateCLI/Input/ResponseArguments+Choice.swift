#if CommandLine
import FormState
import FormStateStore

extension ResponseArguments {
  /// The response to change, which must have begun.
  ///
  /// Only if a form has no response at all, the default one begins by itself. Otherwise a mistyped key would begin
  /// another response, and the answers would be lost to the user.
  ///
  /// - Throws: ``CommandFailure`` if the response is unknown, with the nearest key and how to begin one.
  func keyForWriting(in store: FormStore, path: String) throws -> ResponseKey {
    let key = try key(in: store, path: path)
    let neighbours = try store.neighbours(of: key, naming: Self.mostListed + 1)
    if neighbours.hasBegun || key.response == ResponseKey.standardResponse && neighbours.otherCount == 0 { return key }
    if response == nil {
      throw CommandFailure(
        "the form “\(key.form.shortened)” has no response “\(key.response)”; select one with --response: "
          + Self.listed(neighbours))
    }
    if let problem = FormDefinition.problem(withKey: key.response) {
      throw StoreError.unusableKey(key: key.response, problem: problem)
    }
    do {
      try store.requireResponse(key)
    } catch let error as StoreError {
      guard error.code == .unknownResponse else { throw error }
      let command = "formstate response new \(ShellText.word(path)) \(ShellText.argument(key.response))"
      let form = form.map { " --form \(ShellText.word($0))" } ?? ""
      throw CommandFailure("\(error)\(error.fix == nil ? "; to" : " To") begin it: \(command)\(form)")
    }
    return key
  }

  /// The response to show: one that has begun, or the default one if the form has none.
  ///
  /// - Parameter meansAll: whether the command uses all responses if none is named.
  /// - Throws: `StoreError.Code.unknownResponse`: a mistyped key would otherwise look like a new response.
  func keyForReading(in store: FormStore, path: String, meansAll: Bool = false) throws -> ResponseKey {
    let key = try key(in: store, path: path)
    if try namesResponse(key, in: store) {
      try store.requireResponse(key)
    } else if !meansAll {
      try noteOthers(than: key, in: store)
    }
    return key
  }

  /// The subject of the page: the named response, or the only one; `nil` stands for the list of responses.
  ///
  /// - Throws: as ``keyForWriting(in:path:)`` and ``keyForReading(in:path:meansAll:)`` if a response is named.
  func subjectToServe(
    in store: FormStore, path: String, isReadOnly: Bool
  ) throws -> (form: String?, response: String?) {
    guard response == nil else {
      let key = try isReadOnly ? keyForReading(in: store, path: path) : keyForWriting(in: store, path: path)
      return (key.form, key.response)
    }
    if form == nil, try store.formKeys().count > 1 { return (nil, nil) }
    let key = try key(in: store, path: path)
    let neighbours = try store.neighbours(of: key, naming: 1)
    switch (neighbours.hasBegun, neighbours.otherCount) {
    case (_, 0): return (key.form, key.response)
    case (false, 1): return (key.form, neighbours.others.first)
    default: return (key.form, nil)
    }
  }

  /// Whether a command is about one response. Naming the default one of a form without responses is the same as naming
  /// none.
  func namesResponse(_ key: ResponseKey, in store: FormStore) throws -> Bool {
    guard response != nil else { return false }
    guard key.response == ResponseKey.standardResponse else { return true }
    let neighbours = try store.neighbours(of: key, naming: 0)
    return neighbours.hasBegun || neighbours.otherCount > 0
  }

  /// Reads the response to show, see ``keyForReading(in:path:meansAll:)``; one that has not begun is read as it would
  /// begin.
  func reading<Result>(
    _ arguments: StoreArguments, untrusted: UntrustedArguments? = nil,
    _ work: (FormStore, ResponseKey) throws -> Result
  ) throws -> Result {
    func read(_ store: FormStore) throws -> Result {
      let key = try keyForReading(in: store, path: arguments.database)
      // In an untrusted file no rule runs.
      let beginning = try untrusted?.untrusted == true ? nil : store.beginning(of: key)
      if beginning != nil {
        StandardStreams.note("Note: “\(key.response)” has not begun; this is how it would begin.")
      }
      return try work(beginning ?? store, key)
    }
    return try untrusted.map { try $0.withStore(arguments, read) } ?? arguments.withStore(.read, read)
  }

  private func noteOthers(than key: ResponseKey, in store: FormStore) throws {
    let neighbours = try store.neighbours(of: key, naming: Self.mostListed + 1)
    guard neighbours.otherCount > 0 else { return }
    let shown = neighbours.hasBegun ? "this is “\(key.response)”" : "“\(key.response)” has not begun"
    let others = Count.of(neighbours.otherCount, "other response")
    StandardStreams.note(
      "Note: \(shown); “\(key.form.shortened)” has \(others): \(Self.listed(neighbours)) (select with --response)")
  }

  private static func listed(_ neighbours: FormStore.Neighbours) -> String {
    let listed = neighbours.others.prefix(mostListed).map { TerminalText.plain($0.shortened) }.joined(separator: ", ")
    let left = neighbours.otherCount - min(mostListed, neighbours.others.count)
    return left > 0 ? "\(listed) and \(left) more" : listed
  }
}

/// Words of a command for copying into a shell.
enum ShellText {
  /// A word with the shell's quoting.
  static func word(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "_./,=:@%+-".unicodeScalars.contains(scalar)
    }
    guard text.isEmpty || !isPlain else { return text }
    return "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// A word that is not an option, even with a leading hyphen.
  static func argument(_ text: String) -> String { text.hasPrefix("-") ? "-- \(word(text))" : word(text) }
}
#endif
