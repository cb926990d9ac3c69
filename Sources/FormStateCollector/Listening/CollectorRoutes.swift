#if Collect
import FormState
import FormStateHTTP
import FormStateInterchange
import Foundation

/// Answers requests: takes the batches of devices, compares their inventories, gives devices with a right what they
/// lack, and says whether PostgreSQL answers.
package final class CollectorRoutes: Sendable {
  /// The limits of what is taken.
  struct Settings: Sendable {
    /// The most bytes of a batch.
    var largestBatch = 256 << 20
    /// How devices are let in.
    var admission = DeviceAdmission.Settings()
    /// The most batches that are taken at once.
    var mostAtOnce = 4
    /// How long a batch waits for its turn.
    var patience = Duration.seconds(20)
    /// The most receipts of a list of changes.
    var mostChanges = 1000
    /// The most entries that are given at once.
    var mostGiven = PushBatchReader.mostEntries
    /// The attached files; `nil` if none are kept.
    var files: CollectedFiles?
  }

  /// Where devices send batches, inventories and questions.
  package static let batchPath = "/batches"
  /// Where devices send attached files, and fetch them: below it by their names.
  package static let filesPath = batchPath + "/files/"
  /// Where a proxy asks whether the collector works.
  package static let healthPath = "/health"
  /// Where Prometheus asks what was counted.
  package static let metricsPath = "/metrics"

  private let settings: Settings
  private let metrics = CollectorMetrics()
  private let requests: DeviceRequests
  private let takes: PostgresPool
  /// Looks tokens up, so that a good one is recognized while all others take batches.
  private let looks: PostgresPool
  private let health = Locked<(time: ContinuousClock.Instant, isGood: Bool)?>(nil)

  /// How long an answer about the health counts, so that nobody can keep PostgreSQL busy with it.
  private static let healthTime = Duration.seconds(1)

  /// Answers requests by a database.
  ///
  /// - Parameters:
  ///   - address: the database, as for ``PostgresConnection``.
  ///   - key: what good tokens were made with.
  ///   - attachments: the folder in which attached files are kept; `nil` if none are.
  ///   - log: receives a line for each batch, and for each request that is refused or fails.
  package convenience init(
    address: String, key: TokenKey, attachments: String?, log: @escaping @Sendable (String) -> Void
  ) {
    var settings = Settings()
    settings.files = attachments.map { CollectedFiles(folder: $0) }
    self.init(address: address, key: key, settings: settings, log: log)
  }

  init(address: String, key: TokenKey, settings: Settings, log: @escaping @Sendable (String) -> Void) {
    self.settings = settings
    let metrics = metrics
    takes = PostgresPool(address: address, count: settings.mostAtOnce, patience: settings.patience) { metrics.wait($0) }
    looks = PostgresPool(address: address, count: 1, patience: settings.patience)
    let admission = DeviceAdmission(
      key: key, settings: settings.admission, patience: settings.patience, looks: looks)
    requests = DeviceRequests(admission: admission, metrics: metrics, log: log)
  }

  /// The limits of the server that calls this.
  package static var serverSettings: HTTPSettings {
    var settings = HTTPSettings()
    // Every body goes into a file, and a long one is refused once its token is known.
    settings.limits.body = 0
    settings.limits.longBody = .max
    settings.limits.singleHeaders.formUnion(["authorization", "content-encoding"])
    // 256 kB: a device in the field may be slow.
    settings.partTime = .seconds(120)
    settings.finishesAnswers = true
    return settings
  }

  /// Answers a request.
  @Sendable package func respond(to request: HTTPRequest) async -> HTTPResponse {
    let response: HTTPResponse
    switch request.path {
    case Self.batchPath where request.method == "POST": response = await takeBatch(of: request)
    case Self.batchPath:
      response = CollectorRefusal.method(request.method, of: request.path, allowing: ["POST"]).response
    case let path where path.hasPrefix(Self.filesPath): response = await fileResponse(to: request)
    case Self.healthPath where ["GET", "HEAD"].contains(request.method): response = await healthResponse()
    case Self.metricsPath where ["GET", "HEAD"].contains(request.method): response = await metricsResponse(to: request)
    case Self.healthPath, Self.metricsPath:
      response = CollectorRefusal.method(request.method, of: request.path, allowing: ["GET", "HEAD"]).response
    default:
      let sentence = "there is nothing at “\(request.path.shortened)”; send batches to \(Self.batchPath)"
      response = CollectorRefusal(404, sentence).response
    }
    return response.with([
      HTTPResponse.Header(name: "Cache-Control", value: "no-store"),
      HTTPResponse.Header(name: "X-Content-Type-Options", value: "nosniff"),
    ])
  }

  /// Refuses what waits for a connection, and all later requests; batches that are being taken are answered.
  package func end() async {
    await takes.close()
    await looks.close()
  }

  // MARK: - Batches

  private func takeBatch(of request: HTTPRequest) async -> HTTPResponse {
    await requests.answer(request) { visit in
      let body = try BodyCoding.content(of: await kept(request), of: request, atMost: settings.largestBatch)
      let beginning = try body.read(from: 0, atMost: 64)
      let answers =
        if InventoryDocument.isInventory(beginning) {
          try await compare(body, for: visit)
        } else if ChangesQuestion.isBeginning(of: beginning) {
          try await listChanges(body, for: visit)
        } else if EntriesQuestion.isBeginning(of: beginning) {
          try await giveEntries(body, to: visit)
        } else if FilesQuestion.isBeginning(of: beginning) {
          try listFiles(body, for: visit)
        } else {
          try await take(body, from: visit)
        }
      return try BodyCoding.response(with: answers, to: request)
    }
  }

  /// The body of a request in a file: nothing is taken of one that does not arrive whole, and a slow device does not
  /// keep a connection of PostgreSQL.
  private func kept(_ request: HTTPRequest) async throws -> UnlinkedFile {
    guard (request.longBody?.length ?? request.body.count) <= settings.largestBatch else {
      throw CollectorRefusal(413, "a batch has at most \(settings.largestBatch) bytes; send smaller ones")
    }
    let file = try UnlinkedFile()
    try file.append(request.body)
    guard let body = request.longBody else { return file }
    while file.size < body.length { try file.append(Data(try await nextPart(of: body))) }
    return file
  }

  private func nextPart(of body: HTTPBody) async throws -> [UInt8] {
    do {
      return try await body.next()
    } catch is CancellationError {
      throw PostgresPool.Busy()
    } catch {
      throw CollectorRefusal(408, "the batch did not arrive whole in time; send it again")
    }
  }

  /// Takes a batch.
  ///
  /// - Returns: the answers, once all of them are committed.
  private func take(_ batch: UnlinkedFile, from visit: DeviceVisit) async throws -> UnlinkedFile {
    visit.tally.withLock { $0.kind = .batch }
    return try await takes.run(for: visit) { connection in
      let answers = try UnlinkedFile()
      var offset = 0
      let lines = InputLines(name: "batch") { limit in
        let bytes = try batch.read(from: offset, atMost: limit)
        offset += bytes.count
        return bytes
      }
      let reader = PushBatchReader(source: "batch") { try lines.next(atMost: $0) }
      let (device, taking) = (visit.device, BatchTaking(connection: connection))
      defer { visit.tally.withLock { $0.counts = taking.counts } }
      try taking.take(reader, device: device.name, mayDefine: device.rights.defines) { group in
        try answers.append(Data(try group.map { try PushAnswerDocument.line(for: $0) + "\n" }.joined().utf8))
      }
      return answers
    }
  }

  /// Compares an inventory.
  ///
  /// - Returns: the answer, once it is noted what the device knows.
  private func compare(_ inventory: UnlinkedFile, for visit: DeviceVisit) async throws -> UnlinkedFile {
    visit.tally.withLock { $0.kind = .inventory }
    let data = try Self.whole(inventory, "an inventory", atMost: InventoryDocument.mostBytes)
    let statements = try InventoryDocument.read(data, source: "inventory")
    let answer = try await takes.run(for: visit) { connection in
      try InventoryComparison(connection: connection, device: visit.device.name).compare(statements)
    }
    if !answer.missing.isEmpty {
      let responses = answer.missing.count == 1 ? "1 response" : "\(answer.missing.count) responses"
      requests.note("is asked to send missing entries of \(responses) again", visit.device)
    }
    let file = try UnlinkedFile()
    try file.append(Data(answer.lines().utf8))
    return file
  }

  /// The bytes of a short body.
  private static func whole(_ body: UnlinkedFile, _ subject: String, atMost limit: Int) throws -> Data {
    guard body.size <= limit else {
      throw CollectorRefusal(413, "\(subject) has at most \(limit) bytes; send less at once")
    }
    return try body.read(from: 0, atMost: limit)
  }

  // MARK: - Giving

  /// Lists the responses of which something arrived.
  private func listChanges(_ body: UnlinkedFile, for visit: DeviceVisit) async throws -> UnlinkedFile {
    visit.tally.withLock { $0.kind = .changes }
    let data = try Self.whole(body, "a question for changes", atMost: ChangesQuestion.mostBytes)
    let question = try ChangesQuestion(data, source: "question")
    try Self.requireRight(of: visit.device)
    let most = settings.mostChanges
    return try await takes.run(for: visit) { connection in
      let list = ChangeList(
        connection: connection, device: visit.device.name, scopes: visit.device.pulls, most: most)
      let file = try UnlinkedFile()
      try file.append(try list.answer(to: question).document())
      return file
    }
  }

  /// Writes the entries that a device lacks.
  private func giveEntries(_ body: UnlinkedFile, to visit: DeviceVisit) async throws -> UnlinkedFile {
    visit.tally.withLock { $0.kind = .entries }
    let data = try Self.whole(body, "a question for entries", atMost: EntriesQuestion.mostBytes)
    let question = try EntriesQuestion(data, source: "question")
    try Self.requireRight(of: visit.device)
    let most = settings.mostGiven
    return try await takes.run(for: visit) { connection in
      let giving = EntryGiving(connection: connection, scopes: visit.device.pulls, mostEntries: most)
      let file = try UnlinkedFile()
      try giving.answer(to: question) { try file.append($0) }
      return file
    }
  }

  // MARK: - Attached files

  private func requireFiles() throws -> CollectedFiles {
    guard let files = settings.files else {
      throw CollectorRefusal(
        403, "no attached files are kept here; start formstate-collect listen with --attachments")
    }
    return files
  }

  /// Lists the files that are here.
  private func listFiles(_ body: UnlinkedFile, for visit: DeviceVisit) throws -> UnlinkedFile {
    visit.tally.withLock { $0.kind = .files }
    let files = try requireFiles()
    let data = try Self.whole(body, "a question about files", atMost: FilesQuestion.mostBytes)
    let file = try UnlinkedFile()
    try file.append(try files.answer(to: try FilesQuestion(data, source: "question")).document())
    return file
  }

  /// Takes an attached file, or gives one.
  private func fileResponse(to request: HTTPRequest) async -> HTTPResponse {
    await requests.answer(request) { visit in
      visit.tally.withLock { $0.kind = .files }
      let (device, files) = (visit.device, try requireFiles())
      guard let name = AttachmentName(String(request.path.dropFirst(Self.filesPath.count))) else {
        throw CollectorRefusal(404, "“\(request.path.shortened)” names no attached file")
      }
      switch request.method {
      case "GET", "HEAD":
        try Self.requireRight(of: device)
        try await requireAnswer(naming: name, within: device.pulls)
        return try files.give(name, to: request)
      case "PATCH":
        try await requireAnswer(naming: name, within: nil)
        return try await files.take(name, of: request, next: nextPart)
      default:
        throw CollectorRefusal.method(request.method, of: Self.filesPath, allowing: ["GET", "HEAD", "PATCH"])
      }
    }
  }

  private func requireAnswer(naming name: AttachmentName, within scopes: [ResponseScope]?) async throws {
    guard try await looks.run({ try CollectedFiles.isNamed(name, within: scopes, $0) }) else {
      let whose = scopes == nil ? "" : "that the device gets back "
      throw CollectorRefusal(404, "no answer \(whose)names the file “\(name.text)”; send the answer first")
    }
  }

  private static func requireRight(of device: CollectorDevices.Owner) throws {
    guard device.pulls.isEmpty else { return }
    throw CollectorRefusal(
      403, "the device “\(device.name)” gets no answers back; make it a token with formstate-collect device add --pull")
  }

  // MARK: - Metrics and health

  private func metricsResponse(to request: HTTPRequest) async -> HTTPResponse {
    await requests.answer(request, for: .metrics) { visit in
      visit.tally.withLock { $0.kind = .metrics }
      return HTTPResponse(
        status: 200, headers: [HTTPResponse.Header(name: "Content-Type", value: CollectorMetrics.contentType)],
        body: .data(Data(metrics.document().utf8)))
    }
  }

  private func healthResponse() async -> HTTPResponse {
    guard await isHealthy() else {
      let refusal = CollectorRefusal(
        503, "the database of the collector is unavailable", retryAfter: CollectorRefusal.usualWait)
      return refusal.response
    }
    return HTTPResponse(
      status: 200, headers: [HTTPResponse.Header(name: "Content-Type", value: "text/plain; charset=utf-8")],
      body: .data(Data("ok\n".utf8)))
  }

  private func isHealthy() async -> Bool {
    if let known = health.withLock({ $0 }), known.time + Self.healthTime > .now { return known.isGood }
    // The pool asks PostgreSQL.
    let isGood = (try? await looks.run { _ in true }) ?? false
    health.withLock { $0 = (.now, isGood) }
    return isGood
  }
}
#endif
