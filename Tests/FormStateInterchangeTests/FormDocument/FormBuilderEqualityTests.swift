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
        Cell.group("full-name", subtitle: "Full name") {
          Cell.text("first-name", title: "First name")
          Cell.text("last-name", title: "Last name")
        }
        Cell.group("date-of-birth", subtitle: "Date of birth") { Cell.date("date-of-birth-date") }
        Cell.group("marital-status", subtitle: "Marital status") {
          Cell.switch(
            "marital-status-switch", title: "Off = Single, On = Married", value: false, off: "Single", on: "Married")
        }
      }
      FormSection(key: "preferences", title: "Preferences") {
        choice(
          "favourite-sport", subtitle: "Favourite sport", of: ["Football", "Basketball", "Baseball", "Volleyball"])
        choice("favourite-colour", subtitle: "Favourite colour", of: ["Red", "Green", "Blue"])
      }
      FormSection(key: "work-experience", title: "Work Experience") {
        Cell.group("level", subtitle: "Level") { Cell.slider("level-slider", value: 0, step: 1) }
      }
    }
    let document = Data(try Repository.text(of: "Examples/profile.json").utf8)
    #expect(try imported(document, name: "profile.json").form == form)
    #expect(try FormDocument.write(form) == document)
  }

  private func choice(_ key: String, subtitle: String, of titles: [String]) -> Cell {
    Cell.group(key, subtitle: subtitle) {
      for title in titles { Cell.option(title.lowercased(), title: title) }
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
        Cell.group("name", title: "Name", subtitle: "Who", content: names)
          .summary(template: "{last}, {{first}} {first}").expanded().accordion().properties(["help": .boolean(true)])
        Cell.group("dates") {
          Cell.date("day", value: "1835-11-30")
          Cell.date("written-day", title: "Day", value: "0001-01-01").hidden()
        }
        .summary(.join(separator: " – "))
        Cell.group("sport", value: "football") { for key in ["football", "tennis"] { Cell.option(key) } }
        Cell.group("silent") { Cell.text("unheard") }.summary(nil).hidden()
      }
      FormSection(key: "two", startsFolded: true, content: others)
      for number in 3...4 { FormSection(key: "\(number)") {} }
    }
  }

  @CellBuilder private func names() -> [FormCell] {
    Cell.text("first", title: "First name", value: "Ada") { Cell.text("middle") }
    Cell.text("last", subtitle: "As in the passport").identifier("mine")
  }

  @CellBuilder private func others() -> [FormCell] {
    Cell.custom("own", identifier: "mine", title: "Own", value: .text("chosen")) {
      Cell.option("chosen") { Cell.label("deep") }
    }
    Cell.custom("number", value: .integer(7)).expandable().summary(.choice)
    Cell.custom("half", value: .real(0.5))
    Cell.switch("plain", subtitle: "Plain")
    Cell.switch("half-titled", value: true, on: "Yes") { Cell.slider("how-much") }
    Cell.slider("level", title: "Level", value: 2, minimum: -0.5, maximum: 5)
    Cell.label("terms", title: "Terms", subtitle: "Read me") { Cell.text("remark") }
      .inline(collapsedHeight: .points(44), expandedHeight: .points(90.5), lineLimit: 2).expanded()
    Cell.text("growing").inline()
    Cell.group("shut").expandable(false)
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
