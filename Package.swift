// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "FormState",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .library(name: "FormState", targets: ["FormState"]),
    .library(name: "FormStateStore", targets: ["FormStateStore"]),
    .library(name: "FormStateInterchange", targets: ["FormStateInterchange"]),
    .executable(name: "formstate", targets: ["FormStateCLI"]),
    .executable(name: "formstate-serve", targets: ["FormStateServe"]),
  ],
  traits: [
    .trait(
      name: "CommandLine",
      description: "The command line tool formstate. An app that links the libraries leaves it, and what it needs, out."
    ),
    .trait(
      name: "Screen",
      description: "The form in a browser: formstate serve and formstate preview, which run formstate-serve.",
      enabledTraits: ["CommandLine"]
    ),
    .default(enabledTraits: ["CommandLine"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // Only fetched with the trait Screen. Below 1.0 anything may change with the next minor version.
    .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
  ],
  targets: [
    .target(
      name: "FormStateMigrations",
      path: "Migrations",
      resources: [
        .embedInCode("0001_definition.sql"),
        .embedInCode("0002_response.sql"),
        .embedInCode("0003_journal.sql"),
        .embedInCode("0004_views.sql"),
        .embedInCode("0005_reading.sql"),
        .embedInCode("0006_rules.sql"),
        .embedInCode("0007_validity.sql"),
        .embedInCode("0008_kinds.sql"),
        .embedInCode("0009_moments.sql"),
        .embedInCode("0010_calculations.sql"),
        .embedInCode("0011_repeats.sql"),
        .embedInCode("0012_lists.sql"),
        .embedInCode("0013_languages.sql"),
        .embedInCode("0014_reported_faults.sql"),
        .embedInCode("0015_remaining_forms.sql"),
        .embedInCode("0016_answers_kept_and_taken_back.sql"),
        // A link to the file beside this one.
        .embedInCode("schema.sql"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "FormStateSchemas",
      path: "Schemas",
      resources: [
        .embedInCode("actions.schema.json"),
        .embedInCode("answers.schema.json"),
        .embedInCode("dump.schema.json"),
        .embedInCode("form.schema.json"),
        .embedInCode("layout.schema.json"),
      ],
      swiftSettings: strict
    ),
    .target(name: "FormState", swiftSettings: strict),
    .target(
      name: "FormStateStore",
      dependencies: [
        "FormState", "FormStateMigrations", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "FormStateInterchange",
      dependencies: ["FormState"],
      swiftSettings: strict
    ),
    .target(
      name: "FormStateScreen",
      dependencies: ["FormState", "FormStateStore", "FormStateInterchange"],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "FormStateCLI",
      dependencies: [
        "FormState", "FormStateStore", "FormStateInterchange", "FormStateSchemas",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["CommandLine"])),
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "FormStateServe",
      dependencies: [
        "FormState", "FormStateInterchange", "FormStateStore", "FormStateScreen",
        .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Screen"])),
      ],
      resources: [
        .embedInCode("Page/screen.css"),
        .embedInCode("Page/choices.js"),
        .embedInCode("Page/controls.js"),
        .embedInCode("Page/drawing.js"),
        .embedInCode("Page/elements.js"),
        .embedInCode("Page/keyboard.js"),
        .embedInCode("Page/line.js"),
        .embedInCode("Page/notices.js"),
        .embedInCode("Page/outbox.js"),
        .embedInCode("Page/page.html"),
        .embedInCode("Page/panels.js"),
        .embedInCode("Page/proofs.js"),
        .embedInCode("Page/rows.js"),
        .embedInCode("Page/screen.js"),
        .embedInCode("Page/scrolling.js"),
        .embedInCode("Page/server.js"),
        .embedInCode("Page/toolbar.js"),
        .embedInCode("Page/verify.js"),
        .embedInCode("Page/window.js"),
        .embedInCode("Page/icon.svg"),
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["FormState", "FormStateStore", .product(name: "GRDBSQLite", package: "GRDB.swift")],
      path: "Benchmarks",
      exclude: ["README.md"],
      swiftSettings: strict
    ),
    .target(
      name: "TestSupport",
      dependencies: ["FormState", "FormStateStore"],
      path: "Tests/TestSupport",
      swiftSettings: strict
    ),
    .testTarget(
      name: "FormStateTests",
      dependencies: ["FormState", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "FormStateStoreTests",
      dependencies: [
        "FormState", "FormStateStore", "FormStateMigrations", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      exclude: ["OldFiles"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "FormStateInterchangeTests",
      dependencies: [
        "FormState", "FormStateStore", "FormStateInterchange", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "FormStateScreenTests",
      dependencies: ["FormState", "FormStateStore", "FormStateInterchange", "FormStateScreen", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "FormStateServeTests",
      dependencies: ["FormStateServe", "FormStateScreen", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "FormStateCLITests",
      dependencies: ["FormStateCLI", "TestSupport"],
      path: "Tests/FormStateCLITests",
      swiftSettings: strict
    ),
  ],
  swiftLanguageModes: [.v6]
)
