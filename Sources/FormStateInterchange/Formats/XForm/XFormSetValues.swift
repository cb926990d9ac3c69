import FormState

/// The `setvalue` actions of an XForm.
struct XFormSetValues {
  /// An action that sets a node repeatedly.
  struct Setting: Hashable {
    let expression: String
    /// The triggering nodes; empty for one that is triggered by opening the response.
    var triggers: [Int]
    let place: DocumentPlace
  }

  /// Actions that set a node when a response or an instance begins.
  private(set) var firstValues: [Int: String] = [:]
  /// Those of these nodes that are set only in new instances, and not in the first ones.
  private(set) var setInNewInstancesOnly: Set<Int> = []
  /// Actions that set a node repeatedly, in the order of the document.
  private(set) var settings: [Int: [Setting]] = [:]

  /// Reads the actions of a document.
  ///
  /// - Parameters:
  ///   - root: the document.
  ///   - controls: its controls.
  ///   - model: its nodes.
  ///   - report: collects unsupported actions.
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

  /// The same action in several questions is one with several triggers.
  private mutating func add(_ expression: String, of node: Int, when triggers: [Int], _ place: DocumentPlace) {
    var known = settings[node] ?? []
    let same = known.firstIndex { $0.expression == expression && $0.triggers.isEmpty == triggers.isEmpty }
    if let same {
      known[same].triggers += triggers
    } else {
      // Those triggered by opening the response come last, in any position.
      let next = triggers.isEmpty ? nil : known.firstIndex { $0.triggers.isEmpty }
      known.insert(Setting(expression: expression, triggers: triggers, place: place), at: next ?? known.count)
    }
    settings[node] = known
  }
}

/// The events of XForms that trigger rules.
enum XFormEvent {
  /// An answer has changed.
  static let valueChanged = "xforms-value-changed"
  /// A response is opened.
  static let load = "odk-instance-load"
}

extension XMLTree.Element {
  /// The trigger of a setvalue.
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
