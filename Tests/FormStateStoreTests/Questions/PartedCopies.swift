import FormState
import FormStateStore

/// Copies of a response in several stores, which go on differently and are joined.
struct PartedCopies {
  static let quality = OptionList(
    "quality", options: ["good", "poor"].map { OptionList.Option(value: $0, title: $0.capitalized) })

  static let form = FormDefinition(key: "house", lists: [quality]) {
    FormSection(key: "outside", title: "Outside", isFoldable: true) {
      Cell.text("owner", title: "Owner")
      Cell.group("roof", title: "Roof", options: quality)
      Cell.integer("floors", title: "Floors")
      Cell.text("secret", title: "Secret").sensitive()
      Cell.repeat("room", title: "Room") {
        Cell.text("name", title: "Name")
        Cell.repeat("bag", title: "Bag") { Cell.text("label", title: "Label") }
      }
    }
  }

  let key: ResponseKey
  /// The copies: those of Ada and Eve.
  let stores: [FormStore]

  var ada: FormStore { stores[0] }
  var eve: FormStore { stores[1] }

  /// Two copies after some actions.
  ///
  /// - Parameter store: the store of the first copy; a new one by default.
  init(
    of response: String = "default", after actions: [FormAction] = [.set("owner", "Tom")], in store: FormStore? = nil
  ) throws {
    key = ResponseKey(form: "house", response: response)
    let first = try store ?? FormStore.inMemory()
    try first.save(Self.form)
    for action in actions { try first.apply(action, to: key) }
    let copy = try FormStore.inMemory()
    try copy.restore(parts: first.forEachPart)
    stores = [first.acting(as: "Ada"), copy.acting(as: "Eve")]
  }

  /// Both go on, and Ada's store takes what Eve's has.
  func part(_ ada: [FormAction], _ eve: [FormAction]) throws {
    for action in ada { try self.ada.apply(action, to: key) }
    for action in eve { try self.eve.apply(action, to: key) }
    try meet()
  }

  /// Ada's store takes what Eve's has.
  func meet() throws { try ada.merge(parts: eve.forEachPart) }

  /// The instance of a repeat with a counter, by its whole number.
  func number(_ counter: Int) throws -> Int {
    let numbers = try ada.contents(of: key).state.instances.keys.map(\.instance)
    return numbers.sorted()[counter - 1]
  }

  func text(_ cell: String, in store: FormStore) throws -> String? {
    try store.contents(of: key).state[.value, of: StateSubject(cell)]?.value?.plainText
  }
}
