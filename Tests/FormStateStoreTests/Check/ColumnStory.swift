import FormState

@testable import FormStateStore

/// A store with content in every column of every table.
enum ColumnStory {
  /// Two texts that form the title of their group.
  private static func pair(separator: String) -> FormDefinition {
    FormDefinition(
      key: "pair",
      sections: [
        FormSection(
          key: "s",
          cells: [
            FormCell(
              key: "name", kind: .group, isExpandable: true, additionalRows: 2, summary: .join(separator: separator)),
            FormCell(key: "first", kind: .text), FormCell(key: "last", kind: .text),
          ])
      ])
  }

  /// Runs the whole story.
  static func tell(in store: FormStore) throws {
    try EverythingStory.tell(in: store)
    try takeInFromElsewhere(store)
    try group(store)
    try typeText(store)
    try removeTheLast(store)
    try measure(store)
  }

  /// Imports entries that do not follow from the definition in this store.
  private static func takeInFromElsewhere(_ store: FormStore) throws {
    let key = ResponseKey(form: "pair", response: "elsewhere")
    let elsewhere = try FormStore.inMemory()
    try elsewhere.save(pair(separator: " "))
    for action: FormAction in [.set("first", "Tom"), .set("last", "Sawyer"), .set("first", "Thomas"), .expand("name")] {
      try elsewhere.apply(action, to: key)
    }
    let journal = try elsewhere.journal(of: key).map { entry in
      var entry = entry
      entry.version = nil
      return entry
    }
    try store.importForms([
      FormContents(form: pair(separator: ", "), responses: [key.response: .init(journal: journal)])
    ])
  }

  /// Applies a group of actions and one more action to a response.
  private static func group(_ store: FormStore) throws {
    let key = ResponseKey(form: "pair", response: "grouped")
    try store.group("Name", in: key) { group in
      try group.apply(.set("first", "Huck"))
      try group.apply(.set("last", "Finn"))
      try group.apply(.expand("name"))
    }
    try store.apply(.set("last", "Berry"), to: key)
  }

  /// A response with a long text that is changed twice.
  static let typed = ResponseKey(form: "pair", response: "typed")

  private static func typeText(_ store: FormStore) throws {
    for day in ["one", "two", "three"] {
      try store.apply(.set("first", .text("The river is wide, and day \(day) on the raft is long.")), to: typed)
    }
  }

  /// A response with values whose readable form differs from the stored one: entered, calculated, by default.
  private static func measure(_ store: FormStore) throws {
    var far = FormCell(key: "far", kind: .integer, title: "Far", rules: [FormRule(.calculate, "if(${way} = 2, 5, 1)")])
    far.unit = "km"
    var way = FormCell(key: "way", kind: .integer, title: "Way")
    way.unit = "m"
    let wet = FormCell(key: "wet", kind: .switch, title: "Wet", defaultValue: false, isSensitive: true)
    try store.save(FormDefinition(key: "walk", sections: [FormSection(key: "s", cells: [way, far, wet])]))
    try store.apply(.set("way", 2), to: ResponseKey(form: "walk", response: "measured"))
  }

  /// A response whose last instance, with the highest number, is removed.
  private static func removeTheLast(_ store: FormStore) throws {
    let key = ResponseKey(form: "trip", response: "removed")
    try store.apply(.add("passenger"), to: key)
    try store.apply(.remove("passenger[2]"), to: key)
  }
}
