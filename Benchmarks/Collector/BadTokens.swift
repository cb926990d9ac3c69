#if Collect
import FormStateCollector
import Foundation

/// Good phones beside a flood of bad tokens, at a collector that listens.
struct BadTokens {
  /// What was measured.
  struct Report {
    /// The milliseconds from a push to its answer, sorted: without the flood, and beside it.
    let (quiet, flooded): ([Double], [Double])
    /// How many bad tokens a second were refused meanwhile.
    let rate: Double
  }

  /// The bad tokens a second that are sent.
  private static let aim = 10_000
  private static let (connections, pipelined) = (8, 25)

  private let port: UInt16
  private let metricsToken: String

  /// Pushes batches one after another, the first half without the flood and the second half beside it.
  static func measure(_ batches: [String], program: String, database: String) throws -> Report {
    let devices = CollectorDevices(connection: try PostgresConnection(database))
    // Each push of a phone is within its burst.
    let tokens = try (0..<(batches.count / 100 + 1)).map { try devices.add("phone \($0)") }
    let metricsToken = try devices.add("metrics", .init(readsMetrics: true))
    let (collector, output) = (Process(), Pipe())
    collector.executableURL = URL(fileURLWithPath: program)
    collector.arguments = ["listen", "--address", "127.0.0.1:0", "--database", database]
    collector.standardOutput = output
    collector.standardError = FileHandle.nullDevice
    try collector.run()
    defer {
      collector.terminate()
      collector.waitUntilExit()
    }
    let address = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = URL(string: address.trimmingCharacters(in: .newlines))?.port else {
      throw BenchmarkFailure("the collector does not listen: \(address)")
    }
    let flood = BadTokens(port: UInt16(port), metricsToken: metricsToken)
    let half = batches.count / 2
    let quiet = try flood.push(batches[..<half], tokens)
    let attacker = Process()
    attacker.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    attacker.arguments = ["--bad-tokens", "\(port)"]
    try attacker.run()
    defer {
      attacker.terminate()
      attacker.waitUntilExit()
    }
    while try flood.refusedCount() == 0 { usleep(10_000) }
    let (before, start) = (try flood.refusedCount(), ContinuousClock.now)
    let flooded = try flood.push(batches[half...], tokens)
    let seconds = start.duration(to: .now) / .seconds(1)
    return Report(quiet: quiet, flooded: flooded, rate: Double(try flood.refusedCount() - before) / seconds)
  }

  private func push(_ batches: ArraySlice<String>, _ tokens: [String]) throws -> [Double] {
    try batches.enumerated().map { number, batch in
      let start = ContinuousClock.now
      let connection = try LocalConnection(port: port)
      connection.send(LocalConnection.request("POST", "/batches", tokens[number % tokens.count], batch))
      let answer = try connection.answer()
      guard answer.status == 200, answer.body.contains("took") else { throw BenchmarkFailure("\(answer)") }
      // The phones take turns with a pause, so that a flood meets them at any moment.
      defer { usleep(5_000) }
      return start.duration(to: .now) / .milliseconds(1)
    }.sorted()
  }

  private func refusedCount() throws -> Int {
    let connection = try LocalConnection(port: port)
    connection.send(LocalConnection.request("GET", "/metrics", metricsToken, ""))
    let name = #"formstate_refused_requests_total{reason="token"} "#
    let line = try connection.answer().body.split(separator: "\n").first { $0.hasPrefix(name) }
    guard let count = line.flatMap({ Int($0.dropFirst(name.count)) }) else { throw BenchmarkFailure("no metrics") }
    return count
  }

  /// Sends bad tokens until this process is ended.
  static func send(toPort port: UInt16) throws {
    let pause = Double(connections * pipelined) / Double(aim)
    let threads = (0..<connections).map { _ in
      Thread {
        while let connection = try? LocalConnection(port: port) {
          var next = ContinuousClock.now
          let request = LocalConnection.request(
            "POST", "/batches", "formstate_" + String(repeating: "0", count: 96), "", keeps: true)
          let requests = Array(String(repeating: request, count: pipelined).utf8)
          connection.send(request)
          // All answers are equal, so the flood takes little of the processor: it is the same machine.
          guard let answer = try? connection.answer(), answer.status == 401 else { break }
          while true {
            connection.send(requests)
            guard connection.skip(pipelined * answer.byteCount) else { break }
            next += .seconds(pause)
            let rest = ContinuousClock.now.duration(to: next) / .seconds(1)
            if rest > 0 { Thread.sleep(forTimeInterval: rest) } else { next = .now }
          }
        }
      }
    }
    for thread in threads { thread.start() }
    while getppid() > 1 { sleep(1) }
  }
}

/// A connection to a port of this machine.
private final class LocalConnection {
  private let descriptor: Int32
  private var received: [UInt8] = []

  init(port: UInt16) throws {
    #if os(Linux)
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw BenchmarkFailure("cannot connect to port \(port)") }
  }

  deinit { close(descriptor) }

  static func request(
    _ method: String, _ path: String, _ token: String, _ body: String, keeps: Bool = false
  ) -> String {
    """
    \(method) \(path) HTTP/1.1\r
    Host: localhost\r
    Connection: \(keeps ? "keep-alive" : "close")\r
    Authorization: Bearer \(token)\r
    Content-Length: \(body.utf8.count)\r
    \r

    """ + body
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads so many bytes of answers; `false` if there are no more.
  func skip(_ byteCount: Int) -> Bool {
    var rest = byteCount
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while rest > 0 {
      let count = recv(descriptor, &buffer, min(buffer.count, rest), 0)
      guard count > 0 else { return false }
      rest -= count
    }
    return true
  }

  /// The next answer.
  func answer() throws -> (status: Int, body: String, byteCount: Int) {
    while true {
      if let end = received.firstRange(of: [13, 10, 13, 10]) {
        let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
        let length = head.firstMatch(of: /(?i)content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
        if received.count >= end.upperBound + length {
          let body = String(decoding: received[end.upperBound..<(end.upperBound + length)], as: UTF8.self)
          received.removeFirst(end.upperBound + length)
          return (Int(head.split(separator: " ")[1]) ?? 0, body, end.upperBound + length)
        }
      }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { throw BenchmarkFailure("no answer") }
      received += buffer[..<count]
    }
  }
}
#endif
