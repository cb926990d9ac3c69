import FormState
import FormStateStore
import Foundation

let isOfRules = CommandLine.arguments.dropFirst().first == "rules"
let cellCount = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 1_000_000
print("\(isOfRules ? "rules" : "\(cellCount) cells"), release build, least of several runs\n")
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("formstate-benchmarks-\(UUID())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

if !isOfRules {
  try VisibilityBenchmark(cellCount: cellCount).run()
  try StoreBenchmark(cellCount: cellCount, folder: folder).run()
  try HistoryBenchmark(folder: folder).run()
}
try RuleBenchmark(folder: folder).run()
