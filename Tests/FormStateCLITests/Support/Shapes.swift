/// What `show --json` prints.
struct ShownForm: Decodable, Equatable {
  struct Section: Decodable, Equatable {
    let key: String
    let title: String
    let folded: Bool
    let rows: [ShownRow]
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
  let index: Int
  let key: String
  let kind: String
  let identifier: String
  let title: String
  let subtitle: String
  let value: ShownValue?
  var draft: String?
  let expandable: Bool
  let expanded: Bool
  let inline: Bool
  let lineLimit: Int?
  let level: Int
  let height: Double?
}

/// A value in the type in which JSON has it.
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
    let deletedSections: [Int]
    let insertedSections: [Int]
    let deletedRows: [[Int]]
    let insertedRows: [[Int]]
    var movedRows: [Move] = []
    let reloadedRows: [[Int]]
    let resizedRows: [[Int]]
    var changedHeaders: [Int] = []
    var reloadedHeaders: [Int] = []
  }

  struct Move: Decodable, Equatable {
    let from: [Int]
    let to: [Int]
  }

  let previousRevision: Int
  let revision: Int
  let batch: Batch
}

/// What `import --json` prints.
struct ShownImports: Decodable, Equatable {
  let forms: [ShownImport]
}

/// A form that was taken in.
struct ShownImport: Decodable, Equatable {
  struct Diagnostic: Decodable, Equatable {
    let section: Int?
    let row: Int?
    let key: String?
    let problem: String
    let action: String
    var count: Int?
  }

  let form: String
  let version: Int
  let sections: Int
  let cells: Int
  let diagnostics: [Diagnostic]
}

/// What `list --json` prints.
struct ShownList: Decodable, Equatable {
  struct Form: Decodable, Equatable {
    let key: String
    let title: String
    let version: Int
    let sections: Int
    let cells: Int
    let responses: [Response]
  }

  struct Response: Decodable, Equatable {
    let key: String
    let version: Int
    let stream: String?
    let revision: Int
    let digest: String
    let completed: Bool
    let updated: String?
  }

  let forms: [Form]
}

/// What `log --json` prints.
struct ShownLog: Decodable, Equatable {
  struct Entry: Decodable, Equatable {
    let revision: Int
    let time: String
    let action: String
    let author: String?
    let cell: String?
    let section: String?
    let value: ShownValue?
    let target: Int?
    let abandonedBy: Int?
    let changes: [Change]
  }

  struct Change: Decodable, Equatable {
    let field: String
    let cell: String?
    let section: String?
  }

  let form: String
  let response: String
  let entries: [Entry]
}

/// What `replay --json` prints.
struct ShownReplay: Decodable, Equatable {
  let applied: Int
  let revision: Int
  let dryRun: Bool
}

/// What `check --json` prints.
struct ShownCheck: Decodable, Equatable {
  let ok: Bool
  let faults: [String]
}

/// What `status --json` prints.
struct ShownStatus: Decodable, Equatable {
  struct Cell: Decodable, Equatable {
    let key: String
    let value: ShownValue?
    let `default`: ShownValue?
    let saved: ShownValue?
    let draft: String?
    let dirty: Bool
    let touched: Bool
    let unsaved: Bool
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
  let removed: Int
  let kept: Int
}
