import Foundation

@testable import FormStateInterchange

/// A layout.
func readLayout(_ text: String) throws -> FormLayout {
  try FormLayout.read(Data(text.utf8), sourceName: "layout.json")
}

/// The text of a layout with the given sections.
func sections(_ sections: String...) -> String {
  #"{"formstateLayout":1,"sections":[\#(sections.joined(separator: ","))]}"#
}

/// The message with which a layout is refused; empty if it is accepted.
func refusal(ofLayout text: String) -> String {
  do {
    _ = try readLayout(text)
    return ""
  } catch {
    return sentence(of: error)
  }
}

/// The message with which a layout refuses a document; empty if it accepts it.
func refusal(of document: String, by layout: FormLayout, settings: ImportSettings? = nil) -> String {
  do {
    _ = try layout.form(from: Data(document.utf8), settings: settings ?? ImportSettings(sourceName: "d.json"))
    return ""
  } catch {
    return sentence(of: error)
  }
}
