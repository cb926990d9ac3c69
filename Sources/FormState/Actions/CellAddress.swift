/// The address of a cell or an instance in a form with repeats, in readable notation.
///
/// `name:7` is the cell `name` in the instance 7, `passenger:7` that instance itself, and `name:7k` the one among
/// several with that number.
/// `passenger[2]/name` is the cell in the second passenger, `passenger[2]/bag[1]` the first bag of the second
/// passenger.
struct CellAddress: Equatable {
  /// A key, and an instance of the repeat with that key.
  struct Step: Equatable {
    let key: String
    /// The position among the instances, from 1; `nil` for the cell itself.
    let position: Int?
  }

  /// The steps from the outermost repeat to the cell.
  let steps: [Step]
  /// The name of the instance, if the address has one; there is then a single step.
  let instance: InstanceName?

  /// Reads an address; `nil` for any other text. The same text may be a key.
  init?(_ text: String) {
    if let colon = text.lastIndex(of: ":"), let instance = InstanceName(text[text.index(after: colon)...]) {
      guard colon > text.startIndex else { return nil }
      steps = [Step(key: String(text[..<colon]), position: nil)]
      self.instance = instance
      return
    }
    var steps: [Step] = []
    for part in text.split(separator: "/", omittingEmptySubsequences: false) {
      guard let step = Self.step(part) else { return nil }
      steps.append(step)
    }
    guard steps.contains(where: { $0.position != nil }), steps.count <= FormDefinition.maximumLevel else { return nil }
    self.steps = steps
    instance = nil
  }

  private static func step(_ part: Substring) -> Step? {
    guard part.last == "]", let open = part.lastIndex(of: "[") else {
      return part.isEmpty ? nil : Step(key: String(part), position: nil)
    }
    let digits = part[part.index(after: open)...].dropLast()
    guard let position = number(digits), position > 0, open > part.startIndex else { return nil }
    return Step(key: String(part[..<open]), position: position)
  }

  private static func number(_ digits: Substring) -> Int? {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(digits)
  }

  /// Whether a key could be mistaken for an address, which a form with repeats refuses.
  static func isLike(key: String) -> Bool { CellAddress(key) != nil }
}

/// The target of an address.
enum Addressed {
  /// A cell, in an instance or outside of repeats.
  case cell(CellSnapshot)
  /// An instance, and its repeat in its place.
  case instance(InstanceRoster.Instance, CellSnapshot)
}

extension FormReader {
  /// The cell of a reference.
  ///
  /// - Throws: ``ActionError`` for an unknown cell; what the reader throws.
  package func namedCell(_ reference: CellReference) throws -> CellSnapshot {
    try cell(namedBy: try addressed(reference.withCanonicalKey))
  }

  /// The cell at an address; an instance is refused.
  func cell(namedBy addressed: Addressed) throws -> CellSnapshot {
    switch addressed {
    case .cell(let cell): return cell
    case .instance(let instance, let owner):
      throw ActionError.namesInstance(address: state.instanceNames.address(of: owner.cell.key, in: instance.number))
    }
  }

  /// The target of a reference.
  ///
  /// - Throws: ``ActionError`` for an unknown target; what the reader throws.
  func addressed(_ reference: CellReference) throws -> Addressed {
    switch reference {
    case .key(let key):
      if let found = try addressed(key) { return found }
      if let option = try option(addressedBy: key) { return .cell(option) }
      throw try unknownCell(key)
    case .instance(let key, let number):
      if let found = try addressed(key, in: InstanceName(number)) { return found }
      throw try unknownCell(key)
    case .rowPath(let path): return .cell(try snapshot(at: path))
    }
  }

  private func snapshot(at path: RowPath) throws -> CellSnapshot {
    let sectionCount = sectionCount()
    guard (0..<sectionCount).contains(path.section) else {
      throw ActionError.noSuchSection(path, sectionCount: sectionCount)
    }
    if let section = section(at: path.section), section.isFolded {
      throw ActionError.rowInFoldedSection(path, section: section.key)
    }
    guard let cell = cell(at: path) else {
      throw ActionError.noSuchRow(path, rowCount: rowCount(inSection: path.section))
    }
    return cell
  }

  /// The error for an unknown key or address: of an address, for the part that is unknown.
  func unknownCell(_ key: String) throws -> ActionError {
    let steps = repeating() == nil ? [] : CellAddress(key)?.steps ?? []
    let unknown = steps.first { cell(withKey: $0.key) == nil }?.key ?? key
    return .unknownCell(key: unknown, nearest: try nearestCellKey(to: unknown))
  }

