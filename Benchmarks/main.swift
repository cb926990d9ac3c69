import FormState
import FormStateStore
import Foundation

// Benchmarks [--quick] [CELLS] [SUBJECT…]
let arguments = CommandLine.arguments.dropFirst()
let cellCount = max(1_000, arguments.lazy.compactMap(Int.init).first ?? (Measurement.isQuick ? 1_000 : 1_000_000))
let subjects = Set(arguments.filter { Int($0) == nil && $0 != "--quick" })
func isAsked(_ subject: String) -> Bool { subjects.isEmpty || subjects.contains(subject) }
Measurement.tell(
  Measurement.isQuick
    ? "Once, at a twentieth of the sizes that are named: shows that all of it runs, and measures nothing\n"
    : "\(cellCount) cells, release build, least of several runs\n")
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("formstate-benchmarks-\(UUID())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

if isAsked("visibility") { try VisibilityBenchmark(cellCount: cellCount).run() }
if isAsked("store") { try StoreBenchmark(cellCount: cellCount, folder: folder).run() }
if isAsked("history") { try HistoryBenchmark(folder: folder).run() }
if isAsked("titles") { try TitleBenchmark(folder: folder).run() }
if isAsked("rules") { try RuleBenchmark(folder: folder).run() }
if isAsked("repeats") { try RepeatBenchmark(folder: folder).run() }
if isAsked("lists") { try ListBenchmark(folder: folder).run() }
if isAsked("model") { try await ModelBenchmark().run() }
