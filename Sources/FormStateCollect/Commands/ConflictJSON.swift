#if Collect
import FormState
import FormStateCollector

/// A conflict for a program: a JSON object on a line for each question.
enum ConflictJSON {
  /// The line of a question of a joined response.
  static func line(of question: CollectedQuestion) -> String {
    line { json in
      head(question.kind.rawValue, question.key, question.stream, in: &json)
      if let cell = question.cell { json.member("cell", cell) }
      if !question.title.isEmpty { json.member("question", question.title) }
      answers(question.answers, in: &json)
    }
  }

  /// The lines of a conflict: one for each question and instance, or else one that says that there are two copies.
  static func lines(of conflict: Conflict, revealing reveals: Bool) -> [String] {
    let questions = conflict.questions.map { reveals ? $0 : $0.concealed }.map { question in
      line(of: conflict, verdict: question.verdict) { json in
        json.member("cell", question.cell)
        if !question.title.isEmpty { json.member("question", question.title) }
        if let before = question.before { json.member("before", before) }
        answers([question.main, question.other], in: &json)
      }
    }
    let instances = conflict.instances.map { instance in
      line(of: conflict, verdict: instance.verdict) { json in
        json.member("cell", instance.cell)
        if !instance.title.isEmpty { json.member("question", instance.title) }
        json.member("change", instance.isAdded ? "added" : "removed")
      }
    }
    let lines = questions + instances
    return lines.isEmpty ? [line(of: conflict, verdict: nil) { _ in }] : lines
  }

  private static func line(
    of conflict: Conflict, verdict: String?, _ write: (inout JSONWriter) -> Void
  ) -> String {
    line { json in
      let (main, other) = (conflict.main, conflict.other)
      head(conflict.lastShared == nil ? "twins" : "line", conflict.key, main.stream, in: &json)
      if let last = conflict.lastShared { json.member("lastShared", last) }
      json.name("copies")
      json.beginArray()
      for journal in [main, other] {
        json.beginObject()
        json.member("stream", journal.stream.description)
        json.member("line", journal.line)
        if !journal.device.isEmpty { json.member("device", journal.device) }
        json.endObject()
      }
      json.endArray()
      if let verdict { json.member("verdict", verdict) }
      write(&json)
    }
  }

  private static func line(_ write: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter(isPretty: false)
    json.beginObject()
    write(&json)
    json.endObject()
    return json.text
  }

  private static func head(_ kind: String, _ key: ResponseKey, _ stream: StreamName, in json: inout JSONWriter) {
    json.member("kind", kind)
    json.member("form", key.form)
    json.member("response", key.response)
    json.member("stream", stream.description)
  }

  private static func answers(_ answers: [Conflict.Answer], in json: inout JSONWriter) {
    json.name("answers")
    json.beginArray()
    for answer in answers {
      json.beginObject()
      if let text = answer.text { json.member("value", text) }
      if let author = answer.author { json.member("author", author) }
      if let time = answer.time { json.member("time", time.isoText) }
      json.endObject()
    }
    json.endArray()
  }
}
#endif
