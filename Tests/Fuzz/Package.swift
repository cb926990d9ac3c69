// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that the main build neither sees nor compiles it. Scripts/torture files --full builds and
// runs it; it needs libFuzzer, which Swift's toolchains for Linux have.
let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "FormState", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        .product(name: "FormState", package: "FormState"), .product(name: "FormStateInterchange", package: "FormState"),
      ],
      // SwiftPM renames the main function by a symbol that only lld places beside libFuzzer's own.
      linkerSettings: [.unsafeFlags(["-use-ld=lld"])]
    )
  ],
  swiftLanguageModes: [.v6]
)
