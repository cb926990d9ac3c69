// swift-tools-version: 6.3
import PackageDescription

// Warnings are no errors here: they would stop the build of an app. Scripts/warnings finds them.
let package = Package(
  name: "FormState",
  platforms: [.macOS(.v13), .macCatalyst(.v16), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "FormState", targets: ["FormState"]),
    .library(name: "FormStateStore", targets: ["FormStateStore"]),
    .library(name: "FormStateInterchange", targets: ["FormStateInterchange"]),
    .library(name: "FormStateSync", targets: ["FormStateSync"]),
    .executable(name: "formstate", targets: ["FormStateCLI"]),
    .executable(name: "formstate-serve", targets: ["FormStateServe"]),
    .executable(name: "formstate-collect", targets: ["FormStateCollect"]),
  ],
  traits: [
    // One trait for both programs: SwiftPM orders two differently from build to build, and then compiles every file.
    .trait(
      name: "CommandLine",
      description: "The programs formstate and formstate-serve, and what they need."
    ),
    // Built without CommandLine and in a folder of its own, for the same reason: see Scripts/test-collect.
    .trait(
      name: "Collect",
      description: "The program formstate-collect, which gathers journals in PostgreSQL. It needs libpq."
    ),
    // An app that links the libraries adds the package with `traits: []`, and fetches GRDB alone.
    .default(enabledTraits: ["CommandLine"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // Below 1.0 anything may change with the next minor version.
    .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
  ],
  targets: [
    // Swift has no #embed, so C targets embed the files beside their C file, which lists them.
    .target(name: "EmbeddedSchema", path: "Migrations", sources: ["EmbeddedSchema.c"]),
    .target(name: "EmbeddedJSONSchemas", path: "Schemas", sources: ["EmbeddedJSONSchemas.c"]),
    .target(name: "EmbeddedPage", path: "Sources/FormStateServe/Page", sources: ["EmbeddedPage.c"]),
    .target(
      name: "EmbeddedCollectorSchema", path: "Sources/FormStateCollector/Schema",
      sources: ["EmbeddedCollectorSchema.c"]),
    .target(name: "FormState"),
    .target(
      name: "FormStateStore",
      dependencies: [
        "FormState", "EmbeddedSchema", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      resources: [.copy("PrivacyInfo.xcprivacy")]
    ),
    .target(
      name: "FormStateInterchange",
      dependencies: ["FormState"],
      resources: [.copy("PrivacyInfo.xcprivacy")]
    ),
    .target(
      name: "FormStateSync",
      dependencies: ["FormState", "FormStateStore", "FormStateInterchange"],
      resources: [.copy("PrivacyInfo.xcprivacy")]
    ),
    .target(
      name: "FormStateScreen",
      dependencies: ["FormState", "FormStateStore", "FormStateInterchange"]
    ),
    .executableTarget(
      name: "FormStateCLI",
      dependencies: [
        "FormState", "FormStateStore", "FormStateInterchange", "FormStateSync", "EmbeddedJSONSchemas",
        "FormStateGzip",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["CommandLine"])),
      ]
    ),
    .target(
      name: "FormStateHTTP",
      dependencies: [
        "FormState",
        .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["CommandLine", "Collect"])),
      ]
    ),
    .executableTarget(
      name: "FormStateServe",
      dependencies: [
        "FormState", "FormStateInterchange", "FormStateStore", "FormStateScreen", "FormStateHTTP", "EmbeddedPage",
      ],
      exclude: ["Page"]
    ),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "FormStateGzip",
      dependencies: [.target(name: "CZlib", condition: .when(traits: ["CommandLine", "Collect"]))]
    ),
    .systemLibrary(
      name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
    ),
    .target(
      name: "FormStateCollector",
      dependencies: [
        "FormState", "FormStateInterchange", "FormStateHTTP", "FormStateGzip", "EmbeddedCollectorSchema",
        .target(name: "CPostgres", condition: .when(traits: ["Collect"])),
      ],
      exclude: ["Schema"]
    ),
    .executableTarget(
      name: "FormStateCollect",
      dependencies: [
        "FormStateCollector", "FormStateHTTP",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Collect"])),
      ]
    ),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "FormState", "FormStateStore", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      path: "Benchmarks",
      exclude: ["Collector", "README.md", "plots", "results"]
    ),
    .executableTarget(
      name: "CollectorBenchmarks",
      dependencies: ["FormState", "FormStateInterchange", "FormStateGzip", "FormStateCollector"],
      path: "Benchmarks/Collector",
      exclude: ["MillionDevices.md"]
    ),
    .target(
      name: "SimulatedDisk",
      path: "Tests/SimulatedDisk",
      cSettings: [.treatAllWarnings(as: .error)]
    ),
    .executableTarget(
      name: "Torture",
      dependencies: [
        "FormState", "FormStateStore", "SimulatedDisk", "TestSupport",
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      path: "Tests/Torture"
    ),
    .target(
      name: "TestSupport",
      dependencies: ["FormState", "FormStateStore"],
      path: "Tests/TestSupport"
    ),
    .testTarget(
      name: "FormStateTests",
      dependencies: ["FormState", "TestSupport"]
    ),
    .testTarget(
      name: "FormStateStoreTests",
      dependencies: [
        "FormState", "FormStateStore", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]
    ),
    .testTarget(
      name: "FormStateInterchangeTests",
      dependencies: [
        "FormState", "FormStateStore", "FormStateInterchange", "TestSupport", "EmbeddedJSONSchemas",
        "EmbeddedPage", "EmbeddedCollectorSchema",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
    .testTarget(
      name: "FormStateScreenTests",
      dependencies: ["FormState", "FormStateStore", "FormStateInterchange", "FormStateScreen", "TestSupport"]
    ),
    .testTarget(
      name: "FormStateHTTPTests",
      dependencies: ["FormStateHTTP", "FormStateGzip", "TestSupport"]
    ),
    .testTarget(
      name: "FormStateServeTests",
      dependencies: ["FormStateServe", "FormStateScreen", "TestSupport"]
    ),
    .testTarget(
      name: "FormStateSyncTests",
      dependencies: ["FormState", "FormStateStore", "FormStateInterchange", "FormStateSync", "TestSupport"]
    ),
    .testTarget(
      name: "FormStateCLITests",
      dependencies: ["FormStateCLI", "FormStateGzip", "TestSupport"],
      path: "Tests/FormStateCLITests"
    ),
    .testTarget(
      name: "FormStateCollectorTests",
      dependencies: [
        "FormState", "FormStateStore", "FormStateInterchange", "FormStateSync", "FormStateHTTP", "FormStateGzip",
        "FormStateCollector", "FormStateCollect", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6],
  // For #embed.
  cLanguageStandard: .gnu2x
)

// SwiftPM builds all tests of a package to run a few; Scripts/test-optimized, Scripts/test-collect and
// Scripts/sanitize need only some.
if let names = Context.environment["FORMSTATE_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
