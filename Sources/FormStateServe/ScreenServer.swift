#if CommandLine
import FormStateHTTP
import FormStateScreen
import Foundation

/// The screen on a socket of this machine.
enum ScreenServer {
  /// Listens at the address of an order: a port of 127.0.0.1, which other machines cannot reach, or a Unix socket,
  /// which only its owner and group can open.
  ///
  /// - Parameters:
  ///   - order: the order.
  ///   - last: the port to try first if the order names none.
  /// - Throws: ``ServeError`` if it is unavailable.
  static func listener(for order: ScreenOrder, preferring last: UInt16?) throws -> HTTPListener {
    if order.socket == nil, order.port == 0, let last,
      let listener = try? HTTPListener(at: .ip4("127.0.0.1", port: last))
    {
      return listener
    }
    do {
      return try HTTPListener(at: order.socket.map(ListenAddress.unix) ?? .ip4("127.0.0.1", port: order.port))
    } catch let error as ListenError {
      throw ServeError(error, port: order.port)
    }
  }

  /// A server that answers by routes.
  static func make(on listener: HTTPListener, routes: ScreenRoutes) async throws -> HTTPServer {
    var settings = HTTPSettings()
    settings.limits.body = ScreenRequest.largestBody
    settings.limits.longBody = ScreenRequest.largestFile
    // A file may arrive slowly.
    settings.limits.slowTypes = ["application/octet-stream"]
    // A second header beside the proxy's could be forged.
    if let header = routes.nameHeader { settings.limits.singleHeaders.insert(header.lowercased()) }
    return try await HTTPServer(on: listener, settings: settings) { request in
      HTTPResponse(await routes.respond(to: ScreenRequest(request)))
    }
  }
}

extension ServeError {
  /// The problem with the address, with the options that change it.
  fileprivate init(_ error: ListenError, port: UInt16) {
    self =
      switch error {
      case .portTaken: .portTaken(port)
      case .pathTooLong(let longest): .socketPathTooLong(longest)
      case .pathTaken(let path): .socketTaken(path)
      case .pathUnusable(let path, let reason): .socketUnusable(path, reason: reason)
      }
  }
}

extension ScreenRequest {
  /// A request that arrived by HTTP.
  fileprivate init(_ request: HTTPRequest) {
    self.init(
      method: request.method, path: request.path,
      query: request.query.map { Parameter(name: $0.name, value: $0.value) }, headers: request.headers,
      body: request.body)
    longBody = request.longBody.map { LongBody(length: $0.length, next: $0.next) }
  }
}

extension HTTPResponse {
  /// The screen's answer.
  fileprivate init(_ response: ScreenResponse) {
    self.init(
      status: response.status, headers: response.headers.map { Header(name: $0.name, value: $0.value) },
      body: Body(response.body))
  }
}

extension HTTPResponse.Body {
  fileprivate init(_ body: ScreenResponse.Body) {
    switch body {
    case .data(let data): self = .data(data)
    case .file(let file, let part): self = .file(part) { try file.read(from: $0, atMost: $1) }
    case .events(let first, let events):
      self = .events(first: first.text) { send in
        for await event in events { try await send(event.text) }
      }
    }
  }
}
#endif
