import Foundation

@testable import FormStateInterchange

/// A dump that is read in portions, as from a file or a pipe.
final class DumpInPortions {
  private var rest: Data
  private let size: Int
  /// How many bytes were read.
  private(set) var taken = 0

  init(_ data: Data, of size: Int) {
    (rest, self.size) = (data, size)
  }

  var reader: StoreDumpReader { StoreDumpReader(sourceName: "dump.json", reading: next) }

  private func next() -> Data {
    let portion = rest.prefix(size)
    rest = rest.dropFirst(size)
    taken += portion.count
    return Data(portion)
  }
}
