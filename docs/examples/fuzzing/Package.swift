// swift-tools-version: 6.2
// A property that is a fuzz target too. In your package, the dependency is Touchstone's address instead of a path.

import PackageDescription

// FUZZ=1 builds what is to be watched, and nothing else, with the compiler's instrumentation. Only the package that is
// being built may ask for such flags: nobody who depends on it is held up by them.
let watched: [SwiftSetting] =
  Context.environment["FUZZ"] == nil
  ? []
  : [
    .unsafeFlags([
      "-Xfrontend", "-sanitize=fuzzer", "-Xfrontend", "-sanitize-coverage=edge,trace-pc-guard,trace-cmp",
    ])
  ]

let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "Touchstone", path: "../../..")],
  targets: [
    .target(name: "MagicFormat", swiftSettings: watched),
    .testTarget(
      name: "MagicFormatTests",
      dependencies: [
        "MagicFormat",
        .product(name: "PropertyTesting", package: "Touchstone"),
        .product(name: "CoverageGuidance", package: "Touchstone"),
      ]),
  ]
)
