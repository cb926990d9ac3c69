#if Collect
import FormStateCollector
import FormStateGzip
import FormStateInterchange
import Foundation

/// Measures a collector beside what PostgreSQL does by itself with the same rows.
struct CollectorBenchmarks {
  /// A figure with its name and unit.
  struct Figure: Codable {
    let name: String
    let value: Double
    let unit: String
  }

  private let server: BenchmarkServer
  private let isQuick: Bool
  private var figures: [Figure] = []

  private static let tables = [
    "formstate_entry", "formstate_receipt", "formstate_line", "formstate_part", "formstate_state", "formstate_instance",
  ]

  /// Measures everything, and writes the figures as JSON to a file if one is named.
  static func run(_ arguments: [String]) throws {
    if let work = arguments.first, ["--take", "--check"].contains(work) { return try MeasuredProcess.serve(arguments) }
    if arguments.count == 2, arguments[0] == "--bad-tokens", let port = UInt16(arguments[1]) {
      return try BadTokens.send(toPort: port)
    }
    var benchmarks = CollectorBenchmarks(server: try BenchmarkServer(), isQuick: arguments.contains("--quick"))
    if !arguments.contains("--bad-tokens") {
      for entries in [100, 10] { try benchmarks.take(entriesOfStream: entries) }
      try benchmarks.takeAtOnce()
      try benchmarks.copies()
      try benchmarks.check()
      try benchmarks.push()
    }
    try benchmarks.badTokens()
    guard let file = arguments.first(where: { !$0.hasPrefix("--") }) else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(benchmarks.figures).write(to: URL(fileURLWithPath: file))
  }

  private mutating func report(_ name: String, _ value: Double, _ unit: String) {
    figures.append(Figure(name: name, value: (value * 1000).rounded() / 1000, unit: unit))
    print("\(name): \(String(format: value < 10 ? "%.3f" : "%.0f", value)) \(unit)")
    fflush(nil)
  }

  /// A number of entries, or a few for a quick run.
  private func size(_ entries: Int) -> Int { isQuick ? entries / 200 : entries }

  private func batch(_ name: String, entries: Int, ofStream: Int) throws -> String {
    let path = "\(server.folder)/\(name).jsonl"
    try BenchmarkBatch.write(path, streams: max(1, entries / ofStream), entries: ofStream)
    return path
  }

  // MARK: - Taking

  private mutating func take(entriesOfStream: Int) throws {
    let (entries, name) = (size(200_000), "\(entriesOfStream) per response")
    let file = try batch("take\(entriesOfStream)", entries: entries, ofStream: entriesOfStream)
    let database = try server.makeDatabase("take\(entriesOfStream)")
    let taken = try measure("take, \(name)", "--take", file, database, entries)
    report("take, \(name): memory", taken.megabytes, "MB")
    _ = try measure("take again, \(name)", "--take", file, database, entries)
    let copied = try copySeconds(of: database)
    report("COPY of the same rows, \(name)", Double(entries) / copied, "entries/s")
    report("take beside COPY, \(name)", taken.seconds / copied, "times")
  }

  private mutating func measure(
    _ name: String, _ work: String, _ file: String, _ database: String, _ entries: Int
  ) throws -> MeasuredProcess {
    guard let measured = try MeasuredProcess.run([[work, file, database]]).first else {
      throw BenchmarkFailure("\(name) failed")
    }
    report(name, Double(entries) / measured.seconds, "entries/s")
    guard work == "--take" else { return measured }
    report("\(name): of the collector's processor", Double(entries) / measured.processorSeconds, "entries/s")
    return measured
  }

  /// How long psql copies the rows of a database into empty tables with the same keys and constraints.
  private func copySeconds(of database: String) throws -> Double {
    let connection = try PostgresConnection(database)
    for table in Self.tables {
      try connection.execute(script: "COPY \(table) TO '\(server.folder)/\(table)'; TRUNCATE \(table)")
    }
    try connection.execute("CHECKPOINT")
    let copies = Self.tables.flatMap { ["-c", "\\copy \($0) from '\(server.folder)/\($0)'"] }
    let start = ContinuousClock.now
    try server.run([try BenchmarkServer.program("psql"), "-X", "-q", "-1", "-d", database] + copies)
    return start.duration(to: .now) / .seconds(1)
  }

  private mutating func takeAtOnce() throws {
    let entries = size(200_000)
    let files = try (0..<4).map { try batch("part\($0)", entries: entries / 4, ofStream: 100) }
    let database = try server.makeDatabase("at_once")
    let start = ContinuousClock.now
    _ = try MeasuredProcess.run(files.map { ["--take", $0, database] })
    report("four collectors at once", Double(entries) / (start.duration(to: .now) / .seconds(1)), "entries/s")
  }

  // MARK: - Copies that go on differently

  /// Copies of a response, one after the other.
  private mutating func copies() throws {
    let entries = isQuick ? 20 : 500
    let files = try BenchmarkBatch.writeCopies("\(server.folder)/copy", entries: entries, copies: isQuick ? 4 : 32)
    let connection = try PostgresConnection(try server.makeDatabase("copies"))
    let taking = BatchTaking(connection: connection)
    var seconds: [Double] = []
    for file in files {
      let lines = try InputLines(file)
      let start = ContinuousClock.now
      try taking.take(PushBatchReader(source: "batch") { try lines.next(atMost: $0) }) { _ in }
      seconds.append(start.duration(to: .now) / .seconds(1))
    }
    let forks = seconds.dropFirst()
    report("the first half of \(forks.count) copies", forks.prefix(forks.count / 2).reduce(0, +), "s")
    report("the second half of \(forks.count) copies", forks.suffix(forks.count / 2).reduce(0, +), "s")
  }

