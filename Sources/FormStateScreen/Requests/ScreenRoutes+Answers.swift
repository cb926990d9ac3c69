import FormState
import FormStateInterchange
import Foundation

extension ScreenRoutes {
  /// The maximum offset, and the maximum height of a window, in points.
  private static let farthest = 1e12
  /// The maximum number of list elements in an answer.
  private static let longestPart = 200
  /// The maximum number of answers in a response.
  private static let mostAnswers = 1000

  /// Answers a request with the right method and origin.
  ///
  /// - Parameter author: the user authenticated by the proxy; `nil` for the store's author.
  func answer(_ request: ScreenRequest, at route: ScreenRoute, by author: String?) async throws -> ScreenResponse {
    let query = try ScreenQuery(request)
    let view = try query.view(standard: models.response)
    do {
      return try await perform(request, at: route, query, view, by: author)
    } catch {
      throw ScreenRefusal(error, isAction: route == .act, in: await speech(of: view))
    }
  }

  /// The words for a page: those of its response, or else those of its browser.
  private func speech(of view: ScreenView) async -> Speech {
    if let model = try? await models.model(of: view) { return await model.speech }
    return view.tongue.map { Speech($0) { _ in nil } } ?? .english
  }

  private func perform(
    _ request: ScreenRequest, at route: ScreenRoute, _ query: ScreenQuery, _ view: ScreenView, by author: String?
  ) async throws -> ScreenResponse {
    switch route {
    case .events: return try await events(query, view)
    case .act: return try await act(request, query, view, by: author)
    case .heights: return try await measure(request, query, view)
    case .place: return try await keepPlace(request, query, view)
    case .attachments where request.method == "POST": return try await attach(request, query, view)
    case .attachments, .media: return try file(request, of: route)
    case .mapSetAside: return try await mapSetAside(request, query, view)
    case .setAside: return ScreenResponse(try await models.model(of: view).setAside())
    case .rows: return ScreenResponse(try await rows(query, try await models.model(of: view)))
    case .choices: return ScreenResponse(try await choices(query, try await models.model(of: view)))
    case .history: return ScreenResponse(try await history(query, try await models.model(of: view)))
    case .answers: return ScreenResponse(try await answers(query, try await models.model(of: view)))
    case .find: return ScreenResponse(try await find(query, try await models.model(of: view)))
    case .explain:
      let cell = try query.requiredText("cell")
      return ScreenResponse(try await models.model(of: view).explain(cell))
    case .script:
      let last = try query.whole("through", in: 0...ScreenQuery.farthest) ?? .max
      let script = try await models.model(of: view).script(through: last)
      return ScreenResponse(script, type: "application/x-ndjson; charset=utf-8")
    case .responses: return ScreenResponse(try await responses(query))
    case .export: return try await export(query, try await models.model(of: view))
    case .begin: return ScreenResponse(try await begin(query))
    }
  }

  private func events(_ query: ScreenQuery, _ view: ScreenView) async throws -> ScreenResponse {
    let client = try query.client()
    if let events = await models.wait() { return ScreenResponse(welcome, events) }
    return ScreenResponse(welcome, try await models.model(of: view).follow(client))
  }

  private func rows(_ query: ScreenQuery, _ model: ScreenModel) async throws -> OrderedJSON {
    let height = try query.number("h", in: 1...Self.farthest) ?? 900
    var start = WindowStart.offset(try query.number("y", in: 0...Self.farthest) ?? 0)
    if let device = try query.device() {
      start = .place(device: device, by: try query.number("dy", in: -Self.farthest...Self.farthest) ?? 0)
    } else if let cell = try query.text("cell") {
      start = .cell(cell, by: try query.number("dy", in: -Self.farthest...Self.farthest) ?? 0)
    }
    let revision = try query.whole("at", in: 0...ScreenQuery.farthest)
    return try await model.window(
      from: start, height: height, at: revision, on: try query.text("page"), client: try query.client())
  }

  private func choices(_ query: ScreenQuery, _ model: ScreenModel) async throws -> OrderedJSON {
    let (first, limit) = try query.part(limit: 50, atMost: Self.longestPart)
    return try await model.choices(
      of: try query.requiredText("cell"), containing: try query.text("containing"), from: first, limit: limit)
  }

