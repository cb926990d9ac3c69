#if CommandLine
import FormStateHTTP
import FormStateScreen
import Foundation

/// The program `formstate-serve`: serves the page of one response until it is interrupted.
@main
enum FormStateServe {
  static func main() async {
    // A disconnected browser then causes a write error instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    // A file at its size limit then causes a write error as well, and writing continues when the limit is raised.
    signal(SIGXFSZ, SIG_IGN)
    do {
      try await serve(try ScreenOrder.read(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
      exit(error as? ServeError == .noOrder ? 64 : 1)
    }
  }

  private static func serve(_ order: ScreenOrder) async throws {
    let signals = EndingSignals()
    let folder = StateFolder(for: order.database)
    let listener = try ScreenServer.listener(for: order, preferring: folder?.port())
    let subject = try await ServedSubject(order)
    let credentials = ScreenCredentials(key: key(in: folder))
    let screen = try await ScreenServer.make(
      on: listener,
      routes: ScreenRoutes(
        models: subject.models, port: listener.port.map(Int.init), assets: PageAssets.all(), credentials: credentials,
        publicAddress: order.publicAddress,
        folders: ScreenFolders(
          attachments: order.attachments.map { AttachmentFolder(path: $0) }, media: order.attach),
        start: order.lists == true ? .list : .response))
    if let port = listener.port { folder?.keep(port: port) }
    let serving = Task { await screen.run() }
    let address = address(at: listener.port, credentials, order)
    announce(address, at: listener.port, order)
    let opened = open(address, order, folder)
    await signals.wait()
    opened?.remove()
    listener.removeFile()
    serving.cancel()
    await serving.value
    await subject.close()
  }

  /// The key by which pages recognize this program.
  private static func key(in folder: StateFolder?) -> String {
    if let key = folder?.key() { return key }
    note(
      "Note: there is no private state folder; a page that is open when this ends has to be opened "
        + "again.")
    return ScreenCredentials.newText()
  }

  /// Opens the page in a browser.
  ///
  /// - Returns: the file that leads there.
  private static func open(_ address: String, _ order: ScreenOrder, _ folder: StateFolder?) -> OpeningPage? {
    guard order.opensBrowser, let folder, let browser = Browser() else { return nil }
    let page = OpeningPage(in: folder, forSnapIn: browser.snapFolder())
    guard page.write(leadingTo: address) else { return nil }
    browser.open(page.path)
    return page
  }

  private static func announce(_ address: String, at port: UInt16?, _ order: ScreenOrder) {
    FileHandle.standardOutput.write(Data("\(address)\n".utf8))
    let subject = order.file.map { "“\($0)”, stored in “\(order.database)”" } ?? "“\(order.database)”"
    let isProxys = order.publicAddress?.nameHeader != nil
    note(
      "Showing \(subject) to users \(isProxys ? "authenticated by the proxy" : "with this address"); Ctrl+C ends it.")
    if order.publicAddress != nil {
      let place = port.map { "http://127.0.0.1:\($0)" } ?? "the socket “\(order.socket ?? "")”"
      note("The proxy must pass requests on to \(place), with their path and Host unchanged.")
    }
    if isProxys, port != nil {
      note("Note: every program on this machine can reach that port and claim any name; --socket restricts that.")
    }
  }

  private static func note(_ sentence: String) {
    FileHandle.standardError.write(Data("\(sentence)\n".utf8))
  }

  private static func address(at port: UInt16?, _ credentials: ScreenCredentials, _ order: ScreenOrder) -> String {
    var parts = URLComponents()
    parts.queryItems = order.language.map { [URLQueryItem(name: "language", value: $0)] }
    // Users authenticated by the proxy need no secret. No browser sends what follows the “#”.
    if order.publicAddress?.nameHeader == nil { parts.fragment = "secret=\(credentials.secret)" }
    return (order.publicAddress?.text ?? "http://127.0.0.1:\(port ?? 0)/") + (parts.string ?? "")
  }
}
#endif
