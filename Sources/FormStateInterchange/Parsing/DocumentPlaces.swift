import FormState

/// Finds the places of faults in a document while the document is read again.
///
/// Only a document with faults is read again, so values need not store their places. For a missing member, the place
/// is that of the innermost element or member around it; the outermost value has none.
///
/// A class, shared by the reader of the document, which reports values, and the users of its findings.
final class DocumentPlaces {
  /// A path to find.
  private struct Target {
    /// Its number among the paths.
    let path: Int
    /// The part below the container.
    let rest: Substring
  }

  /// A container that is open.
  private struct Level {
    let isDictionary: Bool
    /// The paths through members.
    var targets: [Target] = []
    /// The paths through elements, by their positions.
    var elements: [Int: [Target]] = [:]
    /// The position of the next element.
    var position = 0
  }

  private var open: [Level] = []
  /// The paths into the next value.
  private var next: [Target]
  /// The position of the next value, if it is a member: that of its key.
  private var offsets: [Int?]

  /// Finds paths such as `sections[0].cells[2].title`.
  init(of paths: [String]) {
    next = paths.enumerated().map { Target(path: $0, rest: $1[...]) }
    offsets = paths.map { _ in nil }
  }

  /// Records a key of the innermost dictionary, whose value follows.
  func noteKey(_ key: String, at offset: Int) {
    guard let level = open.last, !level.targets.isEmpty else { return }
    let name = key.shortened
    let step = open.count == 1 ? name : ".\(name)"
    next = Self.targets(level.targets, behind: step)
    note(offset)
  }

  /// Records a value without contents.
  func noteValue(at offset: Int) {
    _ = beginValue(at: offset)
    next = []
  }

  /// Records the beginning of a container.
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

  /// Records the end of the innermost container.
  func close() { _ = open.popLast() }

  /// The places of the paths that exist.
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

  /// The paths into a value that begins.
  private func beginValue(at offset: Int) -> [Target] {
    // The place of the outermost value is no help.
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

  /// The first position in a path, and the rest; `nil` if it does not begin with one.
  private static func element(_ path: Substring) -> (position: Int, rest: Substring)? {
    guard path.first == "[", let end = path.firstIndex(of: "]"),
      let position = Int(path[path.index(after: path.startIndex)..<end])
    else { return nil }
    return (position, path[path.index(after: end)...])
  }
}
