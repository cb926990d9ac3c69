/// A bounded scan of a binary property list that neither recurses nor builds anything.
///
/// Objects may be shared, so a file of a hundred bytes can stand for billions of nodes. Each object is visited once
/// and its measure after expansion is remembered, so the scan costs what the file has, not what it stands for.
struct BinaryPropertyListScan {
  /// What an object amounts to once every shared object in it is written out.
  private struct Measure {
    /// The height of an object that was not visited.
    static let unvisited: Int32 = -1
    /// The height of a container that is open, which means that meeting it again closes a cycle.
    static let open: Int32 = -2

    /// How many values and keys it holds, itself included.
    var nodes: UInt32 = 0
    /// How many bytes it takes up.
    var bytes: UInt32 = 0
    /// How many containers stand inside one another in it; 0 for a scalar.
    var height: Int32 = unvisited
  }

  /// A container whose references are being followed.
  private struct Frame {
    /// The container.
    let object: BinaryPropertyListObject
    /// Which reference comes next.
    var next = 0
    /// How many values and keys were found in it so far, itself included.
    var nodes = 1
    /// How many bytes were found in it so far, its own included.
    var bytes: Int
    /// The height of its highest element so far.
    var height: Int32 = 0
  }

  /// The document.
  private let bytes: DocumentBytes

  /// What may be asked of the process; the measures hold 32 bits, so no limit is above that.
  private let limits: DocumentLimits

  /// Where things lie in the document.
  private let layout: BinaryPropertyListLayout

  /// What is known of each object.
  private var measures: [Measure]

  /// The containers that are open, outermost first.
  private var frames: [Frame] = []

  /// How many bytes of objects were visited; more than there are means that objects overlap.
  private var visitedBytes = 0

  /// How many bytes of keys were compared.
  private var comparedBytes = 0

  /// Prepares a scan.
  ///
  /// - Parameters:
  ///   - bytes: the whole document.
  ///   - limits: what the document may ask of the process.
  /// - Throws: ``DocumentFault`` when the parts of the file do not fit it.
  private init(_ bytes: DocumentBytes, limits: DocumentLimits) throws(DocumentFault) {
    self.bytes = bytes
    self.limits = DocumentLimits(
      maximumBytes: min(limits.maximumBytes, Int(UInt32.max)),
      maximumDepth: min(limits.maximumDepth, Int(Int32.max)),
      maximumNodes: min(limits.maximumNodes, Int(UInt32.max)),
      maximumKeyBytes: limits.maximumKeyBytes)
    layout = try BinaryPropertyListLayout(bytes, limits: limits)
    measures = Array(repeating: Measure(), count: layout.objectCount)
  }

  /// Checks a binary property list.
  ///
  /// - Parameters:
  ///   - bytes: the whole document.
  ///   - limits: what the document may ask of the process; nodes and bytes are counted after expansion.
  /// - Throws: ``DocumentFault`` with what is wrong, and the object or byte where it is.
  /// - Complexity: O(*n*) in the size of the file, O(*k* log *k*) in the keys of its largest dictionary.
  static func check(_ bytes: DocumentBytes, limits: DocumentLimits = .standard) throws(DocumentFault) {
    guard bytes.count <= limits.maximumBytes else {
      throw DocumentFault(problem: .tooLarge(maximumBytes: limits.maximumBytes), place: .wholeDocument)
    }
    guard bytes.count > 0 else { throw DocumentFault(problem: .empty, place: .wholeDocument) }
    var scan = try BinaryPropertyListScan(bytes, limits: limits)
    try scan.run()
  }

  /// Walks every object that the outermost one reaches.
  private mutating func run() throws(DocumentFault) {
    try visit(layout.topObject)
    while let last = frames.indices.last {
      let object = frames[last].object
      guard frames[last].next < object.referenceCount else {
        try closeContainer()
        continue
      }
      let reference = object.content.lowerBound + frames[last].next * layout.referenceWidth
      frames[last].next += 1
      try visit(layout.reference(at: reference))
    }
  }

