import FormState
import FormStateStore
import Foundation

// Benchmarks [CELLS] [SUBJECT…]
let arguments = CommandLine.arguments.dropFirst()
let cellCount = max(1_000, arguments.lazy.compactMap(Int.init).first ?? 1_000_000)
let subjects = Set(arguments.filter { Int($0) == nil })
func isAsked(_ subject: String) -> Bool { subjects.isEmpty || subjects.contains(subject) }
Measurement.tell("\(cellCount) cells, release build, least of several runs\n")
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
