import FormState
import FormStateStore
import Foundation

let subject = CommandLine.arguments.dropFirst().first
let cellCount = subject.flatMap(Int.init) ?? 1_000_000
let isOfAll = subject == nil || subject.flatMap(Int.init) != nil
print("\(isOfAll ? "\(cellCount) cells" : subject ?? ""), release build, least of several runs\n")
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("formstate-benchmarks-\(UUID())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

if isOfAll {
  try VisibilityBenchmark(cellCount: cellCount).run()
  try StoreBenchmark(cellCount: cellCount, folder: folder).run()
  try HistoryBenchmark(folder: folder).run()
}
if isOfAll || subject == "rules" { try RuleBenchmark(folder: folder).run() }
if isOfAll || subject == "repeats" { try RepeatBenchmark(folder: folder).run() }
if isOfAll || subject == "lists" { try ListBenchmark(folder: folder).run() }
if isOfAll || subject == "model" { try await ModelBenchmark().run() }
