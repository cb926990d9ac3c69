import FormState
import FormStateStore
import Foundation
import Testing

@testable import FormStateScreen

/// The routes of a response, called as the page calls them.
struct Server {
  static let port = 4711
  static let token = "t0ken"
  static let secret = "s3cret"
  static let credentials = ScreenCredentials(secret: secret, key: "k3y", run: "r1n", token: token)

  let routes: ScreenRoutes
  let models: ScreenModels

  init(
    models: ScreenModels, port: Int? = Self.port, publicAddress: PublicAddress? = nil,
    folders: ScreenFolders = ScreenFolders()
  ) {
    self.models = models
    routes = ScreenRoutes(
      models: models, port: port,
      assets: ScreenAssets(
        page: "The page",
        files: ["/screen.js": ScreenAssets.File(contentType: "text/javascript", data: Data("1".utf8))]),
      credentials: Self.credentials, publicAddress: publicAddress, folders: folders)
  }

  init(_ form: FormDefinition) throws {
    let store = try FormStore.inMemory()
    try store.save(form)
    self.init(models: ScreenModels(store: store, form: form.key))
  }

  /// A request as the page sends it; the address contains the query.
  static func request(
    _ method: String, _ address: String, _ body: String = "", headers: [String: String?] = [:]
  ) -> ScreenRequest {
    let parts = address.split(separator: "?", maxSplits: 1).map(String.init)
    let query = (parts.dropFirst().first ?? "").split(separator: "&").map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1).map { String($0).removingPercentEncoding ?? "" }
      return ScreenRequest.Parameter(name: sides[0], value: sides.dropFirst().first ?? "")
    }
    var all: [String: String?] = [
      "host": "127.0.0.1:\(port)", "sec-fetch-site": "same-origin", "x-formstate": token,
    ]
    if method == "POST" { all["origin"] = "http://127.0.0.1:\(port)" }
    all.merge(headers) { _, new in new }
    return ScreenRequest(
      method: method, path: parts.first ?? "", query: query, headers: all.compactMapValues { $0 },
      body: Data(body.utf8))
  }

  /// The status and the JSON of a response.
  func ask(
    _ method: String, _ address: String, _ body: String = "", headers: [String: String?] = [:]
  ) async throws -> (status: Int, json: PropertyValue) {
    let response = await routes.respond(to: Self.request(method, address, body, headers: headers))
    guard case .data(let data) = response.body else {
      Issue.record("no data")
      return (response.status, .null)
    }
    return (response.status, try PropertyValue(json: String(decoding: data, as: UTF8.self)))
  }

  /// The JSON of a response, which must be a success.
  func get(_ address: String) async throws -> PropertyValue {
    let (status, json) = try await ask("GET", address)
    #expect(status == 200, "\(json)")
    return json
  }

  /// Performs an action and returns the JSON of its response.
  @discardableResult
  func act(_ line: String) async throws -> PropertyValue {
    let (status, json) = try await ask("POST", "/act", line)
    #expect(status == 200, "\(json)")
    return json
  }

  /// The events of a response.
  func events(_ address: String = "/events") async throws -> AsyncStream<ScreenEvent> {
    let response = await routes.respond(to: Self.request("GET", address))
    guard case .events(_, let events) = response.body else { throw ScreenRefusal(response.status, "no events") }
    return events
  }

  /// The text of a response.
  func text(_ address: String, headers: [String: String?] = [:]) async -> String {
    let response = await routes.respond(to: Self.request("GET", address, headers: headers))
    guard case .data(let data) = response.body else { return "" }
    return String(decoding: data, as: UTF8.self)
  }
}
