import FormState
import FormStateStore
import Foundation

let cellCount = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 1_000_000
print("\(cellCount) cells, release build, least of several runs\n")
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("formstate-benchmarks-\(UUID())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

try VisibilityBenchmark(cellCount: cellCount).run()
try StoreBenchmark(cellCount: cellCount, folder: folder).run()
try HistoryBenchmark(folder: folder).run()
