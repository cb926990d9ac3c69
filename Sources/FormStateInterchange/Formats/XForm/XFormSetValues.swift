import FormState

/// What the `setvalue` actions of an XForm set, and when.
struct XFormSetValues {
  /// What sets a node again and again.
  struct Setting: Hashable {
    let expression: String
    /// The nodes for which it waits; none for one that waits for the response to be opened.
    var triggers: [Int]
    let place: DocumentPlace
  }

  /// What sets a node when a response or an instance begins.
  private(set) var firstValues: [Int: String] = [:]
  /// Those of these nodes that are set in new instances alone, and not in those with which a response begins.
  private(set) var setInNewInstancesOnly: Set<Int> = []
  /// What sets a node again and again, in the order of the document.
  private(set) var settings: [Int: [Setting]] = [:]

  /// Reads the actions of a document.
  ///
  /// - Parameters:
  ///   - root: the document.
  ///   - controls: its controls.
  ///   - model: its nodes.
  ///   - report: is told of actions of which nothing can be made.
  /// - Complexity: O(n) for n elements.
  init(in root: XMLTree.Element, _ controls: [XFormControl], _ model: XFormModel, _ report: inout XFormReport) {
    let asked = controls.flatMap(\.all).filter { $0.kind == .question }.map { ($0.element.index, $0.node) }
    let questions = Dictionary(asked) { first, _ in first }
    var waiting = [root]
    while let element = waiting.popLast() {
      waiting += element.elements.reversed()
      guard element.name.local == "setvalue" else { continue }
      guard let node = model.node(of: element) else {
        report.add(
          element, "a <setvalue> names no node of the primary instance, or one instance of several",
          action: "it is kept without effect")
        continue
      }
      let unheard = element.unheardEvents
      if !unheard.isEmpty || element.events.isEmpty {
        report.keep(
          "setvalue", element.attribute("value") ?? element.text, of: model.nodes[node].key, at: element.place,
          "a <setvalue> has the unsupported trigger “\(unheard.joined(separator: " ").shortened)”")
      }
      for event in element.events where !unheard.contains(event) {
        add(element, of: node, on: event, at: element.parent.flatMap { questions[$0.index] } ?? nil)
      }
    }
  }

  private mutating func add(_ element: XMLTree.Element, of node: Int, on event: Substring, at question: Int?) {
    let expression = element.attribute("value").flatMap { $0.isBlank ? nil : $0 } ?? element.text.trimmed.asExpression
    if event == XFormEvent.valueChanged {
      if let question { add(expression, of: node, when: [question], element.place) }
    } else if event == XFormEvent.load {
      add(expression, of: node, when: [], element.place)
    } else {
      let isOfNewInstances = event.hasSuffix("new-repeat")
      if firstValues[node] == nil {
        firstValues[node] = expression
        if isOfNewInstances { setInNewInstancesOnly.insert(node) }
      } else if !isOfNewInstances {
        setInNewInstancesOnly.remove(node)
      }
    }
  }

  /// One that says the same of several questions is one that waits for each.
  private mutating func add(_ expression: String, of node: Int, when triggers: [Int], _ place: DocumentPlace) {
    var known = settings[node] ?? []
    let same = known.firstIndex { $0.expression == expression && $0.triggers.isEmpty == triggers.isEmpty }
    if let same {
      known[same].triggers += triggers
    } else {
      // Those that wait for the response to be opened come last, wherever they stand.
      let next = triggers.isEmpty ? nil : known.firstIndex { $0.triggers.isEmpty }
      known.insert(Setting(expression: expression, triggers: triggers, place: place), at: next ?? known.count)
    }
    settings[node] = known
  }
}

/// The events of XForms for which something waits.
enum XFormEvent {
  /// Somebody has answered a question otherwise than before.
  static let valueChanged = "xforms-value-changed"
  /// A response is opened.
  static let load = "odk-instance-load"
}

extension XMLTree.Element {
  /// What a setvalue waits for.
  var events: [Substring] { (attribute("event") ?? "").split(separator: " ") }

  /// Those of its events that are not heard.
  var unheardEvents: [Substring] {
    let isAtQuestion = parent.map(XFormControl.isQuestion) ?? false
    return events.filter { event in
      if event == XFormEvent.valueChanged { return !isAtQuestion }
      return event != XFormEvent.load && !event.hasSuffix("first-load") && !event.hasSuffix("new-repeat")
    }
  }
}
