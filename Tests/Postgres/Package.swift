// swift-tools-version: 6.2
// The tests that need a PostgreSQL server: `make test-postgres`. A package of its own, because it switches the trait on, and
// builds of Touchstone only what a store needs.

import PackageDescription

// As in Touchstone's own Package.swift.
let warnings: [SwiftSetting] = Context.environment["TOUCHSTONE_WARNINGS"] == "error" ? [.treatAllWarnings(as: .error)] : []

let package = Package(
  name: "PostgresTests",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "Touchstone", path: "../..", traits: ["PostgreSQL"])],
  targets: [
    .testTarget(
      name: "PostgresStorageTests",
      dependencies: [
        .product(name: "HistoryJudging", package: "Touchstone"),
        .product(name: "PostgresStorage", package: "Touchstone"),
        .product(name: "StorageConformance", package: "Touchstone"),
        .product(name: "StorageContract", package: "Touchstone"),
        .product(name: "PropertyTesting", package: "Touchstone"),
      ],
      path: "PostgresStorageTests",
      swiftSettings: [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")] + warnings)
  ]
)
