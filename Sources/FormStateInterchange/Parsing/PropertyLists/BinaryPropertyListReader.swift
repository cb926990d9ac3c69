import FormState

/// Reads a binary property list object by object, without recursion.
///
/// Objects may be shared, so a file of a hundred bytes can expand to billions of nodes. Each object is read once and
/// its measure after expansion is remembered, so reading is proportional to the file, and the expansion is limited to
/// a multiple of its bytes.
struct BinaryPropertyListReader {
  /// The measure of an object after expanding every shared object in it.
  private struct Measure {
    /// The height of an object that was not visited.
    static let unvisited: Int32 = -1
    /// The height of an open container; meeting it again closes a cycle.
    static let open: Int32 = -2

    /// How many values and keys it holds, itself included.
    var nodes: UInt32 = 0
    /// Its size in bytes.
    var bytes: UInt32 = 0
    /// The nesting depth of containers in it; 0 for a scalar.
    var height: Int32 = unvisited
  }

  /// A container whose references are being followed.
  private struct Frame {
    /// The container.
    let object: BinaryPropertyListObject
    /// The next reference.
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

  /// The limits; the measures hold 32 bits, so no limit is above that.
  private let limits: DocumentLimits

  /// The document's layout.
  private let layout: BinaryPropertyListLayout

  /// The state of each object.
  private var measures: [Measure]

  /// The value of each object that was read; `null`, which the format has not, of the others.
  private var values: [PropertyValue]

  /// Finds recurring keys.
  private let recurring = RecurringDictionaries()

  /// The keys of the most recent dictionary, and the position of the references to them.
  private var lastKeys: (keys: DocumentKeys, references: Int)?

  /// The containers that are open around the innermost one, outermost first.
  private var frames: [Frame] = []

  /// Receives the rows of a table; `nil` if they stay among the values.
  private let rows: (any DocumentRows)?

  /// Whether a container was met again, so rows that were taken may be needed elsewhere.
  private var sharesContainers = false

  /// The bytes of visited objects; more than exist mean that objects overlap.
  private var visitedBytes = 0

  /// Prepares a reader.
  ///
  /// - Parameters:
  ///   - bytes: the whole document.
  ///   - limits: the document's limits.
  ///   - rows: receives the rows of a table; `nil` to keep them among the values.
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
  ///   - limits: the document's limits; nodes and bytes are counted after expansion.
  ///   - rows: receives the rows of a table; `nil` to keep them in the tree.
  /// - Throws: ``DocumentFault`` with the problem, and its object or byte.
  /// - Complexity: O(*n*) in the size of the file.
  static func read(
    _ bytes: DocumentBytes, limits: DocumentLimits = .standard, rows: (any DocumentRows)? = nil
  ) throws(DocumentFault) -> PropertyValue {
    try limits.admit(bytes)
    guard bytes.count > 0 else { throw DocumentFault(problem: .empty, place: .wholeDocument) }
    var reader = try BinaryPropertyListReader(bytes, limits: limits, rows: rows)
    try reader.run()
    if let rows, reader.sharesContainers {
      // Hardly any writer shares a container; if one does, every occurrence needs it.
      rows.forget()
      return try read(bytes, limits: limits)
    }
    return reader.values[reader.layout.topObject]
  }

  /// Walks every object that the outermost one reaches.
  private mutating func run() throws(DocumentFault) {
    guard var frame = try read(layout.topObject, depth: 0) else { return }
    while true {
      if frame.next < frame.object.referenceCount {
        let number = try reference(frame.next, of: frame.object)
        frame.next += 1
        if measures[number].height < 0, let opened = try read(number, depth: frames.count + 1) {
          frames.append(frame)
          frame = opened
        } else {
          if measures[number].height > 0 { sharesContainers = true }
          try add(measures[number], to: &frame)
        }
      } else {
        let measure = try close(frame)
        guard let surrounding = frames.popLast() else { return }
        frame = surrounding
        try add(measure, to: &frame)
      }
    }
  }

