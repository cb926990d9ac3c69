import FormState
import Foundation

/// Reads form documents, one part at a time, to limit memory.
///
/// A part is a definition, or one response as its journal, whose entries are read from the document one by one.
/// Members may be in any order; one that precedes what it needs is held until that is available. Only members after
/// the responses of a form, or after the journal of a response, are refused (``ImportError/isAboutOrder``), since
/// those are already passed on.
struct FormPartsReader {
  private enum Place {
    case beginning, forms, responses, root, end
  }

  /// The form whose responses are being read.
  private struct OpenForm {
    var reader: FormDocumentReader
    let subjects: VersionedSubjects
    var responseCount = 0
  }

  private let whole: FormPartsWriter.Whole
  private let settings: ImportSettings
  private let window: DocumentWindow
  private var pieces: JSONPieces
  private var place = Place.beginning
  private var form: OpenForm?
  private var dump = StoreDump.Reading()
  private var faults = FaultList()
  /// The parts that were read and not passed on yet, the next one last.
  private var pending: [FormContents.Part] = []

  /// Begins.
  ///
  /// - Parameters:
  ///   - whole: the surrounding document.
  ///   - window: the JSON, from its beginning.
  init(_ whole: FormPartsWriter.Whole, in window: DocumentWindow, settings: ImportSettings) {
    self.whole = whole
    self.settings = settings
    self.window = window
    pieces = JSONPieces(window, limits: whole == .document ? .form : .standard)
  }

  /// The next part, after a form its responses; `nil` at the end.
  ///
  /// After the first fault it passes on nothing more, and reads on to find all of them.
  ///
  /// - Throws: ``ImportError`` with every fault at once; what reading the document throws.
  mutating func next() throws -> FormContents.Part? {
    do {
      while pending.isEmpty || faults.count > 0, place != .end { try readOn() }
    } catch let fault as DocumentFault {
      throw window.failure ?? ImportError(sourceName: settings.sourceName, fault: fault)
    } catch let error as ImportError where !error.isAboutOrder {
      throw located(error)
    }
    if faults.count > 0 {
      if whole == .document { faults.sortByPlace() }
      throw located(
        ImportError(sourceName: settings.sourceName, faults: faults, in: whole == .document ? .form : .dump))
    }
    return pending.popLast()
  }

  private func located(_ error: ImportError) -> ImportError {
    window.whole.map { error.located(in: $0) } ?? error
  }

  private mutating func readOn() throws {
    switch place {
    case .beginning: try begin()
    case .forms:
      if try pieces.hasNextElement() { try readForm() } else { place = .root }
    case .responses:
      if try pieces.hasNextElement() { try readResponse() } else { try endForm() }
    case .root: try readRoot()
    case .end: break
    }
  }

  private mutating func begin() throws {
    if whole == .document { return try readForm() }
    if try pieces.enterObject() { return try readRoot() }
    take(dump.forms(ofWhole: try pieces.value(), settings, &faults))
    try end()
  }

  private mutating func end() throws(DocumentFault) {
    try pieces.finish()
    place = .end
  }

  private mutating func take(_ forms: [FormContents]) {
    pending = forms.flatMap(\.parts).reversed() + pending
  }

  // MARK: - A dump

  /// Reads the members of a dump as far as the forms, or to the end.
  private mutating func readRoot() throws {
    while let name = try pieces.nextKey() {
      if name == StoreDump.formsName, dump.isMarked, try pieces.enterArray() {
        dump.hasForms = true
        place = .forms
        return
      }
      dump.members[name] = try pieces.value()
    }
    take(dump.forms(ofWhole: .dictionary(dump.members), settings, &faults))
    try end()
  }

  // MARK: - A form

  private var path: DocumentPath { whole == .dump ? StoreDump.path(ofForm: dump.formCount) : DocumentPath() }

  private mutating func readForm() throws {
    var members: [String: PropertyValue] = [:]
    guard try pieces.enterObject() else { return try takeWholeForm(try pieces.value()) }
    while let name = try pieces.nextKey() {
      if name == "responses", FormDocument.isComplete(members), try pieces.enterArray() {
        return try beginForm(members)
      }
      members[name] = try pieces.value()
    }
    try takeWholeForm(.dictionary(members))
  }

  /// Takes a form that was read with all of its responses.
  private mutating func takeWholeForm(_ value: PropertyValue) throws {
    if whole == .document {
      take([try DefinitionImporter.form(ofJSON: value, settings: settings).formContents])
      return try end()
    }
    if let form = dump.form(value, settings, &faults) { take([form]) }
    place = .forms
  }

  private mutating func beginForm(_ members: [String: PropertyValue]) throws {
    if let fault = settings.titleKeyFault, whole == .document {
      faults.add(fault)
      throw ImportError(sourceName: settings.sourceName, faults: faults)
    }
    let settings = whole == .dump ? ImportSettings(sourceName: settings.sourceName) : settings
    var reader = FormDocumentReader(settings: settings, at: path, faults: faults)
    let definition = reader.definition(from: .dictionary(members))
    if let definition {
      if whole == .dump { dump.note(definition.form.form.key, at: path, &reader.faults) }
      pending = [.form(definition.form.proven.formContents)]
      form = OpenForm(reader: reader, subjects: definition.subjects)
    }
    faults = reader.faults
    place = .responses
  }

  private mutating func endForm() throws {
    if let name = try pieces.nextKey() { throw lateMember(name, at: path, behind: "responses") }
    form = nil
    dump.formCount += 1
    if whole == .document { try end() } else { place = .forms }
  }

  private func lateMember(_ name: String, at path: DocumentPath, behind list: String) -> ImportError {
    var faults = FaultList()
    faults.add(
      path.member(name).fault(
        "follows “\(list)”, which must be last in a document that cannot be read twice", "write it before them"))
    var error = ImportError(sourceName: settings.sourceName, faults: faults)
    error.isAboutOrder = true
    return error
  }

  // MARK: - A response

  private mutating func readResponse() throws {
    guard var open = form else {
      _ = try pieces.value()
      return
    }
    form = nil
    defer {
      faults = open.reader.faults
      open.responseCount += 1
      form = open
    }
    if let (key, response) = try response(of: &open) { pending = [.response(key: key, response)] }
  }

  private mutating func response(
    of open: inout OpenForm
  ) throws -> (key: String, response: FormContents.Response)? {
    let index = open.responseCount
    guard try pieces.enterObject() else {
      return open.reader.response(try pieces.value(), at: index, open.subjects)
    }
    var members: [String: PropertyValue] = [:]
    while let name = try pieces.nextKey() {
      // Sorted by name, as other tools write them, the version follows the journal, and so does the key.
      if name == "journal", members["key"] != nil, try pieces.enterArray() {
        let draft = try readJournal(.dictionary(members), of: &open)
        if let name = try pieces.nextKey() {
          throw lateMember(name, at: path.member("responses").element(index), behind: "journal")
        }
        return draft.map { open.reader.finish($0, open.subjects) }
      }
      members[name] = try pieces.value()
    }
    return open.reader.response(.dictionary(members), at: index, open.subjects)
  }

  private mutating func readJournal(
    _ head: PropertyValue, of open: inout OpenForm
  ) throws(DocumentFault) -> FormDocumentReader.ResponseDraft? {
    guard var draft = open.reader.begin(head, at: open.responseCount, open.subjects)?.draft else { return nil }
    while try pieces.hasNextElement() { open.reader.append(try pieces.value(), to: &draft, open.subjects) }
    return draft
  }
}
