import Foundation

/// The arguments of the program.
struct Request {
  /// How many cells forms can have here; a form of more than the most fills the memory of most machines.
  static let cellCounts = 1...10_000_000

  /// Arguments that make no sense.
  struct Refusal: Error {
    let sentence: String
  }

  /// Whether all is to run once at a small size, which shows that it does and measures nothing.
  let isQuick: Bool
  let cellCount: Int
  /// The subjects that were named; empty: all of them.
  let subjects: Set<String>
  /// The file to which figures are added; nil: none.
  let results: String?
  /// What this process should hold in memory, from which file, instead of measuring; nil: it measures.
  let holding: (what: MemoryBenchmark.Holding, path: String)?
  /// What this process should repeat, and how often, instead of measuring; nil: it measures.
  let repeating: (work: SessionWork, times: Int)?

  /// The request of this process, which ends with a sentence when it makes no sense.
  static let current: Request = {
    do throws(Refusal) {
      return try Request(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("Error: \(error.sentence)\n".utf8))
      exit(64)
    }
  }()

  /// Parses `[--quick] [--results FILE] [CELLS] [SUBJECT…]`, or `--hold WHAT FILE`, or `--repeat WORK TIMES`.
  init(_ arguments: [String]) throws(Refusal) {
    var (isQuick, count, subjects, results) = (false, Int?.none, Set<String>(), String?.none)
    var holding: (MemoryBenchmark.Holding, String)?
    var repeating: (SessionWork, Int)?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": isQuick = true
      case "--results":
        guard let path = rest.popFirst() else { throw Refusal(sentence: "--results needs a file") }
        results = path
      case "--hold":
        guard let what = rest.popFirst().flatMap(MemoryBenchmark.Holding.init), let path = rest.popFirst() else {
          throw Refusal(sentence: "--hold needs what to hold, and a file")
        }
        holding = (what, path)
      case "--repeat":
        guard let work = rest.popFirst().flatMap(SessionWork.init), let times = rest.popFirst().flatMap(Int.init),
          (0...1_000_000).contains(times)
        else { throw Refusal(sentence: "--repeat needs what to repeat, and how often") }
        repeating = (work, times)
      case _ where Subject(rawValue: argument) != nil: subjects.insert(argument)
      default: count = try Self.cells(argument)
      }
    }
    self.isQuick = isQuick
    cellCount = count ?? (isQuick ? 1_000 : 1_000_000)
    self.subjects = subjects
    self.results = results
    self.holding = holding
    self.repeating = repeating
  }

  private static func cells(_ argument: String) throws(Refusal) -> Int {
    guard !argument.isEmpty, argument.trimmingPrefix("-").allSatisfy(\.isNumber) else {
      let subjects = Subject.allCases.map(\.rawValue).joined(separator: ", ")
      throw Refusal(sentence: "“\(argument)” is neither a number of cells nor one of \(subjects)")
    }
    guard let count = Int(argument), cellCounts.contains(count) else {
      throw Refusal(
        sentence:
          "\(argument) cells are too few or too many; from \(cellCounts.lowerBound) to \(cellCounts.upperBound) can be measured"
      )
    }
    return count
  }

  func asks(for subject: Subject) -> Bool { subjects.isEmpty || subjects.contains(subject.rawValue) }
}

/// The subjects that can be measured separately.
enum Subject: String, CaseIterable {
  case visibility, store, growth, memory, history, titles, rules, repeats, lists, model
}
