import FormState

/// How much a document may ask of the process that reads it.
///
/// They are generous: a form of a million cells stays below each of them.
struct DocumentLimits: Equatable, Sendable {
  /// The limits every importer uses unless it is told otherwise.
  static let standard = DocumentLimits()

  /// The limits for JSON that is to be a form, which no array is: of one, what tells it from a CellDescriptor.plist is
  /// kept.
  static let form: DocumentLimits = {
    var limits = DocumentLimits()
    limits.keptRootElements = 1
    return limits
  }()

  /// The limits for XML that is kept as a tree, whose nodes take more room than values do.
  static let tree = DocumentLimits(maximumBytes: 128 << 20, maximumNodes: 4_000_000)

  /// The limits for a submission: the answers of one response, and no lists.
  static let submission = DocumentLimits(maximumBytes: 32 << 20, maximumNodes: 1_000_000)

  /// How many values and keys any binary property list may stand for, however short it is.
  private static let fewNodes = 10_000

  /// How many values and keys a binary property list may stand for with each of its bytes.
  ///
  /// A reference takes a byte at least, so a file that shares no container stays below one.
  private static let nodesPerByte = 2

  /// How many bytes of keys and texts any binary property list may stand for, however short it is.
  private static let fewBytes = 1 << 20

  /// How many bytes of keys and texts a binary property list may stand for with each of its bytes.
  ///
  /// Writers keep each text once; a form of like cells then stands for about six times its bytes.
  private static let bytesPerByte = 32

  /// The moments of the years 1 to 9999, in seconds since the first of January 2001.
  static let dates: Range<Double> = -63_113_904_000..<252_423_993_600

  /// The most bytes a document may have; for a binary property list also the most bytes it may have once
  /// every shared object is written out.
  var maximumBytes: Int

  /// The most containers that may stand inside one another.
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

  /// The most elements of an outermost JSON array that are kept; what follows is proven and let go.
  var keptRootElements = Int.max

  /// Makes a set of limits.
  ///
  /// - Parameters:
  ///   - maximumBytes: the most bytes a document may have.
  ///   - maximumDepth: the most containers that may stand inside one another.
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

  /// The limits for a document whose parts may be shared: what it stands for keeps to a multiple of its bytes.
  ///
  /// - Parameter byteCount: how many bytes the document has.
  func expanding(byteCount: Int) -> DocumentLimits {
    let count = min(byteCount, 1 << 32)
    var limits = self
    limits.maximumNodes = min(maximumNodes, Self.fewNodes + count * Self.nodesPerByte)
    limits.maximumBytes = min(maximumBytes, Self.mostExpandedBytes(byteCount: count))
    return limits
  }

  /// How many bytes of keys and texts a binary property list may stand for.
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

  /// What is wrong with a key by itself; `nil` when nothing is.
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
