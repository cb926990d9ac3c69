import Foundation

/// The current part of a document that arrives in pieces.
final class DocumentWindow {
  /// How many bytes a reader has before it unless the document ends: more than nearly all texts have.
  static let margin = 1 << 16

  /// How much more room than needed a window keeps, after a large value has passed.
  private static let mostSurplus = 1 << 22

  /// Whether the window reaches to the end of the document.
  private(set) var isAtEnd = false
  /// Why the document could not be read on; it ends there then.
  private(set) var failure: (any Error)?

  /// How much of a document that can be read only once is kept, for the lines of its faults.
  private static let mostKept = 1 << 24

  private let next: () throws -> Data
  private let again: (() throws -> Data)?
  /// The received part of a document that can be read only once; `nil` if it is too much to keep.
  private var kept: Data?
  private var buffer: UnsafeMutableRawBufferPointer
  private var count = 0
  private var start: DocumentPosition?

  /// Begins at the start of a document.
  ///
  /// - Parameters:
  ///   - next: returns the next bytes of the document; empty at its end.
  ///   - again: returns the whole document again; `nil` for one that can be read only once.
  init(reading next: @escaping () throws -> Data, again: (() throws -> Data)? = nil) {
    self.next = next
    self.again = again
    kept = again == nil ? Data() : nil
    buffer = .allocate(byteCount: 2 * Self.margin, alignment: 1)
    readOn()
  }

  deinit { buffer.deallocate() }

  /// The contents of the window, until it is moved.
  var bytes: DocumentBytes { DocumentBytes(UnsafeRawBufferPointer(rebasing: buffer[..<count]), from: start) }

  /// The whole document, as far as it was read or can be read again; `nil` if it is gone.
  var whole: Data? { again.map { try? $0() } ?? kept }

  /// The window of a file; for one that cannot be read twice, enough is kept to find lines.
  convenience init(of file: InputFileReader) {
    self.init(reading: { try file.next() }, again: file.again)
  }

  /// Advances: releases bytes at its beginning, and shows more at its end.
  ///
  /// - Complexity: O(n) for n bytes that go or stay.
  func move(by distance: Int) {
    if distance > 0 {
      var position = DocumentPosition(in: bytes)
      position.advance(to: distance, in: bytes)
      start = position
      count -= distance
      if let base = buffer.baseAddress { base.copyMemory(from: base + distance, byteCount: count) }
    }
    readOn()
  }

  /// All of the document that is left, from the beginning of the window.
  ///
  /// - Parameter limit: how many bytes are wanted at most; of a longer document as many and a few more.
  func rest(atMost limit: Int) -> Data {
    var data = Data(bytes[0..<count])
    while data.count <= limit, let more = nextBytes() { data.append(more) }
    return data
  }

  /// Grows proportionally, so a long text is not scanned again for each portion of a pipe.
  private func readOn() {
    let goal = count + max(2 * Self.margin, count / 2)
    while count < goal, let more = nextBytes() {
      makeRoom(for: count + more.count)
      more.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: $0) }
      count += more.count
    }
  }

  private func nextBytes() -> Data? {
    guard !isAtEnd else { return nil }
    do {
      let more = try next()
      keep(more)
      if !more.isEmpty { return more }
    } catch {
      failure = error
    }
    isAtEnd = true
    return nil
  }

  private func keep(_ bytes: Data) {
    guard let count = kept?.count else { return }
    if count + bytes.count > Self.mostKept { kept = nil } else { kept?.append(bytes) }
  }

  private func makeRoom(for needed: Int) {
    guard needed > buffer.count || buffer.count - needed > Self.mostSurplus + needed else { return }
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: needed + needed / 2, alignment: 1)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    buffer.deallocate()
    buffer = larger
  }
}
