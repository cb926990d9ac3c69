/// What `show --json` prints.
struct ShownForm: Decodable, Equatable {
  struct Section: Decodable, Equatable {
    let key: String
    let title: String
    let folded: Bool
    let rows: [ShownRow]

    private enum CodingKeys: String, CodingKey {
      case key = "sectionKey"
      case title = "section"
      case folded, rows
    }
  }

  let form: String
  let response: String
  let revision: Int
  let digest: String
  let completed: Bool
  let sections: [Section]

  /// The rows of all sections, top to bottom.
  var rows: [ShownRow] { sections.flatMap(\.rows) }

  /// The row of a cell.
  func row(_ key: String) -> ShownRow? { rows.first { $0.key == key } }

  /// The row at a row path.
  func row(at path: [Int]) -> ShownRow? { rows.first { $0.path == path } }
}

/// A row as `show --json` prints it.
struct ShownRow: Decodable, Equatable {
  let path: [Int]
  let position: Int
  let key: String
  let kind: String
  let identifier: String
  let title: String
  let subtitle: String
  let value: ShownValue?
  var draft: String?
  @Flag var expandable: Bool
  @Flag var expanded: Bool
  @Flag var inline: Bool
  let lineLimit: Int?
  let level: Int
  let height: Double?

  private enum CodingKeys: String, CodingKey {
    case key = "cell"
    case path, position, kind, identifier, title, subtitle, value, draft, expandable, expanded, inline, lineLimit, level
    case height
  }
}

/// A flag that is left out where it does not hold.
@propertyWrapper
struct Flag: Decodable, Equatable {
  var wrappedValue: Bool

  init(wrappedValue: Bool) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) throws { wrappedValue = try decoder.singleValueContainer().decode(Bool.self) }
}

extension KeyedDecodingContainer {
  /// Makes a flag that is left out `false`; synthesized decoding calls it.
  func decode(_ type: Flag.Type, forKey key: Key) throws -> Flag {
    try decodeIfPresent(type, forKey: key) ?? Flag(wrappedValue: false)
  }
}

/// A value with its JSON type.
enum ShownValue: Decodable, Equatable {
  case text(String)
  case number(Double)
  case boolean(Bool)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      self = .boolean(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }
}

/// What an acting command prints with `--json`.
struct ShownChange: Decodable, Equatable {
  struct Batch: Decodable, Equatable {
    var deletedSections: [Int] = []
    var insertedSections: [Int] = []
    var deletedRows: [Row] = []
    var insertedRows: [Row] = []
    var movedRows: [Row] = []
    var reloadedRows: [Row] = []
    var resizedRows: [Row] = []
    var changedHeaders: [Int] = []
    var reloadedHeaders: [Int] = []
  }

  struct Row: Decodable, Equatable {
    let path: [Int]
    var newPath: [Int]?
    let cell: String
    let address: String
    let title: String
    let subtitle: String
  }

  struct Field: Decodable, Equatable {
    let field: String
    var address: String?
    var question: String?
    var sectionKey: String?
    var before: ShownValue?
    var after: ShownValue?
  }

  struct Fault: Decodable, Equatable {
    let address: String?
    let fault: String
    let message: String
  }

  let form: String
  let response: String
  let previousRevision: Int
  let revision: Int
  var stepCount: Int?
  var changes: [Field] = []
  var begunFaults: [Fault] = []
  var endedFaults: [Fault] = []
  let batch: Batch
}

extension [ShownChange.Row] {
  /// The row paths: before the change, but after it for inserted and resized rows.
  var paths: [[Int]] { map(\.path) }
}

/// What `import --json` prints.
struct ShownImports: Decodable, Equatable {
  let forms: [ShownImport]
}

/// An imported form.
struct ShownImport: Decodable, Equatable {
  struct Diagnostic: Decodable, Equatable {
    let sectionPosition: Int?
    let position: Int?
    let key: String?
    let problem: String
    let action: String
    var count: Int?
  }

  let form: String
  let version: Int
  let sectionCount: Int
  let cellCount: Int
  let diagnostics: [Diagnostic]
}

/// What `list --json` prints.
struct ShownList: Decodable, Equatable {
  struct Form: Decodable, Equatable {
    let key: String
    let title: String
    let version: Int
    let sectionCount: Int
    let cellCount: Int
    let responses: [Response]

    private enum CodingKeys: String, CodingKey {
      case key = "form"
      case title, version, sectionCount, cellCount, responses
    }
  }

  struct Response: Decodable, Equatable {
    let key: String
    let version: Int
    let stream: String?
    let revision: Int
    let digest: String
    let completed: Bool
    let updated: String?

    private enum CodingKeys: String, CodingKey {
      case key = "response"
      case version, stream, revision, digest, completed, updated
    }
  }

  let forms: [Form]
}

/// What `log --json` prints.
struct ShownLog: Decodable, Equatable {
  struct Entry: Decodable, Equatable {
    let revision: Int
    let at: String
    let action: String
    let author: String?
    let address: String?
    let sectionKey: String?
    let value: ShownValue?
    let target: Int?
    let abandonedBy: Int?
    let changes: [Change]
  }

  struct Change: Decodable, Equatable {
    let field: String
    let cell: String?
    let sectionKey: String?
  }

  let form: String
  let response: String
  let entries: [Entry]
}

/// What `replay --json` prints.
struct ShownReplay: Decodable, Equatable {
  let actionCount: Int
  let revision: Int
  let dryRun: Bool
}

/// What `check --json` prints.
struct ShownCheck: Decodable, Equatable {
  struct Fault: Decodable, Equatable {
    let message: String
  }

  let ok: Bool
  let faults: [Fault]
}

/// What `status --json` prints.
struct ShownStatus: Decodable, Equatable {
  struct Cell: Decodable, Equatable {
    let key: String
    let value: ShownValue?
    let byDefault: ShownValue?
    let saved: ShownValue?
    let draft: String?
    @Flag var dirty: Bool
    @Flag var touched: Bool
    @Flag var unsaved: Bool

    private enum CodingKeys: String, CodingKey {
      case key = "cell"
      case byDefault, value, saved, draft, dirty, touched, unsaved
    }
  }

  let form: String
  let response: String
  let completed: Bool
  let undo: String?
  let redo: String?
  let cells: [Cell]
}

/// What `compact --json` prints.
struct ShownCompaction: Decodable, Equatable {
  let removedEntryCount: Int
  let keptEntryCount: Int
}
