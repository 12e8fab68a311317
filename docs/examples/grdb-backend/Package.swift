// swift-tools-version: 6.2
// A store over GRDB, held to the storage laws. In your package, the dependency is Touchstone's address instead of a path.

import PackageDescription

let package = Package(
  name: "GRDBBackend",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [
    .package(name: "Touchstone", path: "../../.."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
  ],
  targets: [
    .target(
      name: "GRDBStorage",
      dependencies: [
        .product(name: "GRDB", package: "GRDB.swift"), .product(name: "StorageContract", package: "Touchstone"),
      ]),
    .testTarget(
      name: "GRDBStorageTests",
      dependencies: ["GRDBStorage", .product(name: "StorageConformance", package: "Touchstone")]),
  ]
)
