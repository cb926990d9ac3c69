#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// Reads documents without importing them.
struct DocumentCheck {
  private let definition: DefinitionArguments
  private let isStrict: Bool
  private let layout: FormLayout?
  /// The report of the layout if it is faulty; the other files depend on it.
  let faultyLayout: CheckedFile?

  /// Reads the layout, if one is named.
  init(definition: DefinitionArguments, isStrict: Bool) {
    (self.definition, self.isStrict) = (definition, isStrict)
    do {
      layout = try definition.layout.map {
        try FormLayout.read(try InputFile.contents(of: $0), sourceName: InputFile.name(of: $0))
      }
      faultyLayout = nil
    } catch {
      layout = nil
      faultyLayout = CheckedFile(file: definition.layout ?? "", content: .refused(.layout, error))
    }
  }

  /// Reads a document as import, restore or replay would.
  func report(of file: String) -> CheckedFile {
    var purpose: CheckedDocument.Purpose?
    do {
      return try ProgressLine.during("Reading \(file)") {
        let dump = DumpFile(path: file)
        if layout == nil, try dump.beginsAsDump() {
          purpose = .dump
          return try report(of: dump)
        }
        let name = InputFile.name(of: file)
        let data = try InputFile.contents(of: file)
        let found = CheckedDocument.purpose(of: data, named: name, hasLayout: layout != nil)
        purpose = found
        let source = definition.file(at: file, formKey: nil, isStrict: isStrict)
        let document = try CheckedDocument.read(data, for: found, of: source, by: layout)
        // Only a store can check that journals lead from state to state.
        switch document {
        case .form(let form) where !form.responses.isEmpty: try FormStore.inMemory().importForms([form.formContents])
        case .dump(let forms):
          return try report(ofDump: file, in: FormStore.inMemory()) { take in
            for form in forms { try take(.form(form)) }
          }
        default: break
        }
        return CheckedFile(file: file, content: .document(document))
      }
    } catch {
      return CheckedFile(file: file, content: .refused(purpose.map(CheckedFile.Kind.init), error))
    }
  }

  /// Restores a dump into a temporary file, one response at a time.
  private func report(of dump: DumpFile) throws -> CheckedFile {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("formstate-\(UUID().uuidString)")
    try PrivateFolder.make(folder.path)
    defer { try? FileManager.default.removeItem(at: folder) }
    let settings = FormStore.Settings(waitsForDisk: false, readsBesideWriter: false)
    let store = try FormStore(path: folder.appendingPathComponent("dump.sqlite").path, settings: settings)
    defer { try? store.close() }
    return try dump.takingDump { try report(ofDump: dump.path, in: store, $0) }
  }

  private func report(
    ofDump file: String, in store: FormStore, _ parts: (_ take: (FormContents.Part) throws -> Void) throws -> Void
  ) throws -> CheckedFile {
    var (forms, responses) = (0, 0)
    try store.restore { take in
      try withoutActuallyEscaping(take) { take in
        try parts { part in
          switch part {
          case .form(let form):
            forms += 1
            responses += form.responses.count
          case .response: responses += 1
          }
          try take(part)
        }
      }
    }
    return CheckedFile(file: file, content: .dump(forms: forms, responses: responses))
  }
}
#endif
