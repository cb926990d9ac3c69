import FormState

/// What the nurse fills in on each visit.
enum VisitForm {
  private static let mobility = OptionList(
    "mobility",
    options: [
      OptionList.Option(value: "good", title: "Walks alone"),
      OptionList.Option(value: "fair", title: "Walks with help"),
      OptionList.Option(value: "poor", title: "Does not walk"),
    ])

  static let definition = FormDefinition(key: "visit", title: "Visit", lists: [mobility]) {
    FormSection(key: "body", title: "Body") {
      Cell.group("weight-group", subtitle: "Weight") { Cell.slider("weight", value: 70, minimum: 30, maximum: 200) }
      Cell.group("mobility", subtitle: "Mobility", options: mobility)
    }
    FormSection(key: "notes", title: "Notes") { Cell.text("note", title: "Note") }
  }

  /// What a visit comes to, as a type of the app's own.
  struct Answers: Decodable {
    let weight: Double
    let mobility: String?
    let note: String?
  }
}
