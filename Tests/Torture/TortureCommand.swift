import FormState
import FormStateStore
import Foundation
import SimulatedDisk

/// The commands of the driver, which `Scripts/torture` runs.
struct TortureCommand {
  static let usage = """
    torture power --seed N --seconds N [--runs N] [--losses N] [--control NAME]
    torture begin FILE --seed N
    torture live FILE --seed N --from STEP --to STEP [--memory-seed N] [--control NAME]
    torture examine FILE --seed N
    """

  private let words: [String]
  private let options: [String: String]

  init(_ arguments: [String]) throws {
    var words: [String] = []
    var options: [String: String] = [:]
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else {
        words.append(word)
        continue
      }
      guard let value = rest.popFirst() else { throw LifeFault(description: "\(word) lacks its value") }
      options[String(word.dropFirst(2))] = value
    }
    self.words = words
    self.options = options
  }

  func run() throws {
    switch words.first {
    case "power": try losePower()
    case "begin": try begin()
    case "live": try live()
    case "examine": try examine()
    default: throw LifeFault(description: "unknown command; there are:\n\(Self.usage)")
    }
  }

  private func number(_ name: String) throws -> Int {
    guard let number = options[name].flatMap({ Int($0) }) else {
      throw LifeFault(description: "--\(name) lacks a number")
    }
    return number
  }

  private func seed() throws -> UInt64 { UInt64(truncatingIfNeeded: try number("seed")) }

  private func control() throws -> PowerLoss.Control? {
    guard let name = options["control"] else { return nil }
    guard let control = PowerLoss.Control(rawValue: name) else {
      throw LifeFault(description: "there is no control “\(name)”")
    }
    return control
  }

  private func file() throws -> String {
    guard words.count == 2 else { throw LifeFault(description: "a file is missing") }
    return words[1]
  }

  // MARK: - Commands

  private func losePower() throws {
    guard simulated_disk_install() != 0 else { throw LifeFault(description: "SQLite takes no other file system") }
    let end = Date(timeIntervalSinceNow: Double(try number("seconds")))
    let runs = try options["runs"] == nil ? Int.max : number("runs")
    let losses = try options["losses"] == nil ? Int.max : number("losses")
    var total = PowerLoss.Count()
    var seed = try seed()
    var done = 0
    while Date() < end, done < runs, total.images < losses {
      let run = PowerLoss(seed: seed, stepCount: 24, control: try control())
      do {
        total += try run.run()
      } catch {
        print("\(done) runs, \(total)")
        throw LifeFault(description: "\(run): \(error)")
      }
      done += 1
      seed &+= 1
    }
    print("\(done) runs, \(total)")
  }

  private func begin() throws {
    var life = FileLife(seed: try seed())
    try life.begin(in: try FormStore(path: try file()))
  }

  /// Lives some steps, and prints each as soon as it is done.
  private func live() throws {
    var memory = try options["memory-seed"] == nil ? nil : FailingMemory(seed: number("memory-seed"))
    let store = try FormStore(path: try file())
    var life = FileLife(seed: try seed())
    let (first, last) = (try number("from"), try number("to"))
    let acknowledgesEarly = try control() == .acknowledgesEarly
    for step in first..<last {
      if acknowledgesEarly { say("\(step + 1)\tearly") }
      memory?.failLater()
      let what = try life.step(step, in: store)
      if !acknowledgesEarly { say("\(step + 1)\t\(try life.contentsForNextStep(of: store))\t\(what)") }
    }
  }

  /// Prints a line at once, unlike `print` to a pipe.
  private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

  /// Prints the contents of a file, and those after undoing everything.
  private func examine() throws {
    let store = try FormStore(path: try file(), access: .write)
    let life = FileLife(seed: try seed())
    let faults = try store.check()
    guard faults.isEmpty else { throw LifeFault(description: "check: \(faults)") }
    print(try life.contentsForNextStep(of: store))
    print(try life.goBackAndForth(in: store))
  }
}
