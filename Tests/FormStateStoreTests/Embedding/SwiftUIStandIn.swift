#if !canImport(SwiftUI)
import FormState
import FormStateStore
import Foundation

// A small stand-in for the part of SwiftUI that the documented views use, so that the very same code is compiled and
// run where there is no SwiftUI. It draws a view into elements, each with what a person can do with it.

@MainActor protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

/// The elements that a person sees and can use.
@MainActor struct Drawing: View {
  struct Element {
    var text: String
    var tap: () -> Void = {}
    var turn: (Bool) -> Void = { _ in }
    var enter: (String) -> Void = { _ in }
    /// Submits a field, or leaves it.
    var submit: () -> Void = {}
    var leave: () -> Void = {}
    var slide: (Double) -> Void = { _ in }
    var pick: (Date) -> Void = { _ in }
    var delete: () -> Void = {}
    /// Moves it before the element at an index of its list.
    var move: (Int) -> Void = { _ in }
  }

  var elements: [Element] = []
  var body: Drawing { self }

  init(_ elements: [Element] = []) { self.elements = elements }

  init(of view: some View) {
    if let drawing = view as? Drawing { self = drawing } else { self.init(of: view.body) }
  }

  var texts: [String] { elements.map(\.text) }

  func element(_ text: String) -> Element? { elements.first { $0.text.hasPrefix(text) } }
}

@MainActor @resultBuilder enum ViewBuilder {
  static func buildBlock<each Content: View>(_ content: repeat each Content) -> Drawing {
    var drawing = Drawing()
    for view in repeat each content { drawing.elements += Drawing(of: view).elements }
    return drawing
  }

  static func buildEither(first drawing: Drawing) -> Drawing { drawing }
  static func buildEither(second drawing: Drawing) -> Drawing { drawing }
  static func buildOptional(_ drawing: Drawing?) -> Drawing { drawing ?? Drawing() }
}

@MainActor struct List<Content: View>: View {
  let content: Content

  init(@ViewBuilder content: () -> Content) { self.content = content() }

  var body: Drawing { Drawing(of: content) }
}

@MainActor struct ForEach<Elements: RandomAccessCollection, Content: View>: View where Elements.Element: Identifiable {
  let elements: Elements
  let content: (Elements.Element) -> Content
  private var deleting: ((IndexSet) -> Void)?
  private var moving: ((IndexSet, Int) -> Void)?

  init(_ elements: Elements, @ViewBuilder content: @escaping (Elements.Element) -> Content) {
    self.elements = elements
    self.content = content
  }

  func onDelete(perform action: ((IndexSet) -> Void)?) -> ForEach {
    var view = self
    view.deleting = action
    return view
  }

  func onMove(perform action: ((IndexSet, Int) -> Void)?) -> ForEach {
    var view = self
    view.moving = action
    return view
  }

  var body: Drawing { Drawing(drawn) }

  private var drawn: [Drawing.Element] {
    var drawn: [Drawing.Element] = []
    for (offset, element) in elements.enumerated() {
      for var one in Drawing(of: content(element)).elements {
        if let deleting { one.delete = { deleting(IndexSet(integer: offset)) } }
        if let moving { one.move = { moving(IndexSet(integer: offset), $0) } }
        drawn.append(one)
      }
    }
    return drawn
  }
}

@MainActor struct Text: View {
  let text: String

  init(_ text: String) { self.text = text }

  var body: Drawing { Drawing([Drawing.Element(text: text)]) }
}

@MainActor struct Section<Content: View>: View {
  let title: String
  let content: Content

  init(_ title: String, @ViewBuilder content: () -> Content) {
    self.title = title
    self.content = content()
  }

  var body: Drawing { Drawing([Drawing.Element(text: "# \(title)")] + Drawing(of: content).elements) }
}

@MainActor struct Button: View {
  let title: String
  let action: () -> Void

  init(_ title: String, action: @escaping () -> Void) {
    self.title = title
    self.action = action
  }

  var body: Drawing { Drawing([Drawing.Element(text: title, tap: action)]) }
}

@MainActor struct Toggle: View {
  let title: String
  let isOn: Binding<Bool>

  init(_ title: String, isOn: Binding<Bool>) {
    self.title = title
    self.isOn = isOn
  }

  var body: Drawing { Drawing([Drawing.Element(text: "\(title): \(isOn.get() ? "on" : "off")", turn: isOn.set)]) }
}

@MainActor struct TextField: View {
  let title: String
  let text: Binding<String>

  init(_ title: String, text: Binding<String>) {
    self.title = title
    self.text = text
  }

  var body: Drawing { Drawing([Drawing.Element(text: "\(title): \(text.get())", enter: text.set)]) }
}

@MainActor struct Slider: View {
  let value: Binding<Double>
  let bounds: ClosedRange<Double>

  init(value: Binding<Double>, in bounds: ClosedRange<Double>) {
    self.value = value
    self.bounds = bounds
  }

  var body: Drawing {
    Drawing([Drawing.Element(text: "Slider: \(value.get()) of \(bounds)", slide: value.set)])
  }
}

@MainActor struct DatePicker: View {
  let title: String
  let selection: Binding<Date>

  init(_ title: String, selection: Binding<Date>) {
    self.title = title
    self.selection = selection
  }

  var body: Drawing { Drawing([Drawing.Element(text: "Date: \(title)", pick: selection.set)]) }
}

@propertyWrapper struct FocusState {
  var wrappedValue = false
  var projectedValue: FocusState { self }
}

extension View {
  func focused(_ focus: FocusState) -> Drawing { Drawing(of: self) }

  func onSubmit(_ action: @escaping () -> Void) -> Drawing { changed { $0.submit = action } }

  /// The only value that the documented views observe is the focus.
  func onChange(of isFocused: Bool, _ action: @escaping () -> Void) -> Drawing { changed { $0.leave = action } }

  private func changed(_ change: (inout Drawing.Element) -> Void) -> Drawing {
    var drawing = Drawing(of: self)
    for index in drawing.elements.indices { change(&drawing.elements[index]) }
    return drawing
  }
}

@MainActor struct Binding<Value>: AnswerBinding {
  let get: @MainActor () -> Value
  let set: @MainActor (Value) -> Void

  init(reading get: @escaping @MainActor () -> Value, writing set: @escaping @MainActor (Value) -> Void) {
    self.get = get
    self.set = set
  }
}
#endif
