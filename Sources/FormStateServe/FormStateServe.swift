#if Screen
import FormStateScreen
import Foundation

/// The program `formstate-serve`: serves the page of one response until it is interrupted.
@main
enum FormStateServe {
  static func main() async {
    // A browser that has gone is then met as an error of writing instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    do {
      try await serve(try ScreenOrder.read(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
      exit(error as? ServeError == .noOrder ? 64 : 1)
    }
  }

  private static func serve(_ order: ScreenOrder) async throws {
    let signals = EndingSignals()
    let listener = try LoopbackListener(port: order.port)
    let subject = try await ServedSubject(order)
    let folder = StateFolder(for: order.database)
    let credentials = ScreenCredentials(key: key(in: folder))
    let screen = try await HTTPScreen(
      on: listener,
      routes: ScreenRoutes(
        models: subject.models, port: Int(listener.port), assets: PageAssets.all(), credentials: credentials,
        start: order.lists == true ? .list : .response))
    let serving = Task { await screen.run() }
    announce(address(at: listener.port, credentials, order), order, folder)
    await signals.wait()
    folder?.removePointer()
    serving.cancel()
    await serving.value
    await subject.close()
  }

  /// What pages know this program by.
  private static func key(in folder: StateFolder?) -> String {
    if let key = folder?.key() { return key }
    note(
      "Note: there is no folder for the state of programs that is yours alone; a page that is open when this ends has to be opened "
        + "again.")
    return ScreenCredentials.newText()
  }

  private static func announce(_ address: String, _ order: ScreenOrder, _ folder: StateFolder?) {
    FileHandle.standardOutput.write(Data("\(address)\n".utf8))
    let subject = order.file.map { "“\($0)”, kept in “\(order.database)”" } ?? "“\(order.database)”"
    note("Showing \(subject) to whoever has this address; Ctrl+C ends it.")
    if order.opensBrowser, let folder, folder.writePointer(to: address) { Browser.open(folder.pointer) }
  }

  private static func note(_ sentence: String) {
    FileHandle.standardError.write(Data("\(sentence)\n".utf8))
  }

  private static func address(at port: UInt16, _ credentials: ScreenCredentials, _ order: ScreenOrder) -> String {
    var parts = URLComponents()
    parts.queryItems =
      [URLQueryItem(name: "secret", value: credentials.secret)]
      + (order.language.map { [URLQueryItem(name: "language", value: $0)] } ?? [])
    return "http://127.0.0.1:\(port)/" + (parts.string ?? "")
  }
}
#endif