  // MARK: - A million entries

  private mutating func check() throws {
    let entries = size(1_000_000)
    let file = try batch("million", entries: entries, ofStream: 100)
    let database = try server.makeDatabase("million")
    let taken = try measure("take of a million", "--take", file, database, entries)
    report("take of a million: memory", taken.megabytes, "MB")
    let connection = try PostgresConnection(database)
    for table in Self.tables {
      let row = try connection.execute(
        "SELECT pg_total_relation_size('\(table)')::bigint, (SELECT count(*) FROM \(table))"
      ).only
      let (bytes, rows): (Int64, Int64) = (try row[0], try row[1])
      report("\(table): with indexes", Double(bytes) / Double(max(1, rows)), "bytes/row")
    }
    let size: Int64 = try connection.execute("SELECT pg_database_size(current_database())::bigint").only[0]
    report("the database", Double(size) / Double(entries), "bytes/entry")
    try connection.execute("VACUUM ANALYZE")
    let checked = try measure("check", "--check", "", database, entries)
    let start = ContinuousClock.now
    try connection.execute("SELECT count(sha256(prev || sha256(convert_to(body, 'UTF8')))) FROM formstate_entry")
    let hashed = start.duration(to: .now) / .seconds(1)
    report("sha256 of all entries in SQL", Double(entries) / hashed, "entries/s")
    report("check beside sha256", checked.seconds / hashed, "times")
  }

  // MARK: - One push

  /// A device's ten entries, from the batch to the answer over an open connection.
  private mutating func push() throws {
    let connection = try PostgresConnection(server.address("million"))
    let taking = BatchTaking(connection: connection)
    var best = Double.infinity
    for number in 0..<(isQuick ? 1 : 20) {
      let lines = try InputLines(try batch("push\(number)", entries: 10, ofStream: 10))
      let start = ContinuousClock.now
      try taking.take(PushBatchReader(source: "batch") { try lines.next(atMost: $0) }) { _ in }
      best = min(best, start.duration(to: .now) / .milliseconds(1))
    }
    report("a push of 10 entries, to the answer", best, "ms")
    let sent = try Data(contentsOf: URL(fileURLWithPath: try batch("sent", entries: 1000, ofStream: 100)))
    report("an entry on its way", Double(sent.count) / 1000, "bytes")
    report("an entry on its way, compressed", Double(try Gzip.compressed(sent).count) / 1000, "bytes")
    try pushBetweenProcesses()
  }

  /// A push of 10 entries by HTTP, without and beside a flood of bad tokens.
  private mutating func badTokens() throws {
    guard let program = ProcessInfo.processInfo.environment["FORMSTATE_COLLECT"] else {
      return print("bad tokens: not measured without FORMSTATE_COLLECT")
    }
    let batches = try (0..<(isQuick ? 20 : 2000)).map { number in
      try String(contentsOfFile: try batch("flood\(number)", entries: 10, ofStream: 10), encoding: .utf8)
    }
    let measured = try BadTokens.measure(batches, program: program, database: try server.makeDatabase("flood"))
    for (name, times) in [("alone", measured.quiet), ("beside bad tokens", measured.flooded)] {
      report("a push by HTTP \(name): median", times[times.count / 2], "ms")
      report("a push by HTTP \(name): 99th percentile", times[times.count * 99 / 100], "ms")
    }
    report("bad tokens refused", measured.rate, "tokens/s")
  }

  /// The same from a file of a device and back, with a process for each step.
  private mutating func pushBetweenProcesses() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let device = environment["FORMSTATE"], let collector = environment["FORMSTATE_COLLECT"] else {
      return print("a push between processes: not measured without FORMSTATE and FORMSTATE_COLLECT")
    }
    let script = """
      "$0" outbox write device.sqlite --to hq 2> /dev/null | "$1" take - --database "$2" > answers \
        && "$0" outbox take device.sqlite answers --to hq > /dev/null
      """
    var best = Double.infinity
    for _ in 0..<(isQuick ? 1 : 10) {
      for number in 0..<10 { try shell("\"$0\" set device.sqlite name \"Tom \(number)\" > /dev/null", device) }
      let start = ContinuousClock.now
      try shell(script, device, collector, server.address("million"))
      best = min(best, start.duration(to: .now) / .milliseconds(1))
    }
    report("a push of 10 entries between processes, and back", best, "ms")
  }

  private func shell(_ script: String, _ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let document = #"{"formstate":1,"key":"visit","sections":[{"key":"s","cells":[{"key":"name","kind":"text"}]}]}"#
    let prepare = """
      [ -f device.sqlite ] || { printf '%s' '\(document)' > visit.json
        "$0" import device.sqlite visit.json > /dev/null; }
      """
    process.arguments = ["-c", "\(prepare)\n\(script)"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: server.folder)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw BenchmarkFailure("a push between processes failed") }
  }
}
#endif
