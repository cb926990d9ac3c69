/// How much a document may ask of the process that reads it.
///
/// The limits stand between untrusted bytes and Foundation's decoders, which recurse on depth and allocate
/// per node. They are generous: a form of a million cells stays far below each of them.
struct DocumentLimits: Equatable, Sendable {
  /// The limits every importer uses unless it is told otherwise.
  static let standard = DocumentLimits()

  /// The most bytes a document may have; for a binary property list also the most bytes it may have once
  /// every shared object is written out.
  var maximumBytes: Int

  /// The most containers that may stand inside one another.
  var maximumDepth: Int

  /// The most nodes (values and dictionary keys) a document may have once shared nodes are written out.
  var maximumNodes: Int

  /// The most bytes a key may have as UTF-8.
  ///
  /// Foundation normalises text beyond ASCII in time quadratic in its length, so keys must not be long.
  var maximumKeyBytes: Int

  /// Makes a set of limits.
  ///
  /// - Parameters:
  ///   - maximumBytes: the most bytes a document may have.
  ///   - maximumDepth: the most containers that may stand inside one another.
  ///   - maximumNodes: the most values and keys a document may have after expansion.
  ///   - maximumKeyBytes: the most bytes a key may have as UTF-8.
  init(
    maximumBytes: Int = 512 << 20, maximumDepth: Int = 256, maximumNodes: Int = 64_000_000,
    maximumKeyBytes: Int = 4_096
  ) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
    self.maximumNodes = maximumNodes
    self.maximumKeyBytes = maximumKeyBytes
  }
}
