#if CommandLine
import Foundation

/// Aligned columns; on a terminal, texts are truncated to keep the alignment.
struct TerminalTable {
  /// Without truncation, wider columns do not widen the column of other lines.
  static let widestColumn = 40
  private static let gap = 2
  /// The minimum width of a truncated column.
  private static let narrowestColumn = 6

  /// The widths to which other lines are padded.
  private let widths: [Int]
  /// The number of columns of the terminal; `nil` without truncation.
  private let terminal: Int?

  /// Measures columns.
  ///
  /// - Parameters:
  ///   - rows: the texts of each line.
  ///   - terminal: the number of columns; `nil` for no limit.
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

  /// The widths of columns, measured line by line.
  struct Widths {
    fileprivate let terminal: Int?
    fileprivate private(set) var widths: [Int]

    /// Begins; `terminal` is the number of columns, or `nil` for no limit.
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

  /// The texts of a line, padded before other texts and truncated at the next column.
  func cells(of row: [String]) -> [String] {
    let last = row.lastIndex { !$0.isEmpty } ?? 0
    var left = terminal
    return zip(row, widths).enumerated().map { place, cell in
      var (text, width) = cell
      // The last text may use the rest of the line.
      if let rest = left {
        text = TerminalText.leftToRight(TerminalText.cut(text, to: place < last ? width : max(0, rest)))
        if width > 0 { left = rest - width - Self.gap }
      }
      // An empty column is not padded, but a text in it keeps its distance.
      return place < last && (width > 0 || !text.isEmpty) ? TerminalText.padded(text, to: width) + blanks : text
    }
  }

  private var blanks: String { String(repeating: " ", count: Self.gap) }

  /// The total width of columns with the gaps between them.
  private static func sum(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + gap * max(0, widths.lazy.filter { $0 > 0 }.count - 1)
  }

  /// Widths that fit a terminal together: the widest shrink first, and equally.
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