  private func history(_ query: ScreenQuery, _ model: ScreenModel) async throws -> OrderedJSON {
    let (_, limit) = try query.part(limit: 50, atMost: Self.longestPart)
    return try await model.history(
      before: try query.whole("before", in: 0...ScreenQuery.farthest) ?? .max, limit: limit)
  }

  private func answers(_ query: ScreenQuery, _ model: ScreenModel) async throws -> OrderedJSON {
    var question = ScreenModel.AnswerQuestion()
    question.revision = try query.whole("at", in: 0...ScreenQuery.farthest)
    question.start = try query.position("from")
    question.limit = try query.whole("limit", in: 0...Self.mostAnswers) ?? 500
    question.withOptions = try query.text("options") == "on"
    question.page = try query.text("page")
    return try await model.answers(question)
  }

  private func find(_ query: ScreenQuery, _ model: ScreenModel) async throws -> OrderedJSON {
    let limit = try query.whole("limit", in: 1...Self.longestPart) ?? 50
    return await model.find(try query.text("text") ?? "", from: try query.position("from"), limit: limit)
  }

  private func responses(_ query: ScreenQuery) async throws -> OrderedJSON {
    let (first, limit) = try query.part(limit: 50, atMost: Self.longestPart)
    return try await models.list(
      ScreenListing.Question(
        form: try query.text("form"), text: try query.text("text") ?? "", first: first, limit: limit))
  }

  private func export(_ query: ScreenQuery, _ model: ScreenModel) async throws -> ScreenResponse {
    let name = try query.requiredText("format")
    guard let export = ScreenExport(rawValue: name) else {
      let names = ScreenExport.allCases.map(\.rawValue).joined(separator: " or ")
      throw ScreenRefusal(400, "“\(name.shortened)” is not a format; use \(names)")
    }
    let file = try await model.file(as: export)
    return ScreenResponse(file.data, type: export.contentType).with([.attachment(named: file.name)])
  }

  private func begin(_ query: ScreenQuery) async throws -> OrderedJSON {
    let key = try await models.begin(try query.requiredText("response"), form: try query.text("form"))
    return .object([("form", .string(key.form)), ("response", .string(key.response))])
  }

  private func act(
    _ request: ScreenRequest, _ query: ScreenQuery, _ view: ScreenView, by author: String?
  ) async throws -> ScreenResponse {
    let (client, name) = (try query.client(), try query.actionName())
    let model = try await models.model(of: view)
    let body = ActionBody(request.body)
    let (revision, stamp) = try await recent.once(name) {
      try await model.act(body.action, replacing: body.seen, by: client, author: author)
    }
    return ScreenResponse(.object([("revision", .integer(revision)), ("stamp", .integer(stamp))]))
  }

  private func mapSetAside(
    _ request: ScreenRequest, _ query: ScreenQuery, _ view: ScreenView
  ) async throws -> ScreenResponse {
    let stamp = try await models.model(of: view).mapSetAside(request.body, by: try query.client())
    return ScreenResponse(.object([("stamp", .integer(stamp))]))
  }

  private func measure(
    _ request: ScreenRequest, _ query: ScreenQuery, _ view: ScreenView
  ) async throws -> ScreenResponse {
    guard let client = try query.client() else { throw ScreenRefusal(400, "“client” is missing; add it page it is") }
    let heights = try MeasuredHeights(request.body)
    let (taken, stamp) = try await models.model(of: view).measure(heights.heights, by: client)
    return ScreenResponse(.object([("stamp", .integer(stamp)), ("taken", .integer(taken))]))
  }

  private func keepPlace(
    _ request: ScreenRequest, _ query: ScreenQuery, _ view: ScreenView
  ) async throws -> ScreenResponse {
    guard let device = try query.device() else { throw ScreenRefusal(400, "“device” is missing; name the browser") }
    let place = try ReportedPlace(request.body)
    let isKept = await (try await models.model(of: view)).keep(place, on: device)
    return ScreenResponse(.object([("kept", .boolean(isKept))]))
  }
}
