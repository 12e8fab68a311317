// swift-tools-version: 6.1
// Touchstone names no package dependency: an adopter adds this one and nothing else comes along.

import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "Touchstone",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "PropertyTesting", targets: ["PropertyTesting"]),
    .library(name: "StorageContract", targets: ["StorageContract"]),
    .library(name: "SQLiteStorage", targets: ["SQLiteStorage"]),
  ],
  targets: [
    // The engine: imports no other module of this package.
    .target(name: "PropertyTesting", swiftSettings: strict),

    // Storage.
    .target(name: "StorageContract", swiftSettings: strict),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    .target(
      name: "SQLiteStorage", dependencies: ["StorageContract", "CSQLite"],
      swiftSettings: strict),

    // Reference cores: import storage and stand-ins, never the engine.
    .target(name: "PlatformStandIns", swiftSettings: strict),
    .target(
      name: "CountMeReference", dependencies: ["StorageContract", "PlatformStandIns"],
      swiftSettings: strict),

    // The engine's speed against a bare loop: `make bench`.
    .executableTarget(
      name: "touchstone-bench", dependencies: ["PropertyTesting"], path: "Benchmarks",
      swiftSettings: strict),

    .testTarget(
      name: "StorageTests", dependencies: ["StorageContract", "SQLiteStorage", "CSQLite"],
      swiftSettings: strict),
    .testTarget(
      name: "CountMeReferenceTests",
      dependencies: ["CountMeReference", "PlatformStandIns", "StorageContract"],
      swiftSettings: strict),
  ]
)
