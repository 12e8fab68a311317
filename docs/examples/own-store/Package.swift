// swift-tools-version: 6.2
// An app's package that holds its own store to the storage laws. In your package, the dependency is Touchstone's
// address instead of a path.

import PackageDescription

let package = Package(
  name: "OwnStore",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "Touchstone", path: "../../..")],
  targets: [
    .target(
      name: "OwnStore", dependencies: [.product(name: "StorageContract", package: "Touchstone")]),
    .testTarget(
      name: "OwnStoreTests",
      dependencies: [
        "OwnStore",
        .product(name: "StorageConformance", package: "Touchstone"),
        .product(name: "StorageContract", package: "Touchstone"),
      ]),
  ]
)
