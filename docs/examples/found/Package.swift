// swift-tools-version: 6.2
// Defects in Foundation, each found with a property and each still there: docs/found.md. In your package, the dependency is
// Touchstone's address instead of a path.

import PackageDescription

// Only where its own CI asks for it: a compiler's first new warning must not break your build.
let warnings: [SwiftSetting] = Context.environment["TOUCHSTONE_WARNINGS"] == "error" ? [.treatAllWarnings(as: .error)] : []

let package = Package(
  name: "Found",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "KnownDefects", targets: ["KnownDefects"])],
  dependencies: [.package(name: "Touchstone", path: "../../..")],
  targets: [
    // A defect as a property that fails: examples/found-by-properties has it, too.
    .target(
      name: "KnownDefects",
      dependencies: [
        .product(name: "PropertyTesting", package: "Touchstone"),
        .product(name: "ProcessIsolation", package: "Touchstone"),
      ],
      swiftSettings: warnings),
    .testTarget(
      name: "FoundTests",
      dependencies: ["KnownDefects", .product(name: "PropertyTesting", package: "Touchstone")],
      swiftSettings: warnings),
  ]
)
