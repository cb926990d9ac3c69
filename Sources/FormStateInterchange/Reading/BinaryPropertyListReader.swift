import FormState

/// Reads a binary property list object by object, without recursion.
///
/// Objects may be shared, so a file of a hundred bytes can stand for billions of nodes. Each object is read once and
/// its measure after expansion is remembered, so reading costs what the file has, and what it stands for keeps to a
/// multiple of its bytes.
struct BinaryPropertyListReader {
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

  /// The value of each object that was read; `null`, which the format has not, of the others.
  private var values: [PropertyValue]

  /// What makes the dictionaries.
  private let dictionaries = RecurringDictionaries()

  /// The containers that are open, outermost first.
  private var frames: [Frame] = []

  /// What takes the rows of a table; `nil` where they stay among the values.
  private let rows: (any DocumentRows)?

  /// Whether a container was met again, so that rows that were taken may be needed elsewhere.
  private var sharesContainers = false

  /// How many bytes of objects were visited; more than there are means that objects overlap.
  private var visitedBytes = 0

  /// Prepares a reader.
  ///
  /// - Parameters:
  ///   - bytes: the whole document.
  ///   - limits: what the document may ask of the process.
  ///   - rows: what takes the rows of a table; `nil` where they are to stay among the values.
  /// - Throws: ``DocumentFault`` when the parts of the file do not fit it.
  private init(
    _ bytes: DocumentBytes, limits: DocumentLimits, rows: (any DocumentRows)?
  ) throws(DocumentFault) {
    self.bytes = bytes
    self.rows = rows
    let expanding = limits.expanding(byteCount: bytes.count)
    self.limits = DocumentLimits(
      maximumBytes: min(expanding.maximumBytes, Int(UInt32.max)),
      maximumDepth: min(limits.maximumDepth, Int(Int32.max)),
      maximumNodes: min(expanding.maximumNodes, Int(UInt32.max)),
      maximumKeyBytes: limits.maximumKeyBytes)
    layout = try BinaryPropertyListLayout(bytes, limits: limits)
    measures = Array(repeating: Measure(), count: layout.objectCount)
    values = Array(repeating: .null, count: layout.objectCount)
  }

