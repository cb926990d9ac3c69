/// A row as a table shows it, or keeps it without height.
///
/// Two rows are equal when they show the same cell in the same way, wherever they stand: a row that others have moved
/// is still equal to what it was. Who wants to know where it stands compares ``path``.
public struct VisibleRow: Hashable, Sendable {
  private var location: Location
  /// Where the row stands among the rows of its section; no part of equality.
  public var path: RowPath {
    get { location.path }
    set { location.path = newValue }
  }
  /// The position of the cell in its section's preorder, from 0, hidden cells counted; no part of equality.
  public var index: Int {
    get { location.index }
    set { location.index = newValue }
  }
  /// The key of the cell.
  public var key: String
  /// The number of the instance of a repeat that the row is in; 0 outside of repeats.
  public var instance: Int
  /// What actions call the cell: `name:7` for the cell `name` in the instance 7, and the key outside of repeats.
  public var address: String
  /// The cell, as actions and questions name it.
  public var reference: CellReference { instance == 0 ? .key(key) : .instance(key, number: instance) }
  /// What the cell holds.
  public var kind: CellKind
  /// The reuse identifier.
  public var identifier: String
  /// The displayed primary title.
  public var title: String
  /// The displayed secondary title.
  public var subtitle: String
  /// What the cell holds now; `nil` for nothing.
  public var value: CellValue?
  /// What the cell's control holds that is no value yet, to be shown back instead of the value; `nil` for nothing.
  public var draft: String?
  /// What the value looks like to a person; empty for nothing and for groups and choices, whose title shows it.
  public var valueText: String
  /// Whether the row can be expanded, to show rows under it, to grow in place, or both.
  public var isExpandable: Bool
  /// Whether the row is expanded.
  public var isExpanded: Bool
  /// Whether expanding the row makes it grow in place.
  public var isInline: Bool
  /// How many lines of text the row may show; `nil` for as many as there are, and for a hidden row.
  public var lineLimit: Int?
  /// The number of ancestors of the cell; what a table indents by.
  public var level: Int
  /// The height of the row; 0 points for a row that is kept but hidden.
  public var height: RowHeight
  /// The key of the cell above; `nil` at the top level.
  public var parent: String?
  /// The numbers that a slider takes, and an integer or decimal where it has such bounds; `nil` for any other kind.
  public var range: NumberRange?
  /// How far the control of a number moves at a time; `nil` if it moves freely.
  public var step: Double?
  /// What the number counts, which ``valueText`` shows after it; `nil` for a bare number.
  public var unit: String?
  /// What a switch shows for its two positions; `nil` for any other kind.
  public var switchTitles: SwitchTitles?
  /// The options of a question, in order; empty for every other cell.
  public var options: [RowOption]
  /// Of an option, whether it is chosen; `false` for any other kind.
  public var isChosen: Bool
  /// Whether the cell has to hold something before the response can be completed.
  public var isRequired: Bool
  /// Whether a person is kept from changing what the cell holds.
  public var isReadOnly: Bool
  /// Whether the person has entered something in the cell at some time, whether that was undone or not.
  public var isTouched: Bool
  /// The faults of what the cell holds; empty if nothing is.
  public var faults: [Fault]
  /// Whatever else the author wrote about the cell; `decode(_:)` reads it as your own type.
  public var properties: [String: PropertyValue]
  /// Whether ``title`` is what its list calls what is chosen, of which the row knows no more than the value.
  package var showsItemAsTitle: Bool
  /// Whether what can be chosen are the items of a list, which are no rows.
  package var choosesFromList: Bool
  /// Of a question and of an option, whether several can be chosen.
  package var choosesSeveral: Bool

  /// Describes a cell at a row path in a state of its response.
  ///
  /// - Parameters:
  ///   - cell: the cell's definition.
  ///   - place: where it stands in the form, and among what.
  ///   - path: the row path.
  ///   - isExpanded: whether the cell is expanded.
  ///   - height: the height of the row.
  ///   - state: what the person has touched.
  ///   - form: the form.
  ///   - formats: the formats of dates and numbers.
  package init(
    cell: FormCell, place: Place, path: RowPath, isExpanded: Bool, height: RowHeight, state: ResponseState,
    form: FormDefinition, formats: ValueFormats = .stored
  ) {
    location = Location(path: path, index: place.index)
    key = cell.key
    let instance = place.instance
    self.instance = instance
    address = cell.address(in: instance)
    kind = cell.kind
    identifier = cell.identifier
    title = state.title(of: cell, in: form, instance: instance)
    subtitle = cell.subtitle
    let value = state.value(of: cell, in: form, instance: instance)
    self.value = value
    // A cell that takes the value of an option shows the option's title as its own.
    valueText = cell.kind.isQuestionOfOptions ? "" : value.map { formats.text(of: $0, in: cell) } ?? ""
    let own = state.state(of: cell, in: instance)
    draft = own.draft
    isTouched = own.isTouched
    showsItemAsTitle = cell.choosesFromList && cell.summary == .choice && value != nil && own.title != nil
    choosesFromList = cell.choosesFromList
    choosesSeveral = (cell.kind == .option ? place.parent?.kind : cell.kind) == .choices
    isExpandable = cell.isExpandable
    self.isExpanded = isExpanded
    isInline = cell.inline != nil
    // A row without height shows no lines; that way its limit changes only when the row is resized.
    lineLimit = isExpanded || height == .points(0) ? nil : cell.inline?.lineLimit
    level = place.level
    self.height = height
    parent = place.parent?.key
    range = cell.range
    step = cell.step
    unit = cell.unit
    switchTitles = cell.kind == .switch ? cell.switchTitles ?? .standard : nil
    options = place.options.map { RowOption($0, in: instance, chosen: value) }
    let held =
      cell.optionValue == nil ? nil : place.parent.flatMap { state.value(of: $0, in: form, instance: instance) }
    isChosen = cell.optionValue.map { held?.isChoice(of: $0) ?? false } ?? false
    isRequired = state.derived(.requirement, of: cell, in: instance, form.fresh)?.flag ?? false
    isReadOnly = state.derived(.readOnly, of: cell, in: instance, form.fresh)?.flag ?? false
    faults = form.faults(of: cell, in: state, instance: instance)
    properties = cell.properties
  }