  /// Follows a reference: measures a scalar, opens a container, or takes what is known of either.
  ///
  /// - Parameter number: the object that is referred to.
  private mutating func visit(_ number: Int) throws(DocumentFault) {
    let known = measures[number]
    if known.height >= 0 { return try add(known, of: number) }
    let object = try BinaryPropertyListObject(number, in: bytes, layout: layout)
    guard known.height != Measure.open else { throw DocumentFault(problem: .cycle, place: object.place) }
    visitedBytes += object.length
    guard visitedBytes <= layout.tableOffset - BinaryPropertyListLayout.headerLength else {
      // Overlapping objects would let a small file cost any number of visits to the same bytes.
      throw DocumentFault(problem: .malformed("the object overlaps another one"), place: object.place)
    }
    guard object.isContainer else {
      try object.proveContent(in: bytes)
      let measure = Measure(nodes: 1, bytes: UInt32(clamping: object.length), height: 0)
      measures[number] = measure
      return try add(measure, of: number)
    }
    guard frames.count < limits.maximumDepth else { throw tooDeep(object.place) }
    measures[number].height = Measure.open
    frames.append(Frame(object: object, bytes: object.length))
  }

  /// Adds an element to the innermost open container.
  ///
  /// - Parameters:
  ///   - measure: what the element amounts to.
  ///   - number: the element's number.
  private mutating func add(_ measure: Measure, of number: Int) throws(DocumentFault) {
    guard let last = frames.indices.last else { return }
    frames[last].nodes += Int(measure.nodes)
    frames[last].bytes += Int(measure.bytes)
    frames[last].height = max(frames[last].height, measure.height)
    let place = frames[last].object.place
    guard frames[last].nodes <= limits.maximumNodes else {
      throw DocumentFault(problem: .tooManyNodes(maximumNodes: limits.maximumNodes), place: place)
    }
    guard frames[last].bytes <= limits.maximumBytes else {
      throw DocumentFault(problem: .tooLarge(maximumBytes: limits.maximumBytes), place: place)
    }
    guard frames.count + Int(measure.height) <= limits.maximumDepth else { throw tooDeep(place) }
  }

  /// Closes the innermost container, all of whose references were followed.
  private mutating func closeContainer() throws(DocumentFault) {
    guard let frame = frames.popLast() else { return }
    if frame.object.kind == .dictionary { try proveKeys(of: frame.object) }
    let measure = Measure(
      nodes: UInt32(clamping: frame.nodes), bytes: UInt32(clamping: frame.bytes), height: frame.height + 1)
    measures[frame.object.number] = measure
    try add(measure, of: frame.object.number)
  }

  /// Proves that the keys of a dictionary are strings and differ.
  ///
  /// - Parameter dictionary: a dictionary, all of whose references were followed.
  private mutating func proveKeys(of dictionary: BinaryPropertyListObject) throws(DocumentFault) {
    var keys = DocumentKeys(bytes, limits: limits)
    for index in 0..<dictionary.referenceCount / 2 {
      let reference = dictionary.content.lowerBound + index * layout.referenceWidth
      let key = try BinaryPropertyListObject(layout.reference(at: reference), in: bytes, layout: layout)
      guard key.isString else { throw DocumentFault(problem: .nonStringKey, place: dictionary.place) }
      // A key shared by many dictionaries is compared in each of them; expansion counts it as often.
      comparedBytes += key.length
      guard comparedBytes <= limits.maximumBytes else {
        throw DocumentFault(problem: .tooLarge(maximumBytes: limits.maximumBytes), place: dictionary.place)
      }
      let problem =
        key.kind == .asciiString
        ? keys.append(plain: key.content, at: key.number)
        : keys.append(decoded: key.utf8(in: bytes) ?? [], at: key.number)
      if let problem { throw DocumentFault(problem: problem, place: key.place) }
    }
    if let repeated = keys.close(from: 0) {
      throw DocumentFault(problem: .duplicateKey(repeated.key), place: dictionary.place)
    }
  }

  /// Makes the fault for a container that is too deep.
  private func tooDeep(_ place: DocumentPlace) -> DocumentFault {
    DocumentFault(problem: .tooDeep(maximumDepth: limits.maximumDepth), place: place)
  }
}
