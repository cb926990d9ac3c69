#if CommandLine
import Foundation

/// Lines of columns: aligned, and cut where a terminal is too narrow for them.
struct TerminalTable {
  /// Columns wider than this are not waited for by the other lines.
  static let widestColumn = 40
  private static let gap = 2
  /// No column is cut to less than this.
  private static let narrowestColumn = 6

  /// How wide the columns are that other lines wait for.
  private let widths: [Int]
  /// How many columns the terminal has; `nil` where nobody cuts.
  private let terminal: Int?

  /// Measures columns.
  ///
  /// - Parameters:
  ///   - rows: the texts of each line.
  ///   - terminal: how many columns there are; `nil` for as many as it takes.
  init(_ rows: some Sequence<[String]>, columns count: Int, terminal: Int?) {
    var widths = [Int](repeating: 0, count: count)
    for row in rows {
      for (place, text) in row.enumerated() where place < count {
        let width = TerminalText.width(of: text, atMost: Self.widestColumn + 1)
        if width <= Self.widestColumn { widths[place] = max(widths[place], width) }
      }
    }
    self.widths = terminal.map { Self.fitted(widths, into: $0) } ?? widths
    self.terminal = terminal
  }

  /// The texts of a line, padded where others follow them and cut where the terminal ends.
  func cells(of row: [String]) -> [String] {
    let (texts, pads) = terminal.map { fitted(row, into: $0) } ?? (row, widths)
    let last = texts.lastIndex { !$0.isEmpty } ?? 0
    return zip(texts, pads).enumerated().map { place, cell in
      let (text, width) = cell
      // Nobody waits for a column in which nothing stands, but what stands there keeps its distance.
      return place < last && (width > 0 || !text.isEmpty) ? TerminalText.padded(text, to: width) + blanks : text
    }
  }

  private var blanks: String { String(repeating: " ", count: Self.gap) }

  /// The texts of a line as they fit, and how wide their columns are in it: where it is long, alignment gives way before text.
  private func fitted(_ row: [String], into terminal: Int) -> (texts: [String], widths: [Int]) {
    let own = row.map { TerminalText.width(of: $0, atMost: terminal) }
    let needed = Self.fitted(own, into: terminal)
    let texts = zip(row, needed).map { text, width in
      TerminalText.leftToRight(TerminalText.cut(text, to: width))
    }
    var spare = max(0, terminal - Self.sum(needed))
    let padded = zip(needed, widths).map { text, width in
      let more = min(spare, max(0, (width > 0 && text == 0 ? width + Self.gap : width) - text))
      spare -= more
      return text + (text == 0 ? max(0, more - Self.gap) : more)
    }
    return (texts, padded)
  }

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
