#if CommandLine
import ArgumentParser
import FormStateStore

/// Whether a command reads an untrusted file, and its limits.
struct UntrustedArguments: ParsableArguments {
  @Flag(
    help: """
      Read an untrusted file: nothing is written, no rule in it runs, and the command ends when it takes \
      too much time or memory.
      """)
  var untrusted = false

  @Option(
    help: ArgumentHelp(
      "With --untrusted, the time limit in seconds. (default: \(Self.standardSeconds))", valueName: "seconds"))
  var withinSeconds: Int?

  @Option(
    help: ArgumentHelp(
      "With --untrusted, the memory limit in megabytes. (default: \(Self.standardMegabytes))",
      valueName: "megabytes"))
  var withinMegabytes: Int?

  private static let standardSeconds = 30
  private static let standardMegabytes = 1024

  func validate() throws {
    if !untrusted, withinSeconds != nil || withinMegabytes != nil {
      throw ValidationError("--within-seconds and --within-megabytes need --untrusted.")
    }
    for (name, value) in [("--within-seconds", withinSeconds), ("--within-megabytes", withinMegabytes)] {
      guard let value, !(1...1_000_000).contains(value) else { continue }
      throw ValidationError("\(name) must be a whole number from 1 to 1000000.")
    }
  }

  /// Opens a file for reading and works with it within the limits.
  func withStore<Result>(_ store: StoreArguments, _ work: (FormStore) throws -> Result) throws -> Result {
    guard untrusted else { return try store.withStore(.read, work) }
    Watchdog(
      path: store.database, seconds: withinSeconds ?? Self.standardSeconds,
      megabytes: withinMegabytes ?? Self.standardMegabytes
    ).start()
    var settings = store.settings
    settings.isUntrusted = true
    return try CommandFailure.naming(store.database) {
      try work(try FormStore(path: store.database, access: .read, settings: settings))
    }
  }
}
#endif
