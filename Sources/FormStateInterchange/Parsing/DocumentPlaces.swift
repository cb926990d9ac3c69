import FormState

/// Finds where in a document stands what its faults are about, while the document is read once more for that.
///
/// Only a document with faults is, so that reading need not remember a place for each of its values. Where what is
/// named is missing, the place is that of the innermost element or member around it; the outermost value has none.
///
/// A class, since the reader of the document tells it where values begin, and others ask it what it has found.
final class DocumentPlaces {
  /// A path to look for.
  private struct Target {
    /// Its number among the paths.
    let path: Int
    /// What of it lies below the container.
    let rest: Substring
  }

  /// A container that is open.
  private struct Level {
    let isDictionary: Bool
    /// What to look for among the members.
    var targets: [Target] = []
    /// What to look for among the elements, by their positions.
    var elements: [Int: [Target]] = [:]
    /// The position of the next element.
    var position = 0
  }

  private var open: [Level] = []
  /// What to look for in the value that follows.
  private var next: [Target]
  /// Where the value that follows begins, if it is a member: at its key.
  private var offsets: [Int?]

  /// Looks for paths such as `sections[0].cells[2].title`.
  init(of paths: [String]) {
    next = paths.enumerated().map { Target(path: $0, rest: $1[...]) }
    offsets = paths.map { _ in nil }
  }

  /// Takes note of a key of the innermost dictionary, whose value follows.
  func noteKey(_ key: String, at offset: Int) {
    guard let level = open.last, !level.targets.isEmpty else { return }
    let name = key.shortened
    let step = open.count == 1 ? name : ".\(name)"
    next = Self.targets(level.targets, behind: step)
    note(offset)
  }

  /// Takes note of a value that holds no others.
  func noteValue(at offset: Int) {
    _ = beginValue(at: offset)
    next = []
  }

  /// Takes note of a container that is opened.
  func open(isDictionary: Bool, at offset: Int) {
    let targets = beginValue(at: offset)
    next = []
    var level = Level(isDictionary: isDictionary)
    if isDictionary {
      level.targets = targets
    } else {
      for target in targets {
        guard let (position, rest) = Self.element(target.rest) else { continue }
        level.elements[position, default: []].append(Target(path: target.path, rest: rest))
      }
    }
    open.append(level)
  }

  /// Takes note of the end of the innermost container.
  func close() { _ = open.popLast() }

  /// Where the paths lead to, as far as they lead anywhere.
  ///
  /// - Complexity: O(n + k log k) for n bytes and k paths.
  func positions(in bytes: DocumentBytes) -> [DocumentPosition?] {
    var positions = [DocumentPosition?](repeating: nil, count: offsets.count)
    var position = DocumentPosition(in: bytes)
    let found = offsets.enumerated().compactMap { path, offset in offset.map { (path: path, offset: $0) } }
    for (path, offset) in found.sorted(by: { $0.offset < $1.offset }) {
      position.advance(to: offset, in: bytes)
      positions[path] = position
    }
    return positions
  }

  /// What to look for in a value that begins.
  private func beginValue(at offset: Int) -> [Target] {
    // The place of the outermost value helps nobody.
    guard let level = open.last, !level.isDictionary else { return next }
    let position = level.position
    open[open.count - 1].position += 1
    guard let targets = level.elements[position] else { return [] }
    next = targets
    note(offset)
    return targets
  }

  private func note(_ offset: Int) {
    for target in next { offsets[target.path] = offset }
  }

  private static func targets(_ targets: [Target], behind step: String) -> [Target] {
    targets.compactMap { target in
      guard target.rest.utf8.starts(with: step.utf8) else { return nil }
      let rest = Substring(target.rest.utf8.dropFirst(step.utf8.count))
      guard rest.first.map({ $0 == "." || $0 == "[" }) ?? true else { return nil }
      return Target(path: target.path, rest: rest)
    }
  }

  /// The position that a path names first, and what follows; `nil` where it names none.
  private static func element(_ path: Substring) -> (position: Int, rest: Substring)? {
    guard path.first == "[", let end = path.firstIndex(of: "]"),
      let position = Int(path[path.index(after: path.startIndex)..<end])
    else { return nil }
    return (position, path[path.index(after: end)...])
  }
}
