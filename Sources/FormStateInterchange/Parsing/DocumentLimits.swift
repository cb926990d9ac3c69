import FormState

/// How much a document may ask of the process that reads it.
///
/// They are generous: a form of a million cells stays below each of them.
struct DocumentLimits: Equatable, Sendable {
  /// The default limits of every importer.
  static let standard = DocumentLimits()

  /// The limits for JSON that becomes a form, which is never an array: of an array, only what distinguishes it from a
  /// CellDescriptor.plist is kept.
  static let form: DocumentLimits = {
    var limits = DocumentLimits()
    limits.keptRootElements = 1
    return limits
  }()

  /// The limits for XML that is kept as a tree, whose nodes take more memory than values.
  static let tree = DocumentLimits(maximumBytes: 128 << 20, maximumNodes: 4_000_000)

  /// The limits for a submission: the answers of one response, and no lists.
  static let submission = DocumentLimits(maximumBytes: 32 << 20, maximumNodes: 1_000_000)

  /// The minimum limit of values and keys after expanding a binary property list.
  private static let fewNodes = 10_000

  /// The limit of values and keys after expansion, per byte of a binary property list.
  ///
  /// A reference takes at least a byte, so a file without shared containers stays below one.
  private static let nodesPerByte = 2

  /// The minimum limit of bytes of keys and texts after expanding a binary property list.
  private static let fewBytes = 1 << 20

  /// The limit of bytes of keys and texts after expansion, per byte of a binary property list.
  ///
  /// Writers store each text once; a form of similar cells then expands to about six times its bytes.
  private static let bytesPerByte = 32

  /// The moments of the years 1 to 9999, in seconds since the first of January 2001.
  static let dates: Range<Double> = -63_113_904_000..<252_423_993_600

  /// The most bytes a document may have; for a binary property list also the most bytes it may have once
  /// every shared object is written out.
  var maximumBytes: Int

  /// The maximum nesting depth of containers.
  var maximumDepth: Int

  /// The most nodes (values and dictionary keys) a document may have once shared nodes are written out.
  var maximumNodes: Int

  /// The most bytes a key may have as UTF-8.
  ///
  /// Swift compares text beyond ASCII as if it were composed, so keys must not be long.
  var maximumKeyBytes: Int

  /// The most attributes an element of XML may have, declarations of namespaces included.
  var maximumAttributes: Int

  /// The most bytes the name of an element or attribute of XML may have, or a namespace.
  var maximumNameBytes: Int

  /// The maximum number of elements of an outermost JSON array that are kept; later ones are verified and released.
  var keptRootElements = Int.max

  /// Makes a set of limits.
  ///
  /// - Parameters:
  ///   - maximumBytes: the most bytes a document may have.
  ///   - maximumDepth: the maximum nesting depth of containers.
  ///   - maximumNodes: the most values and keys a document may have after expansion.
  ///   - maximumKeyBytes: the most bytes a key may have as UTF-8.
  ///   - maximumAttributes: the most attributes an element of XML may have.
  ///   - maximumNameBytes: the most bytes the name of an element or attribute of XML may have.
  init(
    maximumBytes: Int = 512 << 20, maximumDepth: Int = 256, maximumNodes: Int = 64_000_000,
    maximumKeyBytes: Int = 4_096, maximumAttributes: Int = 256, maximumNameBytes: Int = 1_000
  ) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
    self.maximumNodes = maximumNodes
    self.maximumKeyBytes = maximumKeyBytes
    self.maximumAttributes = maximumAttributes
    self.maximumNameBytes = maximumNameBytes
  }

  /// The limits for a document whose parts may be shared: its expansion is limited to a multiple of its bytes.
  ///
  /// - Parameter byteCount: how many bytes the document has.
  func expanding(byteCount: Int) -> DocumentLimits {
    let count = min(byteCount, 1 << 32)
    var limits = self
    limits.maximumNodes = min(maximumNodes, Self.fewNodes + count * Self.nodesPerByte)
    limits.maximumBytes = min(maximumBytes, Self.mostExpandedBytes(byteCount: count))
    return limits
  }

  /// The limit of bytes of keys and texts after expanding a binary property list.
  ///
  /// - Parameter byteCount: how many bytes it has, at most 2³².
  static func mostExpandedBytes(byteCount: Int) -> Int { fewBytes + byteCount * bytesPerByte }

  /// Proves that a document has no more bytes than it may have.
  ///
  /// - Parameter bytes: the whole document.
  /// - Throws: ``DocumentFault`` when it has more.
  func admit(_ bytes: DocumentBytes) throws(DocumentFault) {
    guard bytes.count <= maximumBytes else {
      throw DocumentFault(problem: .tooLarge(maximumBytes: maximumBytes), place: .wholeDocument)
    }
  }

  /// The problem of a key by itself; `nil` without one.
  ///
  /// - Parameter key: a key of any dictionary.
  func problem(withKey key: String) -> DocumentProblem? {
    let units = key.utf8
    guard units.count <= maximumKeyBytes else { return .keyTooLong(maximumBytes: maximumKeyBytes) }
    guard units.count > CanonicalText.maximumMarks, units.contains(where: { $0 >= 0x80 }) else { return nil }
    guard CanonicalText.composed(key) == nil else { return nil }
    return .malformed("a key has more than \(CanonicalText.maximumMarks) combining marks in a row")
  }
}
