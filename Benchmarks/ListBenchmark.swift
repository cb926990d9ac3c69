import FormState
import FormStateStore
import Foundation

/// Choices from lists of more and more items, beside the same question to SQLite and to a plain array.
struct ListBenchmark {
  let folder: URL
  private let runs = 20

  func run() throws {
    let few = try ask(items: 1_000)
    let many = try ask(items: Measurement.size(100_000))
    Measurement.report(
      "open a session over a list of 100,000 items", seconds: many.open, operations: 1,
      baseline: ("of 1,000", few.open, 1))
    Measurement.report(
      "an answer on which choices of 100,000 depend, on disk when it returns", seconds: many.answer, operations: 1,
      baseline: ("one that nothing reads", many.plain, 1))
  }

  /// Regions have ten districts each, and districts a hundred towns.
  private static func form(items: Int) -> FormDefinition {
    let towns = (0..<items).map { number in
      OptionList.Option(
        value: "t\(number)", title: "Town \(number)",
        columns: ["region": "r\(number / 1_000)", "district": "d\(number / 100)"])
    }
    return FormDefinition(key: "survey\(items)", lists: [OptionList("towns", options: towns)]) {
      FormSection(key: "place") {
        Cell.text("region", value: "r0")
        Cell.text("district", value: "d5")
        Cell.text("note")
        Cell.group("town").choices("list('towns')[region = ${region} and district = ${district}]")
      }
    }
  }

  private struct Times {
    let open: Double
    let answer: Double
    let plain: Double
  }

  private func ask(items: Int) throws -> Times {
    let form = Self.form(items: items)
    let path = folder.appendingPathComponent("lists-\(items).sqlite").path
    let store = try FormStore(path: path)
    let save = try Measurement.seconds(runs: 1) { try store.save(form) }
    let key = ResponseKey(form: form.key)
    try store.apply(.set("town", "t510"), to: key)
    let raw = try RawDatabase(path: path)
    let question = """
      SELECT item.value || ' ' || item.title
      FROM formstate_list_column AS region
      JOIN formstate_list_column AS district
        ON district.list_id = region.list_id AND district.position = region.position AND district.name = 'district'
      JOIN formstate_list_item AS item ON item.list_id = region.list_id AND item.position = region.position
      WHERE region.name = 'region' AND region.value = 'r0' AND district.value = 'd5'
      """
    let session = try store.session(for: key, coalescing: .zero)
    let count = try session.choices(of: "town").count
    let choices = try Measurement.seconds(runs: runs) { try session.choices(of: "town") }
    let asked = try Measurement.seconds(runs: runs) { try raw.names(question).count }
    Measurement.report(
      "\(count) choices of \(items) that two answers leave", seconds: choices, operations: 1,
      baseline: ("the same question to SQLite", asked, 1))
    let options = form.lists.first?.options ?? []
    let scanned = Measurement.seconds(runs: runs) {
      options.filter { $0.columns["region"] == "r0" && $0.columns["district"] == "d5" }.count
    }
    Measurement.report(
      "\(count) choices of \(items)", seconds: choices, operations: 1,
      baseline: ("looking at each in memory", scanned, 1))
    Measurement.tell("  saving the form took \(Measurement.text(save))")
    let open = try Measurement.seconds(runs: runs) { try store.session(for: key) }
    return Times(open: open, answer: try answer("district", in: session), plain: try answer("note", in: session))
  }

  /// The time to change the answer to a text question.
  private func answer(_ cell: String, in session: FormSession) throws -> Double {
    var best = Double.infinity
    for number in 0..<runs {
      let action = FormAction.set(.key(cell), .text("d\(number % 2 + 4)"))
      best = min(best, try Measurement.seconds(runs: 1) { try session.apply(action) })
    }
    return best
  }
}
