#if CommandLine
import ArgumentParser
import FormState
import FormStateStore

/// `formstate upgrade`
struct UpgradeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upgrade",
    abstract: "Make a response fill in the newest version of its form.",
    discussion: """
      A response keeps the version that it was begun with until then. What is open, folded and filled in stays as it is, \
      by the keys of cells and sections; when the newest version has no place for some of it, nothing is changed.

        formstate upgrade answers.sqlite
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var output: OutputArguments

  func run() throws {
    let (key, upgraded) = try store.withStore(.write) { store in
      let key = try response.key(in: store, path: self.store.database)
      try store.requireResponse(key)
      return (key, try store.upgrade(key))
    }
    try CommandFailure.afterDone("the response fills in version \(upgraded.version) now") {
      try report(key, version: upgraded.version, isNew: upgraded.changesVersion)
    }
  }

  private func report(_ key: ResponseKey, version number: Int, isNew: Bool) throws {
    guard !output.json else {
      return try StandardStreams.print(
        OrderedJSON.object([
          ("form", .string(key.form)), ("response", .string(key.response)), ("version", .integer(number)),
          ("upgraded", .boolean(isNew)),
        ]).text)
    }
    let name = "“\(TerminalText.plain(key.response))”"
    let version = "version \(number) of “\(TerminalText.plain(key.form))”"
    try StandardStreams.print(
      isNew ? "\(name) fills in \(version) now." : "\(name) fills in \(version) already.")
  }
}
#endif
