#if CommandLine
import FormState
import FormStateInterchange

/// What `formstate check` reports of a file.
struct CheckedFile {
  /// How many diagnostics, or faults of a script, are listed before the rest is only counted.
  private static let listed = 20

  /// The path as given.
  let file: String
  let content: Content

  /// What was found.
  enum Content {
    case document(CheckedDocument)
    /// A dump that could be restored.
    case dump(forms: Int, responses: Int)
    /// An SQLite file that could be read.
    case database(faults: [String])
    /// A file that is refused.
    case refused(Kind?, any Error)
  }

  /// What a file is.
  enum Kind: String, PrintedWord {
    case form, layout, actions, dump, database

    init(_ purpose: CheckedDocument.Purpose) {
      switch purpose {
      case .form: self = .form
      case .layout: self = .layout
      case .actions: self = .actions
      case .dump: self = .dump
      }
    }
  }

  /// Whether there is no fault.
  var isValid: Bool { error == nil && scriptFaults.isEmpty && databaseFaults.isEmpty }

  private var name: String { InputFile.name(of: file) }

  private var kind: Kind? {
    switch content {
    case .document(let document): Kind(document.purpose)
    case .dump: .dump
    case .database: .database
    case .refused(let kind, _): kind
    }
  }

  private var document: CheckedDocument? { if case .document(let document) = content { document } else { nil } }

  private var dump: (forms: Int, responses: Int)? {
    if case .dump(let forms, let responses) = content { (forms, responses) } else { nil }
  }

  private var error: (any Error)? { if case .refused(_, let error) = content { error } else { nil } }

  private var databaseFaults: [String] { if case .database(let faults) = content { faults } else { [] } }

  private var scriptFaults: [JSONLinesError] {
    if case .actions(_, let faults) = document { faults } else { [] }
  }

  private var diagnostics: [Diagnostic] {
    if case .form(let form) = document { form.diagnostics } else { [] }
  }
}

// MARK: - In words

extension CheckedFile {
  /// The contents of a file without faults: a line, and one more for each diagnostic.
  var lines: [String] {
    let lines = diagnostics.prefix(Self.listed).map { "  \(TerminalText.plain($0.description))" }
    let left = diagnostics.count - lines.count
    return [head] + lines + (left > 0 ? ["  … and \(left) more"] : [])
  }

  private var head: String {
    if kind == .database { return "\(name): an SQLite file, ok" }
    if let dump {
      return "\(name): a dump, \(Count.of(dump.forms, "form")), \(Count.of(dump.responses, "response"))"
    }
    switch document {
    case .form(let form):
      let sections = Count.of(form.form.sections.count, "section")
      let responses = form.responses.isEmpty ? "" : ", \(Count.of(form.responses.count, "response"))"
      let key = TerminalText.plain(form.form.key)
      return "\(name): the form “\(key)”, \(sections), \(Count.of(form.form.cellCount, "cell"))\(responses)"
    case .layout(let sections): return "\(name): a layout, \(Count.of(sections, "section"))"
    case .actions(let count, _): return "\(name): \(Count.of(count, "action"))"
    case .dump, nil: return name
    }
  }

  /// The faults of the file, a line each; `nil` without faults.
  var refusal: String? {
    switch error {
    case let error as ImportError: return Self.harmless(error.descriptionOfFaults + FieldHint.line(about: error))
    case let error as CommandFailure: return error.description
    case let error as InputFileError: return error.description
    // Errors of a store name its file.
    case let error?: return Self.harmless(kind == .database ? "\(error)" : "\(name): \(error)")
    case nil: break
    }
    let faults = scriptFaults.map(\.description) + databaseFaults.map { "\(name): \($0)" }
    guard let first = faults.first else { return nil }
    if faults.count == 1 { return Self.harmless(first) }
    let lines = faults.prefix(Self.listed).map { "  \($0)" }
    let left = faults.count - lines.count
    return Self.harmless(
      (["\(name) has \(faults.count) faults:"] + lines + (left > 0 ? ["  … and \(left) more"] : []))
        .joined(separator: "\n"))
  }

  /// The lines of a text without control characters.
  private static func harmless(_ lines: String) -> String {
    lines.split(separator: "\n", omittingEmptySubsequences: false).map { TerminalText.plain(String($0)) }
      .joined(separator: "\n")
  }
}

// MARK: - As data

extension CheckedFile: Shape {
  static let meaning = "A file that was checked."

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("file", \.file, "The file as it was named.")
    m("kind", \.kind, "What it is; null if unknown.")
    m("ok", \.isValid, "Whether it has no fault.")
    m("form", \.form?.form.key, "The key of the form; null where it is none.")
    m("formCount", \.dump?.forms, "How many forms a dump holds; otherwise null.")
    m("sectionCount", \.sectionCount, "How many sections a form or layout has; otherwise null.")
    m("cellCount", \.form?.form.cellCount, "How many cells a form has; otherwise null.")
    m("responseCount", \.responseCount, "How many responses a form or dump brings; otherwise null.")
    m("actionCount", \.actionCount, "How many actions a script has; otherwise null.")
    m("diagnostics", \.diagnostics, "Irregularities that could be read all the same.")
    m("faults", \.faults, "Why it is refused.")
  }

  private var form: ImportedForm? { if case .form(let form) = document { form } else { nil } }

  private var sectionCount: Int? {
    switch document {
    case .form(let form): form.form.sections.count
    case .layout(let sections): sections
    case .actions, .dump, nil: nil
    }
  }

  private var actionCount: Int? { if case .actions(let count, _) = document { count } else { nil } }

  private var responseCount: Int? { form?.responses.count ?? dump?.responses }

  private var faults: [Diagnostic] {
    switch error {
    case let error as ImportError where error.documentProblem == nil: error.diagnostics
    case let error as ImportError: [Diagnostic(problem: error.documentProblem ?? "", action: "")]
    case let error?: [Diagnostic(problem: "\(error)", action: "")]
    case nil:
      scriptFaults.map { Diagnostic(line: $0.line, problem: $0.problem, action: "") }
        + databaseFaults.map { Diagnostic(problem: $0, action: "") }
    }
  }
}

/// The files that were checked.
struct CheckedFiles: Shape {
  static let meaning = "Which files have no fault."

  let files: [CheckedFile]

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("ok", \.isValid, "Whether no file has a fault.")
    m("files", \.files, "The files, in the order in which they were named.")
  }

  private var isValid: Bool { files.allSatisfy(\.isValid) }
}
#endif
