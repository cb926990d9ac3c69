import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("A form written in code equals the form read from form JSON")
struct FormBuilderEqualityTests {
  @Test("The tutorial's form")
  func profile() throws {
    let form = FormDefinition(key: "profile") {
      FormSection(key: "personal", title: "Personal") {
        GroupCell("full-name", subtitle: "Full name") {
          TextCell("first-name", title: "First name")
          TextCell("last-name", title: "Last name")
        }
        GroupCell("date-of-birth", subtitle: "Date of birth") { DateCell("date-of-birth-date") }
        GroupCell("marital-status", subtitle: "Marital status") {
          SwitchCell(
            "marital-status-switch", title: "Off = Single, On = Married", value: false, off: "Single", on: "Married")
        }
      }
      FormSection(key: "preferences", title: "Preferences") {
        choice(
          "favourite-sport", subtitle: "Favourite sport", of: ["Football", "Basketball", "Baseball", "Volleyball"])
        choice("favourite-colour", subtitle: "Favourite colour", of: ["Red", "Green", "Blue"])
      }
      FormSection(key: "work-experience", title: "Work Experience") {
        GroupCell("level", subtitle: "Level") { SliderCell("level-slider", value: 0, step: 1) }
      }
    }
    let document = Data(try Repository.text(of: "Examples/profile.json").utf8)
    #expect(try imported(document, name: "profile.json").form == form)
    #expect(try FormDocument.write(form) == document)
  }

  private func choice(_ key: String, subtitle: String, of titles: [String]) -> GroupCell {
    GroupCell(key, subtitle: subtitle) {
      for title in titles { OptionCell(title.lowercased(), title: title) }
    }
  }

  @Test(
    "A form with every feature, with each kind of accordion",
    arguments: [(nil, "false"), (.cells, "true"), (.sections, #""sections""#)] as [(FormAccordion?, String)])
  func everything(accordion: FormAccordion?, inJSON written: String) throws {
    let form = form(accordion)
    try form.checkDefinition()
    let document = Self.document.replacing("ACCORDION", with: written)
    #expect(try imported(Data(document.utf8), name: "all.json").form == form)
    #expect(try imported(try FormDocument.write(form), name: "all.json").form == form)
    let store = try FormStore.inMemory()
    try store.save(form)
    #expect(try store.form("all") == form)
  }

  private func form(_ accordion: FormAccordion?) -> FormDefinition {
    FormDefinition(
      key: "all", title: "All", accordion: accordion, rowHeights: ["mine": .points(12.5), "idCellText": .automatic],
      properties: ["list": .array([.integer(1), .null])]
    ) {
      FormSection(
        key: "one", title: "One", isFoldable: false, isAccordion: true, properties: ["colour": .string("red")]
      ) {
        GroupCell("name", title: "Name", subtitle: "Who", content: names)
          .summary(template: "{last}, {{first}} {first}").expanded().accordion().properties(["help": .boolean(true)])
        GroupCell("dates") {
          DateCell("day", value: CalendarDate(year: 1835, month: 11, day: 30))
          DateCell("written-day", title: "Day", value: "0001-01-01").hidden()
        }
        .summary(.join(separator: " – "))
        GroupCell("sport", value: "football") { for key in ["football", "tennis"] { OptionCell(key) } }
        GroupCell("silent") { TextCell("unheard") }.summary(nil).hidden()
      }
      FormSection(key: "two", startsFolded: true, content: others)
      for number in 3...4 { FormSection(key: "\(number)") {} }
    }
  }

  @CellBuilder private func names() -> [FormCell] {
    TextCell("first", title: "First name", value: "Ada") { TextCell("middle") }
    TextCell("last", subtitle: "As in the passport").identifier("mine")
  }

  @CellBuilder private func others() -> [FormCell] {
    CustomCell("own", identifier: "mine", title: "Own", value: .text("chosen")) {
      OptionCell("chosen") { LabelCell("deep") }
    }
    CustomCell("number", value: .integer(7)).expandable().summary(.choice)
    CustomCell("half", value: .real(0.5))
    SwitchCell("plain", subtitle: "Plain")
    SwitchCell("half-titled", value: true, on: "Yes") { SliderCell("how-much") }
    SliderCell("level", title: "Level", value: 2, minimum: -0.5, maximum: 5)
    LabelCell("terms", title: "Terms", subtitle: "Read me") { TextCell("remark") }
      .inline(collapsedHeight: .points(44), expandedHeight: .points(90.5), lineLimit: 2).expanded()
    TextCell("growing").inline()
    GroupCell("shut").expandable(false)
  }

  private static let document = """
    {"formstate": 1, "key": "all", "title": "All", "accordion": ACCORDION,
     "rowHeights": {"mine": 12.5, "idCellText": null}, "properties": {"list": [1, null]}, "sections": [
      {"key": "one", "title": "One", "foldable": false, "accordion": true, "properties": {"colour": "red"}, "cells": [
        {"key": "name", "kind": "group", "title": "Name", "subtitle": "Who", "expanded": true, "accordion": true,
         "summary": {"template": "{last}, {{first}} {first}"}, "properties": {"help": true}, "cells": [
          {"key": "first", "kind": "text", "title": "First name", "value": "Ada", "cells": [
            {"key": "middle", "kind": "text"}]},
          {"key": "last", "kind": "text", "identifier": "mine", "subtitle": "As in the passport"}]},
        {"key": "dates", "kind": "group", "summary": {"join": " – "}, "cells": [
          {"key": "day", "kind": "date", "value": "1835-11-30"},
          {"key": "written-day", "kind": "date", "title": "Day", "value": "0001-01-01", "hidden": true}]},
        {"key": "sport", "kind": "group", "value": "football", "cells": [
          {"key": "football", "kind": "option"}, {"key": "tennis", "kind": "option"}]},
        {"key": "silent", "kind": "group", "summary": "none", "hidden": true, "cells": [
          {"key": "unheard", "kind": "text"}]}]},
      {"key": "two", "folded": true, "cells": [
        {"key": "own", "kind": "custom", "identifier": "mine", "title": "Own", "value": "chosen", "cells": [
          {"key": "chosen", "kind": "option", "cells": [{"key": "deep", "kind": "label"}]}]},
        {"key": "number", "kind": "custom", "value": 7, "expandable": true, "summary": "choice"},
        {"key": "half", "kind": "custom", "value": 0.5},
        {"key": "plain", "kind": "switch", "subtitle": "Plain"},
        {"key": "half-titled", "kind": "switch", "value": true, "onTitle": "Yes", "cells": [
          {"key": "how-much", "kind": "slider"}]},
        {"key": "level", "kind": "slider", "title": "Level", "value": 2, "minimum": -0.5, "maximum": 5},
        {"key": "terms", "kind": "label", "title": "Terms", "subtitle": "Read me", "expanded": true,
         "inline": {"collapsedHeight": 44, "expandedHeight": 90.5, "lineLimit": 2}, "cells": [
          {"key": "remark", "kind": "text"}]},
        {"key": "growing", "kind": "text", "inline": {}},
        {"key": "shut", "kind": "group", "expandable": false}]},
      {"key": "3", "cells": []}, {"key": "4", "cells": []}]}
    """
}