  /// Reads an object for the first time.
  ///
  /// - Parameters:
  ///   - number: the object.
  ///   - depth: how many containers are open.
  /// - Returns: a container, whose references are to be followed; `nil` for a scalar, which is read then.
  private mutating func read(_ number: Int, depth: Int) throws(DocumentFault) -> Frame? {
    let object = try BinaryPropertyListObject(number, in: bytes, layout: layout)
    guard measures[number].height != Measure.open else { throw DocumentFault(problem: .cycle, place: object.place) }
    visitedBytes += object.length
    guard visitedBytes <= layout.tableOffset - BinaryPropertyListLayout.headerLength else {
      // Overlapping objects would let a small file cost any number of visits to the same bytes.
      throw DocumentFault(problem: .malformed("the object overlaps another one"), place: object.place)
    }
    guard object.isContainer else {
      values[number] = try object.value(in: bytes)
      measures[number] = Measure(nodes: 1, bytes: UInt32(clamping: object.length), height: 0)
      return nil
    }
    guard depth < limits.maximumDepth else { throw tooDeep(object.place) }
    measures[number].height = Measure.open
    return Frame(object: object, bytes: object.length)
  }

  /// Adds an element to the measure of the innermost open container.
  ///
  /// - Parameters:
  ///   - measure: the measure of the element.
  ///   - frame: the container.
  private func add(_ measure: Measure, to frame: inout Frame) throws(DocumentFault) {
    frame.nodes += Int(measure.nodes)
    frame.bytes += Int(measure.bytes)
    frame.height = max(frame.height, measure.height)
    guard frame.nodes <= limits.maximumNodes else {
      throw DocumentFault(
        problem: .tooManySharedNodes(maximumNodes: limits.maximumNodes), place: frame.object.place)
    }
    guard frame.bytes <= limits.maximumBytes else {
      throw DocumentFault(
        problem: .tooManySharedBytes(maximumBytes: limits.maximumBytes), place: frame.object.place)
    }
    guard frames.count + 1 + Int(measure.height) <= limits.maximumDepth else { throw tooDeep(frame.object.place) }
  }

  /// Closes the innermost container, all of whose references were followed.
  ///
  /// - Returns: its measure.
  private mutating func close(_ frame: Frame) throws(DocumentFault) -> Measure {
    try keep(frame.object)
    let measure = Measure(
      nodes: UInt32(clamping: frame.nodes), bytes: UInt32(clamping: frame.bytes), height: frame.height + 1)
    measures[frame.object.number] = measure
    return measure
  }

  /// Keeps the value of a container, or passes it on if it is a row of a table.
  private mutating func keep(_ object: BinaryPropertyListObject) throws(DocumentFault) {
    guard object.kind == .dictionary else {
      values[object.number] = .array(try elements(of: object))
      return
    }
    let members = DocumentRow(keys: try keys(of: object), values: try values(of: object))
    if let rows, frames.count == 2, frames[0].object.kind == .array, frames[1].object.kind == .array {
      // The reference of each frame that is being followed is the one before its next.
      rows.take(members, section: frames[0].next - 1, row: frames[1].next - 1)
    } else {
      values[object.number] = .dictionary(members.members)
    }
  }

  /// The elements of an array, all of which were read.
  private func elements(of object: BinaryPropertyListObject) throws(DocumentFault) -> [PropertyValue] {
    var elements: [PropertyValue] = []
    elements.reserveCapacity(object.referenceCount)
    for index in 0..<object.referenceCount { elements.append(values[try reference(index, of: object)]) }
    return elements
  }

  /// The keys of a dictionary, all of which were read; they must be strings and differ.
  private mutating func keys(of object: BinaryPropertyListObject) throws(DocumentFault) -> DocumentKeys {
    let count = object.referenceCount / 2
    let references = object.content.lowerBound
    // Writers share equal keys, so the rows of a table usually refer to the same ones in the same order.
    if let lastKeys, lastKeys.keys.names.count == count,
      bytes.isSame(count * layout.referenceWidth, at: references, as: lastKeys.references)
    {
      return lastKeys.keys
    }
    var names: [String] = []
    names.reserveCapacity(count)
    for index in 0..<count { names.append(try key(try reference(index, of: object), of: object)) }
    do throws(RecurringDictionaries.RepeatedKey) {
      let keys = try recurring.keys(count: count, key: { names[$0] })
      lastKeys = (keys, references)
      return keys
    } catch {
      let key = DocumentText.excerpt(of: names[error.index])
      throw DocumentFault(problem: .duplicateKey(key), place: object.place)
    }
  }

  /// The values of a dictionary, all of which were read.
  private func values(of object: BinaryPropertyListObject) throws(DocumentFault) -> [PropertyValue] {
    let count = object.referenceCount / 2
    var members: [PropertyValue] = []
    members.reserveCapacity(count)
    for index in count..<2 * count { members.append(values[try reference(index, of: object)]) }
    return members
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
