import FormState

/// A form as its author thinks of it: every cell and section is itself, whatever it is called and wherever it stands.
public struct AuthoredForm: Hashable, Sendable {
  /// A cell with what is under it.
  struct Cell: Hashable, Sendable {
    let identity: Int
    var cell: FormCell
    /// Rules that read another cell, as long as that stands above.
    var rules: [Rule] = []
    var children: [Cell] = []

    /// The cell and all that is under it.
    var all: [Cell] { [self] + children.flatMap(\.all) }
  }

  /// A rule, before it is known what the cell that it reads is called.
  struct Rule: Hashable, Sendable {
    let kind: FormRule.Kind
    /// The cell that it reads.
    let identity: Int

    /// Whether a cell of a kind can have it; an author may make another kind of the cell.
    func suits(_ cell: CellKind) -> Bool {
      switch kind {
      case .calculate: [.text, .longText, .custom].contains(cell)
      case .required, .readOnly, .constraint: FormAuthor.simpleKinds.contains(cell)
      default: true
      }
    }

    func written(reading key: String) -> FormRule {
      let read = "${\(key)}"
      return switch kind {
      case .calculate: FormRule(kind, "if(\(read) = '', '', concat(\(read), '!'))")
      case .constraint: FormRule(kind, "string-length(.) > string-length(\(read))", message: "Too short.")
      default: FormRule(kind, "string-length(\(read)) mod 2 = 1")
      }
    }
  }

  /// A section.
  struct Section: Hashable, Sendable {
    let identity: Int
    var section: FormSection
    var cells: [Cell] = []
  }

  var title = "Authored"
  var sections: [Section] = []

  /// All cells.
  var cells: [Cell] { sections.flatMap { $0.cells.flatMap(\.all) } }
}

extension AuthoredForm {
  /// A form as everybody else sees it, and what its author knows of it besides.
  public struct Version: Hashable, Sendable {
    /// The definition.
    public let form: FormDefinition
    /// Which cell each key stands for.
    public let cells: [String: Int]
    /// Which section each key stands for.
    public let sections: [String: Int]
    /// The key that each cell has.
    public let keys: [Int: String]
    /// The key that each section has.
    public let sectionKeys: [Int: String]
  }

  /// Writes the form down as a reader of a document does: cells without a key get one, made of what they are called.
  public var version: Version {
    var writing = Writing(taken: Set(cells.lazy.filter { !$0.cell.isKeyDerived }.map(\.cell.key)))
    let written = sections.enumerated().map { position, authored in
      var section = authored.section
      if section.isKeyDerived { section.key = "section-\(position + 1)" }
      section.cells = FormCells(authored.cells.flatMap { writing.cells($0, under: nil, within: []) })
      return section
    }
    let keys = writing.keys
    let sectionKeys = Dictionary(uniqueKeysWithValues: zip(sections.map(\.identity), written.map(\.key)))
    return Version(
      form: FormDefinition(key: "authored", title: title, sections: written),
      cells: Dictionary(uniqueKeysWithValues: keys.map { ($1, $0) }),
      sections: Dictionary(uniqueKeysWithValues: sectionKeys.map { ($1, $0) }), keys: keys, sectionKeys: sectionKeys)
  }

  /// What is known while the cells are written down.
  private struct Writing {
    var keys: [Int: String] = [:]
    /// The repeats around the cells that rules can read.
    var repeats: [Int: [Int]] = [:]
    var taken: Set<String>

    init(taken: Set<String>) { self.taken = taken }

    mutating func cells(_ authored: Cell, under question: String?, within around: [Int]) -> [FormCell] {
      var cell = authored.cell
      // Of what nobody asks there is nothing to ask again and again.
      if cell.kind == .repeat, authored.children.isEmpty { (cell.kind, cell.counts) = (.group, nil) }
      if let question, let value = cell.optionValue {
        cell.key = "\(question)=\(value)"
      } else if cell.isKeyDerived {
        let name = [cell.title, cell.subtitle].first { !$0.isEmpty }?.lowercased() ?? cell.kind.rawValue
        let numbers = (1...).lazy.map { $0 == 1 ? name : "\(name)-\($0)" }
        cell.key = numbers.first { !taken.contains($0) } ?? name
      }
      // What stands further down could stand in what the rule decides, and of what stands in other instances there are
      // many.
      cell.rules = authored.rules.filter { rule in
        rule.suits(cell.kind) && repeats[rule.identity].map(around.starts(with:)) ?? false
      }.compactMap { rule in keys[rule.identity].map(rule.written) }
      taken.insert(cell.key)
      keys[authored.identity] = cell.key
      let isRepeat = cell.kind == .repeat
      if !isRepeat { repeats[authored.identity] = around }
      let inside = authored.children.flatMap {
        cells($0, under: cell.key, within: isRepeat ? around + [authored.identity] : around)
      }
      cell.additionalRows = inside.count
      if cell.isExpandable, !isRepeat { cell.summary = .inferred(fromKinds: authored.children.map(\.cell.kind)) }
      return [cell] + inside
    }
  }
}

extension AuthoredForm.Version {
  /// The keys of the repeats.
  var repeatKeys: [String] { form.sections.flatMap(\.cells).filter { $0.kind == .repeat }.map(\.key) }

  /// Whether there is anything to ask again and again.
  public var hasRepeats: Bool { form.hasRepeats }

  /// The key of the innermost repeat around a cell; `nil` for a cell that is asked once.
  func repeatAround(_ key: String) -> String? {
    for section in form.sections {
      guard let position = section.cells.firstIndex(where: { $0.key == key }) else { continue }
      let above = section.cells[..<position].indices.filter { $0 + section.cells[$0].additionalRows >= position }
      return above.last { section.cells[$0].kind == .repeat }.map { section.cells[$0].key }
    }
    return nil
  }
}

// MARK: - Finding and changing

extension AuthoredForm {
  /// Where a cell stands: its section, and the way down from there.
  struct Place: Hashable {
    var section: Int
    var path: [Int]
  }

  /// Where all cells stand.
  var places: [Place] {
    sections.indices.flatMap { section in
      Self.paths(in: sections[section].cells).map { Place(section: section, path: $0) }
    }
  }

  private static func paths(in cells: [Cell]) -> [[Int]] {
    cells.indices.flatMap { index in [[index]] + paths(in: cells[index].children).map { [index] + $0 } }
  }

  subscript(place: Place) -> Cell {
    get { place.path.dropFirst().reduce(sections[place.section].cells[place.path[0]]) { $0.children[$1] } }
    set { Self.change(place.path[...], in: &sections[place.section].cells) { $0[$1] = newValue } }
  }

  /// The cell above a place; `nil` at the top of a section.
  func parent(of place: Place) -> Cell? {
    place.path.count > 1 ? self[Place(section: place.section, path: place.path.dropLast())] : nil
  }

  mutating func remove(at place: Place) -> Cell {
    let cell = self[place]
    Self.change(place.path[...], in: &sections[place.section].cells) { $0.remove(at: $1) }
    return cell
  }

  /// Puts a cell where another one stands, which moves down, or at the end.
  mutating func insert(_ cell: Cell, at place: Place) {
    Self.change(place.path[...], in: &sections[place.section].cells) { $0.insert(cell, at: min($1, $0.count)) }
  }

  private static func change(_ path: ArraySlice<Int>, in cells: inout [Cell], _ body: (inout [Cell], Int) -> Void) {
    guard let first = path.first else { return }
    if path.count == 1 { body(&cells, first) } else { change(path.dropFirst(), in: &cells[first].children, body) }
  }
}
