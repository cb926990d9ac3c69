#if CommandLine
import ArgumentParser
import FormState
import FormStateStore
import Foundation

/// What a shell offers to complete a word with, read from the file that the words before name.
///
/// Nothing is ever said to be wrong here: a file that cannot be read has nothing to offer.
enum Completions {
  /// The keys of forms.
  static let forms = CompletionKind.custom { words, _, _ in
    read(words) { store, _ in try store.formKeys() }
  }

  /// The keys of responses.
  static let responses = CompletionKind.custom { words, _, _ in
    read(words) { store, form in try store.responseKeys(ofForm: form) }
  }

  /// The keys of cells, and of options as QUESTION=VALUE.
  static let cells = CompletionKind.custom { words, _, _ in
    read(words) { store, form in try store.form(form).sections.flatMap(\.cells).map(\.key) }
  }

  /// The keys of cells that open.
  static let expandableCells = CompletionKind.custom { words, _, _ in
    read(words) { store, form in
      try store.form(form).sections.flatMap(\.cells).filter(\.isExpandable).map(\.key)
    }
  }

  /// The keys of options.
  static let options = CompletionKind.custom { words, _, _ in
    read(words) { store, form in
      try store.form(form).sections.flatMap(\.cells).filter { $0.kind == .option }.map(\.key)
    }
  }

  /// The keys of sections that fold.
  static let sections = CompletionKind.custom { words, _, _ in
    read(words) { store, form in try store.form(form).sections.filter(\.isFoldable).map(\.key) }
  }

  /// What the cell that the words before name takes: the values of its options, or a switch's positions.
  static let values = CompletionKind.custom { words, _, _ in
    read(words) { store, form in
      for section in try store.form(form).sections {
        for (position, cell) in section.cells.enumerated() where words.contains(cell.key) {
          if cell.kind == .switch { return ["on", "off"] }
          return section.optionsDirectly(under: position).compactMap(\.optionValue)
        }
      }
      return []
    }
  }

  /// Reads the file that is named, about the form that is named or its only one.
  private static func read(_ words: [String], _ keys: (FormStore, _ form: String) throws -> [String]) -> [String] {
    let file = words.first(where: DefaultDatabase.isDatabase) ?? ProcessInfo.processInfo.environment["FORMSTATE_DB"]
    guard let path = try? file.map(DefaultDatabase.path),
      let store = try? FormStore(path: path, access: .read, settings: FormStore.Settings(busyTimeout: 0.2))
    else { return [] }
    let named = zip(words, words.dropFirst()).first { $0.0 == "--form" }?.1
    guard let form = try? named ?? store.formKeys().first else { return [] }
    return (try? keys(store, form)) ?? []
  }
}
#endif
