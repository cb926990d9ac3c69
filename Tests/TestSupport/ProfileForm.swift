import FormState

/// The form of the tutorial that this library grew out of, in a store's own words.
public enum ProfileForm {
  /// Personal, Preferences and Work Experience.
  public static let form = Form(
    key: "profile", title: "Profile",
    sections: [
      Section(key: "personal", title: "Personal", cells: personal),
      Section(key: "preferences", title: "Preferences", cells: preferences),
      Section(
        key: "work", title: "Work Experience",
        cells: [
          group("level", subtitle: "Level", rows: 1, summary: .join(separator: " ")),
          Cell(key: "level-slider", kind: .slider, defaultValue: .integer(0)),
        ]),
    ])

  private static let personal = [
    group("fullname", subtitle: "Full name", rows: 2, summary: .join(separator: " ")),
    Cell(key: "firstname", kind: .text, title: "First name"),
    Cell(key: "lastname", kind: .text, title: "Last name"),
    group("birth", subtitle: "Date of birth", rows: 1, summary: .join(separator: " ")),
    Cell(key: "birth-date", kind: .date),
    group("marital", subtitle: "Marital status", rows: 1, summary: .join(separator: " ")),
    Cell(
      key: "marital-switch", kind: .switch, title: "Off = Single, On = Married",
      defaultValue: .boolean(false),
      switchTitles: SwitchTitles(describedBy: "Off = Single, On = Married")),
  ]

  private static let preferences =
    [group("sport", subtitle: "Favourite sport", rows: 4, summary: .choice)]
    + options(["Football", "Basketball", "Baseball", "Volleyball"])
    + [group("colour", subtitle: "Favourite colour", rows: 3, summary: .choice)]
    + options(["Red", "Green", "Blue"])

  private static func group(_ key: String, subtitle: String, rows: Int, summary: Summary) -> Cell {
    Cell(
      key: key, kind: .group, subtitle: subtitle, isExpandable: true, additionalRows: rows, summary: summary)
  }

  private static func options(_ titles: [String]) -> [Cell] {
    titles.map { Cell(key: $0.lowercased(), kind: .option, title: $0) }
  }
}
