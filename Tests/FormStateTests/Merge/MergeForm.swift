import FormState

/// A form of several questions with rules, for merges.
enum MergeForm {
  static let quality = OptionList(
    "quality",
    options: ["good", "fair", "poor"].map { OptionList.Option(value: $0, title: $0.capitalized) })
  static let damages = ["a", "b", "c", "d"]

  static let form = FormDefinition(key: "house", lists: [quality]) {
    FormSection(key: "outside", title: "Outside", isFoldable: true) {
      Cell.text("owner", title: "Owner")
      Cell.group("roof", title: "Roof", options: quality)
      Cell.text("advice", title: "Advice").set("concat('mind the ', ${roof}, ' roof')", when: "roof")
      Cell.text("reason", title: "Reason").relevant("${roof} = 'poor'").required()
      Cell.choices("damage", title: "Damage") {
        for damage in damages { Cell.option(damage) }
      }
      Cell.integer("floors", title: "Floors").constraint(". <= 5", message: "At most 5.")
      Cell.text("secret", title: "Secret").sensitive()
      Cell.text("stamp", title: "Stamp").calculate("if(${owner} = '', '', string(random()))")
      Cell.integer("total", title: "Total").calculate("sum(${amount})")
    }
    FormSection(key: "inside", title: "Inside") {
      Cell.repeat("room", title: "Rooms") {
        Cell.text("name", title: "Name")
        Cell.integer("amount", title: "Amount").constraint(". < 100")
        Cell.text("code", title: "Code").initially("concat('c', string(random()))")
        Cell.text("note", title: "Note").set("concat(${name}, '!')", when: "name")
        Cell.repeat("bag", title: "Bags", initial: 1) {
          Cell.text("label", title: "Label")
        }
      }
    }
  }

  static let index = FormIndex(form)
  static let digest = StateDigest.ofDefinition(form)
  static let names = VersionNames.digests([1: digest])
  static let stream = StreamName(String(repeating: "5a", count: 16))
}
