import FormState

/// The form of the tutorial that this library grew out of, in a store's own words.
public enum ProfileForm {
  /// Personal, Preferences and Work Experience.
  public static let form = FormDefinition(
    key: "profile", title: "Profile",
    sections: [
      FormSection(key: "personal", title: "Personal", cells: personal),
      FormSection(key: "preferences", title: "Preferences", cells: preferences),
      FormSection(
        key: "work", title: "Work Experience",
        cells: [
          group("level", subtitle: "Level", rows: 1, summary: .join(separator: " ")),
          FormCell(key: "level-slider", kind: .slider, defaultValue: .integer(0)),
        ]),
    ])

  private static let personal = [
    group("fullname", subtitle: "Full name", rows: 2, summary: .join(separator: " ")),
    FormCell(key: "firstname", kind: .text, title: "First name"),
    FormCell(key: "lastname", kind: .text, title: "Last name"),
    group("birth", subtitle: "Date of birth", rows: 1, summary: .join(separator: " ")),
    FormCell(key: "birth-date", kind: .date),
    group("marital", subtitle: "Marital status", rows: 1, summary: .join(separator: " ")),
    FormCell(
      key: "marital-switch", kind: .switch, title: "Off = Single, On = Married",
      defaultValue: .boolean(false),
      switchTitles: SwitchTitles(describedBy: "Off = Single, On = Married")),
  ]

  private static let preferences =
    [group("sport", subtitle: "Favourite sport", rows: 4, summary: .choice)]
    + options(["Football", "Basketball", "Baseball", "Volleyball"])
    + [group("colour", subtitle: "Favourite colour", rows: 3, summary: .choice)]
    + options(["Red", "Green", "Blue"])

  private static func group(_ key: String, subtitle: String, rows: Int, summary: Summary) -> FormCell {
    FormCell(
      key: key, kind: .group, subtitle: subtitle, isExpandable: true, additionalRows: rows, summary: summary)
  }

  private static func options(_ titles: [String]) -> [FormCell] {
    titles.map { FormCell(key: $0.lowercased(), kind: .option, title: $0) }
  }
}
