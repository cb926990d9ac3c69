#if Collect
import ArgumentParser
import FormStateCollector
import FormStateInterchange

/// `formstate-collect device`
struct DeviceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device",
    abstract: "Make, revoke and list the tokens of devices.",
    discussion: """
      A device sends its batches with a token to formstate-collect listen. The database keeps only the SHA-256 of it. A \
      device may have several, each of which is good until it is revoked. To replace a token that others may know, \
      revoke it, make another one and give it to the device: until then its entries wait there.
      """,
    subcommands: [AddCommand.self, RevokeCommand.self, ListCommand.self, KeyCommand.self])

  /// `formstate-collect device add`
  struct AddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Print a new token of a device, once.",
      discussion: """
        The name of the device is stored with what it sends, in place of the one in its batches. With --pull, the device \
        gets all answers of a form back, also those of other devices; with --pull FORM:CELL=VALUE only those of responses \
        with that answer; without, it only sends. A response that no longer has the answer stays on the device as it is. \
        To change that, revoke the token and make another one. A device brings the definitions of what it sends; with \
        --no-define, only those that are here already, and responses that need others are refused. With --metrics, the \
        token is for Prometheus.

          formstate-collect device add kiosk > kiosk.token
          formstate-collect device add north --pull visit --pull household > north.token
          formstate-collect device add tablet --pull visit:clinic=north > tablet.token
          formstate-collect device add prometheus --metrics > metrics.token
        """)

    @Argument(help: "The name of the device.")
    var name: String
    @Option(
      help: ArgumentHelp(
        "The key of a form of which the device gets all answers back, or those of responses with an answer: FORM:CELL=VALUE.",
        valueName: "form"))
    var pull: [String] = []
    @Flag(
      inversion: .prefixedNo, help: "Whether the device brings forms, and versions of forms, that are not here yet.")
    var define = true
    @Flag(help: "The token reads the metrics at /metrics, and does nothing else.")
    var metrics = false
    @OptionGroup var database: DatabaseArguments

    func validate() throws {
      guard !name.allSatisfy(\.isWhitespace) else { throw ValidationError("Give the device a name.") }
      _ = try scopes()
      let scalars = name.unicodeScalars
      guard scalars.count <= 200, !scalars.contains(where: { $0.properties.generalCategory == .control }) else {
        throw ValidationError("The name of a device has at most 200 characters, all of which can be printed.")
      }
      guard !metrics || pull.isEmpty && define else {
        throw ValidationError("A token with --metrics does nothing else; omit --pull and --no-define.")
      }
    }

    private func scopes() throws -> [ResponseScope] {
      try pull.map { text in
        do throws(ResponseScope.Malformed) {
          return try ResponseScope(text)
        } catch {
          throw ValidationError("--pull is “\(text)”; name a form, or write FORM:CELL=VALUE.")
        }
      }
    }

    func run() throws {
      let connection = try database.connect()
      let known = try TypedViews(connection: connection).forms()
      for form in try scopes().map(\.form) where !known.contains(form) {
        Output.note("No response of a form “\(form)” has arrived so far; check the key.")
      }
      let rights = CollectorDevices.Rights(pulls: pull, defines: define, readsMetrics: metrics)
      try Output.print(try CollectorDevices(connection: connection).add(name, rights))
    }
  }

  /// `formstate-collect device revoke`
  struct RevokeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "revoke",
      abstract: "Revoke all tokens of a device.",
      discussion: """
        Within 10 seconds, the device is refused. What it sent stays.

          formstate-collect device revoke kiosk
        """)

    @Argument(help: "The name of the device.")
    var name: String
    @OptionGroup var database: DatabaseArguments

    func run() throws {
      let count = try CollectorDevices(connection: try database.connect()).revoke(name)
      guard count > 0 else {
        throw CollectorFailure(
          "no device “\(name)” has a good token; see all with formstate-collect device list")
      }
      try Output.print("Revoked \(count) \(count == 1 ? "token" : "tokens").")
    }
  }

  /// `formstate-collect device list`
  struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the tokens of all devices, without the tokens themselves.",
      discussion: """
        Prints a line for each token, with tabs between the name of the device, when it was made, when it was revoked (- \
        is a good one), what it gets back, and no-define or metrics.

          formstate-collect device list
        """)

    @OptionGroup var database: DatabaseArguments

    func run() throws {
      for entry in try CollectorDevices(connection: try database.connect()).all() {
        let rights = entry.rights
        let others = rights.readsMetrics ? "metrics" : rights.defines ? "" : "no-define"
        let columns = [
          entry.name, entry.made, entry.revoked ?? "-", rights.pulls.joined(separator: ", "), others,
        ]
        try Output.print(columns.joined(separator: "\t"))
      }
    }
  }

  /// `formstate-collect device key`
  struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "key",
      abstract: "Say when the key of all tokens was made, or replace it.",
      discussion: """
        Only who has the key makes tokens that are looked up at all; it lies in the database. If others may know it, \
        replace it: all tokens stop being good, so each device needs another one. Do it again after the database was put \
        back to a day before that.

          formstate-collect device key --new
        """)

    @Flag(help: "Make another key. All tokens stop being good.")
    var new = false
    @OptionGroup var database: DatabaseArguments

    func run() throws {
      let devices = CollectorDevices(connection: try database.connect())
      guard new else { return try Output.print("Made \(try devices.keyTime()).") }
      let count = try devices.replaceKey()
      try Output.print("The key is new; \(count) \(count == 1 ? "token is" : "tokens are") no longer good.")
      Output.note(
        "Start formstate-collect listen again, which has the former key, and make tokens with formstate-collect device add."
      )
    }
  }
}
#endif