  /// Where a row stands, which is no part of what it shows.
  private struct Location: Hashable, Sendable {
    var path: RowPath
    var index: Int

    static func == (left: Location, right: Location) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }

  /// Where a cell stands in its form, and among what.
  package struct Place {
    /// The position of the cell in its section's preorder.
    package var index: Int
    /// The number of the instance of a repeat that it is in; 0 outside of repeats.
    package var instance: Int
    /// The number of ancestors of the cell.
    package var level: Int
    /// The cell above; `nil` at the top level.
    package var parent: FormCell?
    /// The options directly under the cell, in order.
    package var options: [FormCell]

    /// Tells where a cell stands; `nil` if there is no such cell. O(k) for k cells directly under one that has
    /// options, otherwise O(1).
    package init?(of position: Int, in section: FormSection, _ nesting: CompactNesting, instance: Int = 0) {
      guard let level = nesting.level(of: position) else { return nil }
      index = position
      self.instance = instance
      self.level = level
      parent = nesting.parent(of: position).flatMap(section.cells.element(at:))
      options = nesting.holdsOptions(at: position) ? section.optionsDirectly(under: position) : []
    }
  }
}

/// One choice of a question, as its row can draw it.
public struct RowOption: Hashable, Sendable, Identifiable {
  /// The key of the option, in an instance of a repeat its address, which `choose` takes.
  public var key: String
  /// What the question holds when the option is chosen.
  public var value: String
  /// What the option is called.
  public var title: String
  /// Whether it is chosen.
  public var isChosen: Bool

  /// The key.
  public var id: String { key }

  init(_ option: FormCell, in instance: Int, chosen: CellValue?) {
    key = option.address(in: instance)
    value = option.optionValue ?? option.key
    title = option.title
    isChosen = chosen?.isChoice(of: value) ?? false
  }
}

extension VisibleRow {
  /// What the value looks like to a person: of a question the title of the option; empty for nothing.
  package var readableText: String {
    func name(of value: String) -> String {
      options.first { $0.value == value }.flatMap { $0.title.isEmpty ? nil : $0.title } ?? value
    }
    if showsItemAsTitle { return title }
    return switch value {
    case .text(let value)? where kind == .group: name(of: value)
    case .choices(let values)?: values.map(name).joined(separator: ", ")
    default: valueText
    }
  }
}

extension VisibleRow: Identifiable {
  /// The address of the cell, which a row keeps wherever it moves.
  public var id: String { address }
}

extension FormCell {
  /// What actions call the cell in an instance of a repeat, or with 0 outside of repeats.
  package func address(in instance: Int) -> String { instance == 0 ? key : "\(key):\(instance)" }
}

extension VisibleRow {
  /// Reads the row's properties as your own type.
  ///
  /// With it a table view switches over types of cells, and never over section numbers:
  ///
  /// ```swift
  /// struct Friend: Decodable {
  ///   let name: String
  ///   let pictureUrl: URL?
  /// }
  ///
  /// switch row.identifier {
  /// case "FriendCell": show(try row.decode(Friend.self))
  /// case "AboutCell": show(try row.decode(About.self))
  /// default: break
  /// }
  /// ```
  ///
  /// A number is read as any integer that holds it exactly, and as `Double`, `Float` and `Decimal`; a `URL` from text;
  /// an optional from null or nothing; a `Date` from a date or ISO-8601 text, never from a number; `Data` from data or
  /// Base64 text. A type may also hold a ``PropertyValue`` as it is.
  ///
  /// - Parameter type: the type to read.
  /// - Throws: ``PropertyDecodingError``, which names the cell, the property, what is there and what was wanted.
  /// - Complexity: O(n) in the size of the properties.
  public func decode<Content: Decodable>(_ type: Content.Type = Content.self) throws -> Content {
    let root = PropertyValue.dictionary(properties)
    do {
      return try PropertyDecoder(root).content(type)
    } catch {
      throw PropertyDecodingError(error, cell: key, properties: root, type: type)
    }
  }
}
