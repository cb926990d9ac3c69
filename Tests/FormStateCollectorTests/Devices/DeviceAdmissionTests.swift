#if Collect
import FormState
import Testing

@testable import FormStateCollector

@Suite("Letting devices in") struct DeviceAdmissionTests {
  private let server: CollectingServer
  private let devices: CollectorDevices
  private let looks: PostgresPool
  private let begin = ContinuousClock.now

  init() throws {
    server = try CollectingServer()
    devices = CollectorDevices(connection: server.connection)
    looks = PostgresPool(address: server.cluster.address(), count: 1, patience: .seconds(20))
  }

  private func admission(
    _ change: (inout DeviceAdmission.Settings) -> Void = { _ in }
  ) throws -> DeviceAdmission {
    var settings = DeviceAdmission.Settings()
    change(&settings)
    return DeviceAdmission(key: try devices.key(), settings: settings, patience: .seconds(20), looks: looks)
  }

  private func status(
    _ admission: DeviceAdmission, _ token: String, _ seconds: Int = 0, for use: DeviceAdmission.Use = .answers
  ) async -> Int {
    do {
      admission.leave(try await admission.enter("Bearer \(token)", for: use, at: begin + .seconds(seconds)))
      return 200
    } catch {
      return CollectorRefusal(error).status
    }
  }

  @Test("A token that others make up is refused while PostgreSQL is away, without a bucket")
  func strangers() async throws {
    let admission = try admission()
    let stranger = TokenKey([UInt8](repeating: 0, count: 32))
    server.cluster.stop(immediate: true)
    for _ in 0..<1000 { #expect(await status(admission, stranger.token()) == 401) }
    #expect(admission.deviceCount == 0)
  }

  @Test("A token is looked up once within a while, and a revoked one is refused after it")
  func revoked() async throws {
    let admission = try admission()
    let token = try devices.add("kiosk")
    #expect(await status(admission, token) == 200)
    #expect(try devices.revoke("kiosk") == 1)
    #expect(await status(admission, token, 9) == 200)
    #expect(await status(admission, token, 10) == 401)
    #expect(await status(admission, token, 11) == 401)
  }

  @Test("A request whose token cannot be looked up is not counted")
  func unavailable() async throws {
    let admission = try admission { $0.rate = TokenBucket.Rate(burst: 1, perSecond: 0.001) }
    let token = try devices.add("kiosk")
    server.cluster.stop(immediate: true)
    for _ in 0..<5 { #expect(await status(admission, token) == 503) }
    try server.cluster.start()
    #expect(await status(admission, token) == 200)
    #expect(await status(admission, token) == 429)
  }

  @Test("Each token is good for its use alone; metrics are read while PostgreSQL is away")
  func uses() async throws {
    let admission = try admission()
    let metrics = try devices.add("zabbix", .init(readsMetrics: true))
    let token = try devices.add("kiosk")
    #expect(await status(admission, token, for: .metrics) == 403)
    #expect(await status(admission, metrics) == 403)
    #expect(await status(admission, metrics, for: .metrics) == 200)
    server.cluster.stop(immediate: true)
    #expect(await status(admission, metrics, 100, for: .metrics) == 200)
    #expect(await status(admission, token, 100) == 503)
  }

  @Test("The number of devices in memory is limited; those that are answered stay")
  func bounded() async throws {
    let admission = try admission { ($0.mostDevices, $0.mostOpen) = (3, 1) }
    let tokens = try (0..<8).map { try devices.add("\($0)") }
    let visit = try await admission.enter("Bearer \(tokens[0])", for: .answers, at: begin)
    for token in tokens[1...] {
      #expect(await status(admission, token) == 200)
      #expect(admission.deviceCount <= 3)
    }
    #expect(await status(admission, tokens[0]) == 429)
    admission.leave(visit)
    #expect(await status(admission, tokens[0]) == 200)
  }
}
#endif