  /// The target of a reference by key; `nil` for an unknown one.
  ///
  /// - Throws: ``ActionError`` for an address with an unknown instance, and for a key that needs an instance.
  func addressed(_ key: String) throws -> Addressed? {
    if let cell = cell(withKey: key) {
      guard let around = repeatAround(cell.place), let owner = self.cell(at: around) else { return .cell(cell) }
      throw ActionError.needsInstance(cell: key, repeat: owner.cell.key)
    }
    guard repeating() != nil, let address = CellAddress(key), let first = address.steps.first else { return nil }
    if let instance = address.instance { return try addressed(first.key, in: instance) }
    return try follow(address.steps, address: key)
  }

  /// The cell with a key in an instance, or the instance of the repeat with the key; `nil` if no cell has the key.
  ///
  /// - Throws: ``ActionError`` if there is no such instance, or the name could be that of several.
  private func addressed(_ key: String, in name: InstanceName) throws -> Addressed? {
    guard let cell = cell(withKey: key) else { return nil }
    let around = repeatAround(cell.place)
    var found: [(number: Int, target: Addressed)] = []
    for instance in instances(meantBy: name) {
      if instance.cell.within(0) == cell.place, let owner = self.cell(at: instance.cell) {
        found.append((instance.number, .instance(instance, owner)))
      } else if instance.cell.within(0) == around, let held = self.cell(at: cell.place.within(instance.number)) {
        found.append((instance.number, .cell(held)))
      }
    }
    if found.count < 2, let only = found.first { return only.target }
    guard around != nil || cell.cell.kind == .repeat else { throw ActionError.standsInNoRepeat(cell: key) }
    guard found.isEmpty else {
      throw ActionError.ambiguousInstance(
        address: "\(key):\(name)", candidates: found.map { state.instanceNames.address(of: key, in: $0.number) })
    }
    throw ActionError.noSuchInstance(address: "\(key):\(name)")
  }

  private func follow(_ steps: [CellAddress.Step], address: String) throws -> Addressed? {
    var number = 0
    var result: Addressed?
    for step in steps {
      guard let place = cell(withKey: step.key)?.place else { return nil }
      let around = repeatAround(place)
      guard around == instance(number)?.cell.within(0) else { throw misplaced(step.key, around: around) }
      guard let cell = cell(at: place.within(number)) else { throw ActionError.noSuchInstance(address: address) }
      guard let position = step.position else {
        result = .cell(cell)
        continue
      }
      guard cell.cell.kind == .repeat else { throw ActionError.notARepeat(cell: cell.address, kind: cell.cell.kind) }
      guard let instance = instances(of: cell.place).element(at: position - 1) else {
        throw ActionError.noSuchInstance(address: address)
      }
      number = instance.number
      result = .instance(instance, cell)
    }
    return result
  }

  /// The error for a step of an address to a cell that is not in the instance before it.
  private func misplaced(_ key: String, around: CellPlace?) -> ActionError {
    guard let around, let owner = cell(at: around) else { return .standsInNoRepeat(cell: key) }
    return .needsInstance(cell: key, repeat: owner.cell.key)
  }
}

extension DecisionDraft {
  /// The instance of a reference, and its repeat: the named one, or the innermost one around the cell.
  func instance(meantBy reference: CellReference) throws -> (InstanceRoster.Instance, CellSnapshot) {
    let cell: CellSnapshot
    switch try reader.addressed(reference) {
    case .instance(let instance, let owner): return (instance, owner)
    case .cell(let found): cell = found
    }
    guard let instance = reader.instance(cell.instance), let owner = reader.cell(at: instance.cell) else {
      throw ActionError.standsInNoRepeat(cell: cell.address)
    }
    return (instance, owner)
  }

  /// The instance of a reference among those of a repeat.
  func instance(meantBy reference: CellReference, in cell: CellSnapshot) throws -> InstanceRoster.Instance {
    let (instance, owner) = try instance(meantBy: reference)
    guard instance.cell == cell.place else {
      throw ActionError.otherRepeat(
        instance: reader.state.instanceNames.address(of: owner.cell.key, in: instance.number), repeat: cell.address)
    }
    return instance
  }
}

extension CellReference {
  /// The subject of a change of the cell; `nil` for a row path.
  package var subject: StateSubject? {
    switch self {
    case .key(let key): StateSubject(key)
    case .instance(let key, let number): StateSubject(key, instance: number)
    case .rowPath: nil
    }
  }

  /// Reads a reference by key from a document: `KEY:N` and a full `KEY:NTAG` are an instance, unless that is a key
  /// itself.
  package init(text: String, isKey: (String) -> Bool) {
    let key = text.canonicalKey
    if !isKey(key), let address = CellAddress(key), let number = address.instance?.number,
      let step = address.steps.first
    {
      self = .instance(step.key, number: number)
    } else {
      self = .key(key)
    }
  }
}

extension CellSnapshot {
  /// The address of the cell in messages: its key, with the shortest spelling of its instance.
  var address: String { instance == 0 ? cell.key : "\(cell.key):\(spelledInstance)" }

  /// The reference to the cell in actions.
  var reference: CellReference { CellReference(cell.key, in: instance) }
}
