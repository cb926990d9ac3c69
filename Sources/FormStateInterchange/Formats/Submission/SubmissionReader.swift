import FormState

/// Reads what a submission states: its elements by the nodes of the form.
///
/// What the form has no node for is a misfit, whatever the response contains.
struct SubmissionReader {
  /// A place in the submission.
  struct Place {
    let element: XMLTree.Element
    /// The name of its attribute that is meant; `nil` for the element itself.
    var attribute: String?
  }

  /// An instance of a repeat, counted in the submission.
  private struct Surroundings {
    /// The key of the repeat; `nil` outside of repeats.
    var owner: String?
    /// The number of the instance; 0 outside of repeats.
    var number = 0
  }

  private let layout: SubmissionLayout
  /// The statements; their places are positions in ``places``.
  private(set) var draft = AnswerDraft(identity: .position)
  private(set) var places: [Place] = []
  /// The elements without a statement.
  private(set) var misfits = MisfitList()
  /// The number of instances of each repeat so far.
  private var counts: [String: Int] = [:]

  /// Reads a submission.
  ///
  /// - Parameters:
  ///   - submission: the submission.
  ///   - layout: the nodes of the form, with that of the submission's name.
  ///   - givenName: the name under which the response would be exported anyway; `nil` for none.
  /// - Complexity: O(n) for n elements.
  init(_ submission: Submission, _ layout: SubmissionLayout, givenName: String?) {
    self.layout = layout
    if let name = submission.instanceID, name != givenName, let node = layout.instanceID,
      case .answer(let cell) = layout.roles[node]
    {
      draft.entries.append(
        AnswerDraft.Entry(
          place: nil, cell: cell, owner: nil, instance: 0, value: .text(name), isAnswer: true, isHidden: true))
    }
    read(submission.root, 0, Surroundings())
  }

  // Nodes nest no deeper than the reader of documents lets them.
  private mutating func read(_ element: XMLTree.Element, _ number: Int, _ surroundings: Surroundings) {
    let node = layout.skeleton.nodes[number]
    let elements = sorted(element, number)
    readAttributes(of: element, number, surroundings)
    for child in node.children {
      let found = elements[layout.skeleton.nodes[child].localName] ?? []
      switch layout.roles[child] {
      case .repeat(let cell): readInstances(found, child, of: cell, surroundings)
      case .answer where child == layout.instanceID: break
      case .answer(let cell):
        guard cell.kind.holdsValue, let first = found.first else { continue }
        add(first.text, at: Place(element: first), to: cell, surroundings)
        readAttributes(of: first, child, surroundings)
        for other in found.dropFirst() { tell(other, "it is already answered") }
      case .fixed, .section, .group: if let first = found.first { read(first, child, surroundings) }
      }
    }
  }

  /// The elements in an element that a node has a place for, by their names; others are misfits.
  private mutating func sorted(_ element: XMLTree.Element, _ number: Int) -> [String: [XMLTree.Element]] {
    var elements: [String: [XMLTree.Element]] = [:]
    for inner in element.lazyElements {
      if layout.skeleton.child(inner.name.local, of: number) == nil {
        tell(inner, "the form has no node \(inner.writtenName.shortened) here")
      } else if !inner.isTemplate {
        elements[inner.name.local, default: []].append(inner)
      }
    }
    return elements
  }

  private mutating func readInstances(
    _ elements: [XMLTree.Element], _ number: Int, of cell: FormCell, _ surroundings: Surroundings
  ) {
    draft.addGroup(cell.key, within: surroundings.number)
    let first = counts[cell.key, default: 0] + 1
    counts[cell.key] = first - 1 + elements.count
    for (instance, element) in zip(first..., elements) {
      draft.add(
        AnswerDraft.Instance(number: instance, place: place(Place(element: element))), of: cell.key,
        within: surroundings.number)
    }
    for (instance, element) in zip(first..., elements) {
      read(element, number, Surroundings(owner: cell.key, number: instance))
    }
  }

  /// Reads those attributes of an element that are nodes.
  private mutating func readAttributes(of element: XMLTree.Element, _ number: Int, _ surroundings: Surroundings) {
    for attribute in layout.skeleton.nodes[number].attributeNodes {
      let name = String(layout.skeleton.nodes[attribute].localName.dropFirst())
      guard case .answer(let cell) = layout.roles[attribute], cell.kind.holdsValue,
        let text = element.text(ofAttribute: name)
      else { continue }
      add(text, at: Place(element: element, attribute: name), to: cell, surroundings)
    }
  }

  private mutating func add(_ text: String, at place: Place, to cell: FormCell, _ surroundings: Surroundings) {
    let value = SubmissionValue.value(text, of: cell)
    draft.entries.append(
      AnswerDraft.Entry(
        place: self.place(place), cell: cell, owner: surroundings.owner, instance: surroundings.number, value: value,
        isAnswer: AnswerSheetValue.isAnswer(value, from: nil, to: cell), isHidden: cell.isHidden, submitted: text))
  }

  private mutating func place(_ place: Place) -> Int {
    places.append(place)
    return places.count - 1
  }

  private mutating func tell(_ element: XMLTree.Element, _ problem: @autoclosure () -> String) {
    misfits.add(Place(element: element), problem())
  }
}

extension MisfitList {
  /// Adds a misfit of a submission.
  mutating func add(
    _ place: SubmissionReader.Place, _ problem: @autoclosure () -> String, action: String = "it is omitted"
  ) {
    add(at: place.element.index, Diagnostic(key: place.description, problem: problem(), action: action))
  }
}

extension SubmissionReader.Place: CustomStringConvertible {
  /// The line, and the path from the root.
  var description: String {
    let names = sequence(first: element) { $0.parent }.map(\.name.local).reversed()
    return "line \(element.line), /" + (names + (attribute.map { ["@\($0)"] } ?? [])).joined(separator: "/")
  }
}
