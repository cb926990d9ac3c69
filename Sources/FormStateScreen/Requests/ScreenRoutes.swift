import FormState
import FormStateInterchange
import Foundation

/// Answers requests: the routes, and the headers of every answer.
///
/// It does not depend on sockets; the reader of a request calls it.
package struct ScreenRoutes: Sendable {
  /// What a page may do: load from here, send requests here, and nothing else.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; base-uri 'none'; "
    + "form-action 'none'; frame-ancestors 'none'"

  private static let commonHeaders = [
    ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
    ("X-Frame-Options", "DENY"), ("Cache-Control", "no-store"),
  ].map { ScreenResponse.Header(name: $0.0, value: $0.1) }

  let models: ScreenModels
  let gate: RequestGate
  let credentials: ScreenCredentials
  let recent = RecentActions()
  /// The proxy's header with the user; `nil` without one.
  package let nameHeader: String?
  let folders: ScreenFolders
  let start: ScreenStart
  private let assets: ScreenAssets

  /// Answers requests.
  ///
  /// - Parameters:
  ///   - models: the shown responses.
  ///   - port: the port on which requests arrive; `nil` for a socket.
  ///   - assets: the page and its files.
  ///   - credentials: the required credentials.
  ///   - publicAddress: the address of the page behind a proxy.
  ///   - folders: the folders of files that are not part of the page.
  ///   - start: what the page begins with.
  package init(
    models: ScreenModels, port: Int?, assets: ScreenAssets, credentials: ScreenCredentials,
    publicAddress: PublicAddress? = nil, folders: ScreenFolders = ScreenFolders(), start: ScreenStart = .response
  ) {
    self.models = models
    self.folders = folders
    self.credentials = credentials
    nameHeader = publicAddress?.nameHeader
    gate = RequestGate(port: port, credentials: credentials, publicAddress: publicAddress)
    self.start = start
    self.assets = assets
  }

  /// Answers a request.
  package func respond(to request: ScreenRequest) async -> ScreenResponse {
    var response: ScreenResponse
    do {
      response = try await answer(request)
    } catch {
      let tongue = (try? ScreenQuery(request))?.tongue
      let refusal = ScreenRefusal(error, in: tongue.map { Speech($0) { _ in nil } } ?? .english)
      // At addresses of pages, a person reads the answer.
      response = request.path.hasSuffix("/") ? ScreenResponse(read: refusal) : ScreenResponse(refusal)
    }
    if request.method == "HEAD" { response = response.withoutBody }
    return response.with(Self.commonHeaders)
  }

  private func answer(_ asked: ScreenRequest) async throws -> ScreenResponse {
    let visit = try gate.visit(of: asked)
    guard let request = visit.within(asked) else {
      throw ScreenRefusal(
        404,
        "there is nothing at “\(asked.path.shortened)”; open “\(visit.root)”, and have the proxy pass paths on unchanged"
      )
    }
    switch request.path {
    case Self.entryPath: return try enter(request, visit)
    case Self.returnPath: return try comeBack(request, visit)
    default: break
    }
    guard let route = ScreenRoute(path: request.path) else { return try asset(request, visit, asked: asked.path) }
    return try await answer(request, visit, at: route)
  }

  /// The page, or one of its files.
  private func asset(
    _ request: ScreenRequest, _ visit: ScreenVisit, asked path: String
  ) throws(ScreenRefusal) -> ScreenResponse {
    let isPage = request.path == "/"
    guard isPage || assets.files[request.path] != nil else {
      throw ScreenRefusal(404, "there is nothing at “\(path.shortened)”; open “\(visit.root)”")
    }
    guard ScreenRoute.readingMethods.contains(request.method) else {
      throw ScreenRefusal(method: request.method, path: request.path, allowing: ScreenRoute.readingMethods)
    }
    try gate.checkReading(request, visit, isPage: isPage)
    return assets.files[request.path].map { ScreenResponse($0.data, type: $0.contentType) }
      ?? ScreenResponse(assets.page, type: "text/html; charset=utf-8")
  }

  private func answer(
    _ request: ScreenRequest, _ visit: ScreenVisit, at route: ScreenRoute
  ) async throws -> ScreenResponse {
    try gate.checkLetIn(request, visit, to: route)
    guard route.methods.contains(request.method) else {
      throw ScreenRefusal(method: request.method, path: request.path, allowing: route.methods)
    }
    let takesFile = route == .attachments && request.method == "POST"
    let length = request.longBody?.length ?? request.body.count
    guard takesFile || length <= ScreenRequest.largestBody else {
      throw ScreenRefusal(413, "the body has more than \(ScreenRequest.largestBody >> 20) MB; send less")
    }
    guard takesFile || request.longBody == nil else {
      throw ScreenRefusal(415, "“\(request.path.shortened)” does not accept a file; send JSON as application/json")
    }
    if takesFile || route.changes {
      try gate.checkChange(request, visit)
    } else {
      try gate.checkReading(request, visit)
    }
    return try await answer(request, at: route, by: visit.author)
  }
}

/// The routes.
enum ScreenRoute: String, CaseIterable, Sendable {
  case rows = "/rows"
  case events = "/events"
  case choices = "/choices"
  case history = "/history"
  case answers = "/answers"
  case find = "/find"
  case explain = "/explain"
  case script = "/script"
  case responses = "/responses"
  case export = "/export"
  case begin = "/begin"
  case act = "/act"
  case heights = "/heights"
  case place = "/place"
  case setAside = "/set-aside"
  case mapSetAside = "/set-aside/map"
  /// Followed by the name of a file when it is read.
  case attachments = "/attachments"
  /// Followed by the name of a file.
  case media = "/media"

  /// The route of a path; `nil` if it is unknown.
  init?(path: String) {
    let folder = [Self.attachments, .media].first { path.hasPrefix("\($0.rawValue)/") }
    guard let route = folder ?? Self(rawValue: path) else { return nil }
    self = route
  }

  /// The methods that only read.
  static let readingMethods = ["GET", "HEAD"]

  /// Whether it changes anything.
  var changes: Bool { methods == ["POST"] }

  /// Whether elements and links of the page read it, which send no header.
  var takesTicket: Bool { [.attachments, .media, .export].contains(self) }

  /// The supported methods.
  var methods: [String] {
    switch self {
    case .act, .begin, .heights, .place, .mapSetAside: ["POST"]
    case .attachments: Self.readingMethods + ["POST"]
    // A request for headers only has nothing to follow.
    case .events: ["GET"]
    default: Self.readingMethods
    }
  }
}
