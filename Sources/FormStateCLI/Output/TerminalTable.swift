#if CommandLine
import Foundation

/// Lines of columns, aligned; on a terminal they are cut so that the columns stay where they are.
struct TerminalTable {
  /// Columns wider than this are not waited for by the other lines, where nothing is cut.
  static let widestColumn = 40
  private static let gap = 2
  /// No column is cut to less than this.
  private static let narrowestColumn = 6

  /// How wide the columns are that other lines wait for.
  private let widths: [Int]
  /// How many columns the terminal has; `nil` where nothing is cut.
  private let terminal: Int?

  /// Measures columns.
  ///
  /// - Parameters:
  ///   - rows: the texts of each line.
  ///   - terminal: how many columns there are; `nil` for as many as it takes.
  init(_ rows: some Sequence<[String]>, columns count: Int, terminal: Int?) {
    var widths = Widths(columns: count, terminal: terminal)
    for row in rows { widths.add(row) }
    self.init(widths)
  }

  /// Begins a table whose lines were measured.
  init(_ measured: Widths) {
    terminal = measured.terminal
    widths = measured.terminal.map { Self.fitted(measured.widths, into: $0) } ?? measured.widths
  }

  /// How wide the columns of lines are that are measured one after the other.
  struct Widths {
    fileprivate let terminal: Int?
    fileprivate private(set) var widths: [Int]

    /// Begins; `terminal` is how many columns there are, or `nil` for as many as it takes.
    init(columns count: Int, terminal: Int?) {
      self.terminal = terminal
      widths = [Int](repeating: 0, count: count)
    }

    /// Measures the texts of a line.
    mutating func add(_ row: [String]) {
      let widest = terminal ?? TerminalTable.widestColumn
      for (place, text) in row.enumerated() where place < widths.count {
        let width = TerminalText.width(of: text, atMost: widest + 1)
        if terminal != nil || width <= widest { widths[place] = max(widths[place], min(width, widest)) }
      }
    }
  }

  /// The texts of a line, padded where others follow them and cut where the next column begins.
  func cells(of row: [String]) -> [String] {
    let last = row.lastIndex { !$0.isEmpty } ?? 0
    var left = terminal
    return zip(row, widths).enumerated().map { place, cell in
      var (text, width) = cell
      // What nothing follows may take the rest of the line.
      if let rest = left {
        text = TerminalText.leftToRight(TerminalText.cut(text, to: place < last ? width : max(0, rest)))
        if width > 0 { left = rest - width - Self.gap }
      }
      // Nobody waits for a column in which nothing stands, but what stands there keeps its distance.
      return place < last && (width > 0 || !text.isEmpty) ? TerminalText.padded(text, to: width) + blanks : text
    }
  }

  private var blanks: String { String(repeating: " ", count: Self.gap) }

  /// The columns that widths take together with the gaps between them.
  private static func sum(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + gap * max(0, widths.lazy.filter { $0 > 0 }.count - 1)
  }

  /// Widths that fit a terminal together: the widest give way first, and equally.
  private static func fitted(_ widths: [Int], into terminal: Int) -> [Int] {
    var widths = widths
    var excess = sum(widths) - terminal
    while excess > 0, let widest = widths.max(), widest > narrowestColumn {
      let next = max(widths.filter { $0 < widest }.max() ?? 0, narrowestColumn)
      let places = widths.indices.filter { widths[$0] == widest }
      let step = max(1, min(excess / places.count, widest - next))
      for place in places where excess > 0 {
        widths[place] -= step
        excess -= step
      }
    }
    return widths
  }
}
#endif
