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
    let screen = try await HTTPScreen(
      on: listener,
      routes: ScreenRoutes(models: subject.models, port: Int(listener.port), assets: PageAssets.all()))
    let serving = Task { await screen.run() }
    announce(listener.port, order)
    await signals.wait()
    serving.cancel()
    await serving.value
    await subject.close()
  }

  private static func announce(_ port: UInt16, _ order: ScreenOrder) {
    let address = "http://127.0.0.1:\(port)/" + query(of: order)
    FileHandle.standardOutput.write(Data("\(address)\n".utf8))
    let subject = order.file.map { "“\($0)”, kept in “\(order.database)”" } ?? "“\(order.database)”"
    FileHandle.standardError.write(Data("Showing \(subject); Ctrl+C ends it.\n".utf8))
    if order.opensBrowser { Browser.open(address) }
  }

  private static func query(of order: ScreenOrder) -> String {
    guard let language = order.language else { return "" }
    var parts = URLComponents()
    parts.queryItems = [URLQueryItem(name: "language", value: language)]
    return parts.string ?? ""
  }
}
#endif
