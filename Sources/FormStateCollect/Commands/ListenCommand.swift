#if Collect
import ArgumentParser
import FormStateCollector
import FormStateHTTP
import FormStateInterchange
import Foundation

/// `formstate-collect listen`
struct ListenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listen",
    abstract: "Take batches that devices send by HTTP.",
    discussion: """
      POST /batches takes a batch of at most 256 MB, with a token of formstate-collect device add in the header \
      “Authorization: Bearer TOKEN”. The answer has the lines that formstate-collect take prints, once all of them are \
      stored for good. There, devices also compare what they have sent, and those with a right (formstate-collect device \
      add --pull) ask for what others sent. With --attachments, PATCH and GET on /batches/files/NAME take and give the files \
      that answers name, in parts if a line breaks; such a file counts once its content fits its name. GET /health answers \
      200 while PostgreSQL does, and 503 otherwise. GET /metrics is for Prometheus, with a token of formstate-collect \
      device add --metrics.

      Tokens and answers are sent as they are, so devices need a proxy with TLS in front. Ctrl+C ends this once the \
      batches that are being taken are answered. Each batch is a line of standard error, and so is each request that is \
      refused or fails: when, the device, the status, and how much was taken or why not. It contains neither answers nor \
      tokens.

        formstate-collect listen --database answers
        formstate outbox write answers.sqlite --to hq > batch.jsonl
        curl --data-binary @batch.jsonl -H "Authorization: Bearer $(cat kiosk.token)" \
          http://127.0.0.1:8080/batches > hq.jsonl
      """)

  @Option(
    help: ArgumentHelp(
      "Where to listen: HOST:PORT with the number of an interface, or unix:PATH. Port 0 is any free one.",
      valueName: "address"))
  var address = "127.0.0.1:8080"
  @Option(
    help: ArgumentHelp(
      "The folder in which the files that answers name are kept; without it devices send none.", valueName: "folder"),
    completion: .directory)
  var attachments: String?
  @OptionGroup var database: DatabaseArguments

  func validate() throws { _ = try parsedAddress() }

  private func parsedAddress() throws -> ListenAddress {
    guard let address = ListenAddress(address) else {
      throw ValidationError(
        "“\(address)” is no address to listen at; write one such as 127.0.0.1:8080, [::1]:8080 or "
          + "unix:/run/formstate/collect.sock.")
    }
    return address
  }

  func run() async throws {
    // A file at its size limit then causes a write error instead of ending the process.
    signal(SIGXFSZ, SIG_IGN)
    let signals = EndingSignals()
    let key = try CollectorDevices(connection: try database.connect()).key()
    let listener = try listener()
    if let attachments, !PrivateFolder.isFolder(attachments) {
      throw CollectorFailure("“\(attachments)” is no folder; make it, or name another one with --attachments")
    }
    let routes = CollectorRoutes(address: database.database, key: key, attachments: attachments) { Self.note($0) }
    let server = try await HTTPServer(
      on: listener, settings: CollectorRoutes.serverSettings, respond: routes.respond)
    let serving = Task { await server.run() }
    try announce(listener.address)
    await signals.wait()
    listener.removeFile()
    serving.cancel()
    await routes.end()
    await serving.value
  }

  private func listener() throws -> HTTPListener {
    do {
      return try HTTPListener(at: try parsedAddress())
    } catch let error as ListenError {
      throw CollectorFailure(words(for: error))
    }
  }

  private func words(for error: ListenError) -> String {
    switch error {
    case .portTaken: "cannot listen at \(address); name another port or interface with --address"
    case .pathTooLong(let longest):
      "the path of a socket has at most \(longest) bytes; name a shorter one with --address"
    case .pathTaken(let path):
      "“\(path)” is used by another program, or is not your socket; name another path with --address"
    case .pathUnusable(let path, let reason):
      "the socket “\(path)” cannot be created (\(reason)); name another path with --address"
    }
  }

  private func announce(_ address: ListenAddress) throws {
    let place =
      switch address {
      case .ip4(let host, let port): "http://\(host):\(port)/"
      case .ip6(let host, let port): "http://[\(host)]:\(port)/"
      case .unix(let path): "unix:\(path)"
      }
    try Output.print(place)
    Self.note("Taking batches at \(CollectorRoutes.batchPath); Ctrl+C ends it.")
    Self.note(
      address.isOfThisMachine
        ? "Devices reach it by a proxy with TLS, which passes requests on to it."
        : "Note: others can read the answers and tokens that devices send here; have a proxy with TLS in front.")
  }

  private static func note(_ sentence: String) {
    // Nobody may read it any more, which is no reason to stop.
    try? Descriptor.write(Data("\(sentence)\n".utf8), to: STDERR_FILENO)
  }
}
#endif
