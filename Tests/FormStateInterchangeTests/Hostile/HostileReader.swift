import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

/// A reader of documents, with all that happens to a document that it accepts.
struct HostileReader: Sendable, CustomTestStringConvertible {
  /// What a mutator has to know to keep most of a document.
  enum Grammar: Sendable {
    case json, jsonLines, xml, table, propertyList, archive, expressions
  }

  let name: String
  let grammar: Grammar
  /// Valid documents.
  let corpus: @Sendable () throws -> [Data]
  /// Documents with a fault each.
  var faulty: @Sendable () throws -> [Data] = { [] }
  /// Repairs proofs that a mutation breaks, such as sums over lines; the fault is then found further inside.
  var mend: @Sendable (Data) -> Data = { $0 }
  /// Reads a document and goes on with it; returns what should not be so, and throws the refusal.
  let accept: @Sendable (Data, FormStore) throws -> [String]

  var testDescription: String { name }

  static var all: [HostileReader] { forms + journals + answers }

  /// The files of a folder of the corpus, and others of the repository.
  static func files(_ folder: String, _ others: String...) throws -> [Data] {
    let url = Repository.folder.appendingPathComponent("Tests/Corpus/\(folder)")
    let names = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    let paths = names.map { url.appendingPathComponent($0) } + others.map(Repository.folder.appendingPathComponent)
    return try paths.map { try Data(contentsOf: $0) }
  }

  /// The faulty documents of a format.
  static func cases(_ format: String) throws -> [Data] {
    try SchemaCase.all(format).map { Data($0.document.utf8) }
  }
}

/// Documents that a mutator makes for a reader, and what became of them.
struct HostileTrial {
  /// A document with a problem.
  struct Finding: CustomStringConvertible {
    let number: Int
    let document: Data
    let problem: String

    var description: String {
      "document \(number) of \(document.count) bytes: \(problem)\n\(String(decoding: document.prefix(3_000), as: UTF8.self))"
    }
  }

  /// Whether there is time for each document, and to check what is stored of it: in a full run, and to replay one.
  static let isThorough = TestSeeds.isFull || ProcessInfo.processInfo.environment["FORMSTATE_TEST_SEED"] != nil

  /// The most processor seconds for a document, which has some thousand bytes.
  private static let mostSeconds = 10.0

  let reader: HostileReader
  private(set) var findings: [Finding] = []
  private(set) var acceptedCount = 0
  private(set) var documentCount = 0
  private(set) var seconds = 0.0
  private let corpus: [Data]
  private let faulty: [Data]
  private let mutator: DocumentMutator
  private let store: FormStore
  private var source: MutationSource

  init(_ reader: HostileReader, seed: UInt64 = 1) throws {
    self.reader = reader
    corpus = try reader.corpus()
    faulty = try reader.faulty()
    mutator = DocumentMutator(reader.grammar, corpus: corpus + faulty)
    source = MutationSource(seed: seed)
    store = try FormStore.inMemory()
  }

  /// Tries documents of the corpus itself.
  mutating func tryCorpus(_ choice: ([Data]) -> [Data]) {
    for document in choice(corpus) + choice(faulty) { take(document) }
  }

  /// Tries a number of documents, or fewer if they take too long.
  mutating func run(_ count: Int, seconds limit: Double = .infinity) {
    let (start, spent) = (documentCount, seconds)
    while documentCount - start < count, seconds - spent < limit {
      let base = faulty.isEmpty || !source.happens(oneIn: 4) ? corpus : faulty
      let document = mutator.document(from: base, &source)
      take(source.happens(oneIn: 2) ? reader.mend(document) : document)
    }
  }

  private mutating func take(_ document: Data) {
    let number = documentCount
    documentCount += 1
    let start = Self.processorSeconds
    do {
      let problems = try reader.accept(document, store)
      acceptedCount += 1
      findings += problems.map { Finding(number: number, document: document, problem: $0) }
    } catch {
      guard let problem = RefusalCheck.problem(with: error) else { return }
      findings.append(Finding(number: number, document: document, problem: problem))
    }
    let seconds = Self.processorSeconds - start
    self.seconds += seconds
    if seconds > Self.mostSeconds {
      findings.append(Finding(number: number, document: document, problem: "it takes \(seconds) s"))
    }
  }

  /// What a check of the store finds, if there is time.
  static func check(_ store: FormStore) throws -> [String] { isThorough ? try store.check() : [] }

  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// What a refusal has to say.
enum RefusalCheck {
  /// Beginnings of problems that concern a document as a whole.
  private static let whole = [
    "the document ", "this is ", "is a ", "is an ", "text encoded as ", "the shared parts ", "it is not ",
    "the root is ", "is not a ",
    "xls2xform ", "the workbook ", "these are ", "response ", "object ", "the JSON ",
  ]

  /// The problem with an error; `nil` if it is a refusal with a place.
  static func problem(with error: any Error) -> String? {
    switch error {
    case let error as ImportError: problem(with: error)
    case let error as JSONLinesError:
      error.line > 0 && !error.problem.isEmpty ? nil : "a refusal without a line: \(error)"
    case let error as StoreError: error.description.isEmpty ? "a refusal without words" : nil
    case is PushedEntryError, is ExportError, is InvalidDefinition: nil
    default: "an error of another type, \(type(of: error)): \(error)"
    }
  }

  private static func problem(with error: ImportError) -> String? {
    guard error.faultCount > 0 else { return "a refusal without faults" }
    if let problem = error.documentProblem {
      let isPlaced = ["line ", "byte ", "object "].contains { problem.hasPrefix($0) }
      return isPlaced || whole.contains { problem.hasPrefix($0) } ? nil : "a refusal without a place: \(problem)"
    }
    guard let fault = error.diagnostics.first(where: { !isPlaced($0) }) else { return nil }
    return "a refusal without a place: \(fault)"
  }

  private static func isPlaced(_ fault: Diagnostic) -> Bool {
    fault.line != nil || fault.section != nil || fault.key?.isEmpty == false
      || whole.contains { fault.problem.hasPrefix($0) }
  }
}
