import Foundation

/// One work, done by FormState and by others at one size.
struct Comparison {
  /// A comparison, for a report and the results file.
  enum Unit: String {
    case seconds
    case processorSeconds = "cpu seconds"
    case bytes

    func text(_ value: Double) -> String {
      switch self {
      case .seconds: Measurement.text(value)
      case .processorSeconds: "\(Measurement.text(value)) of the processor"
      case .bytes: "\(Measurement.significant(value / 1e6)) MB"
      }
    }
  }

  /// The name of FormState in the results.
  static let ours = "FormState"

  private let work: String
  private let size: Int
  private let unit: Unit
  private var figures: [(by: String, value: Double)] = []

  /// - Parameters:
  ///   - work: the work; the same words at every size.
  ///   - size: of how many cells.
  init(_ work: String, size: Int, in unit: Unit = .seconds) {
    self.work = work
    self.size = size
    self.unit = unit
  }

  /// Adds the cost of one of them.
  mutating func add(_ by: String, _ value: Double) { figures.append((by, value)) }

  /// Prints all figures, with the ratio of the first to each other, and adds them to the results file if there is one.
  func report() throws {
    guard let first = figures.first else { return }
    let others = figures.dropFirst().map { figure in
      "; \(figure.by): \(unit.text(figure.value)), ratio \(Measurement.significant(first.value / figure.value))"
    }
    Measurement.tell("\(work), \(size) cells: \(unit.text(first.value))" + others.joined())
    guard let path = Request.current.results else { return }
    let lines = figures.map { "\"\(work)\",\"\($0.by)\",\(size),\($0.value),\(unit.rawValue)\n" }
    try Self.append(lines.joined(), to: path)
  }

  private static func append(_ text: String, to path: String) throws {
    let file = URL(fileURLWithPath: path)
    if !FileManager.default.fileExists(atPath: path) {
      try Data("work,by,size,value,unit\n".utf8).write(to: file)
    }
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
  }
}
