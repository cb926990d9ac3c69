import Foundation

do {
  try await measure(Request.current)
} catch {
  FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
  exit(1)
}

/// Measures the requested subjects in a temporary folder, or holds or repeats what another process measures.
@MainActor
func measure(_ request: Request) async throws {
  if let holding = request.holding { return try MemoryBenchmark.hold(holding.what, path: holding.path) }
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("formstate-benchmarks-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  if let repeating = request.repeating { return try repeating.work.run(times: repeating.times, in: folder) }
  Measurement.tell(
    request.isQuick
      ? "Once, at a twentieth of the sizes that are named: shows that all of it runs, and measures nothing\n"
      : "\(request.cellCount) cells, release build, least of several runs\n")
  for subject in Subject.allCases where request.asks(for: subject) {
    switch subject {
    case .visibility: try VisibilityBenchmark(cellCount: request.cellCount).run()
    case .store: try StoreBenchmark(cellCount: request.cellCount, folder: folder).run()
    case .growth: try GrowthBenchmark(cellCount: request.cellCount, folder: folder).run()
    case .memory: try MemoryBenchmark(cellCount: request.cellCount, folder: folder).run()
    case .history: try HistoryBenchmark(folder: folder).run()
    case .titles: try TitleBenchmark(folder: folder).run()
    case .rules: try RuleBenchmark(folder: folder).run()
    case .repeats: try RepeatBenchmark(folder: folder).run()
    case .lists: try ListBenchmark(folder: folder).run()
    case .model: try await ModelBenchmark().run()
    }
  }
}