  /// Reads a binary property list.
  ///
  /// - Parameters:
  ///   - bytes: the whole document.
  ///   - limits: what the document may ask of the process; nodes and bytes are counted after expansion.
  ///   - rows: what takes the rows of a table; `nil` where they are to stay in the tree.
  /// - Throws: ``DocumentFault`` with what is wrong, and the object or byte where it is.
  /// - Complexity: O(*n*) in the size of the file.
  static func read(
    _ bytes: DocumentBytes, limits: DocumentLimits = .standard, rows: (any DocumentRows)? = nil
  ) throws(DocumentFault) -> PropertyValue {
    guard bytes.count <= limits.maximumBytes else {
      throw DocumentFault(problem: .tooLarge(maximumBytes: limits.maximumBytes), place: .wholeDocument)
    }
    guard bytes.count > 0 else { throw DocumentFault(problem: .empty, place: .wholeDocument) }
    var reader = try BinaryPropertyListReader(bytes, limits: limits, rows: rows)
    try reader.run()
    if let rows, reader.sharesContainers {
      // Hardly any writer shares a container; then each is needed wherever it stands.
      rows.forget()
      return try read(bytes, limits: limits)
    }
    return reader.values[reader.layout.topObject]
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

  /// Follows a reference: reads a scalar, opens a container, or takes what is known of either.
  ///
  /// - Parameter number: the object that is referred to.
  private mutating func visit(_ number: Int) throws(DocumentFault) {
    let known = measures[number]
    if known.height >= 0 {
      if known.height > 0 { sharesContainers = true }
      return try add(known)
    }
    let object = try BinaryPropertyListObject(number, in: bytes, layout: layout)
    guard known.height != Measure.open else { throw DocumentFault(problem: .cycle, place: object.place) }
    visitedBytes += object.length
    guard visitedBytes <= layout.tableOffset - BinaryPropertyListLayout.headerLength else {
      // Overlapping objects would let a small file cost any number of visits to the same bytes.
      throw DocumentFault(problem: .malformed("the object overlaps another one"), place: object.place)
    }
    guard object.isContainer else {
      values[number] = try object.value(in: bytes)
      let measure = Measure(nodes: 1, bytes: UInt32(clamping: object.length), height: 0)
      measures[number] = measure
      return try add(measure)
    }
    guard frames.count < limits.maximumDepth else { throw tooDeep(object.place) }
    measures[number].height = Measure.open
    frames.append(Frame(object: object, bytes: object.length))
  }

  /// Adds an element to what the innermost open container amounts to.
  ///
  /// - Parameter measure: what the element amounts to.
  private mutating func add(_ measure: Measure) throws(DocumentFault) {
    guard let last = frames.indices.last else { return }
    frames[last].nodes += Int(measure.nodes)
    frames[last].bytes += Int(measure.bytes)
    frames[last].height = max(frames[last].height, measure.height)
    let place = frames[last].object.place
    guard frames[last].nodes <= limits.maximumNodes else {
      throw DocumentFault(problem: .tooManySharedNodes(maximumNodes: limits.maximumNodes), place: place)
    }
    guard frames[last].bytes <= limits.maximumBytes else {
      throw DocumentFault(problem: .tooManySharedBytes(maximumBytes: limits.maximumBytes), place: place)
    }
    guard frames.count + Int(measure.height) <= limits.maximumDepth else { throw tooDeep(place) }
  }

  /// Closes the innermost container, all of whose references were followed.
  private mutating func closeContainer() throws(DocumentFault) {
    guard let frame = frames.popLast() else { return }
    try keep(frame.object)
    let measure = Measure(
      nodes: UInt32(clamping: frame.nodes), bytes: UInt32(clamping: frame.bytes), height: frame.height + 1)
    measures[frame.object.number] = measure
    try add(measure)
  }

  /// Keeps the value of a container, or hands it on when it is a row of a table.
  private mutating func keep(_ object: BinaryPropertyListObject) throws(DocumentFault) {
    guard object.kind == .dictionary else {
      values[object.number] = .array(try elements(of: object))
      return
    }
    let members = try members(of: object)
    if let rows, frames.count == 2, frames[0].object.kind == .array, frames[1].object.kind == .array {
      // The reference of each frame that is being followed is the one before its next.
      rows.take(members, section: frames[0].next - 1, row: frames[1].next - 1)
    } else {
      values[object.number] = .dictionary(members)
    }
  }

  /// The elements of an array, all of which were read.
  private func elements(of object: BinaryPropertyListObject) throws(DocumentFault) -> [PropertyValue] {
    var elements: [PropertyValue] = []
    elements.reserveCapacity(object.referenceCount)
    for index in 0..<object.referenceCount { elements.append(values[try reference(index, of: object)]) }
    return elements
  }

  /// The members of a dictionary, all of whose keys and values were read; its keys must be strings and differ.
  private func members(of object: BinaryPropertyListObject) throws(DocumentFault) -> [String: PropertyValue] {
    let count = object.referenceCount / 2
    var keys: [String] = []
    keys.reserveCapacity(count)
    for index in 0..<count { keys.append(try key(try reference(index, of: object), of: object)) }
    var references: [Int] = []
    references.reserveCapacity(count)
    for index in 0..<count { references.append(try reference(count + index, of: object)) }
    do throws(RecurringDictionaries.RepeatedKey) {
      return try dictionaries.dictionary(count: count, key: { keys[$0] }, value: { values[references[$0]] })
    } catch {
      let key = DocumentText.excerpt(of: keys[error.index])
      throw DocumentFault(problem: .duplicateKey(key), place: object.place)
    }
  }

  /// The key that an object is, which was read.
  private func key(_ number: Int, of object: BinaryPropertyListObject) throws(DocumentFault) -> String {
    guard case .string(let key) = values[number] else {
      throw DocumentFault(problem: .nonStringKey, place: object.place)
    }
    if let problem = limits.problem(withKey: key) {
      throw DocumentFault(problem: problem, place: .object(number, byte: try layout.offset(of: number)))
    }
    return key
  }

  /// The object that a container's reference names.
  ///
  /// - Parameter index: the reference's position in the container.
  private func reference(_ index: Int, of object: BinaryPropertyListObject) throws(DocumentFault) -> Int {
    try layout.reference(at: object.content.lowerBound + index * layout.referenceWidth)
  }

  /// Makes the fault for a container that is too deep.
  private func tooDeep(_ place: DocumentPlace) -> DocumentFault {
    DocumentFault(problem: .tooDeep(maximumDepth: limits.maximumDepth), place: place)
  }
}
