// swift-tools-version: 6.3
import PackageDescription

/// An app of its own that keeps form state in its own database, beside its own tables.
let package = Package(
  name: "Host",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [
    // Without the trait for the programs, only GRDB is fetched.
    .package(name: "FormState", path: "../..", traits: []),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "Host",
      dependencies: [
        .product(name: "FormState", package: "FormState"),
        .product(name: "FormStateStore", package: "FormState"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)])
  ],
  swiftLanguageModes: [.v6]
)
