// swift-tools-version: 6.2
// The reference replicas under the laws of synchronization, in release: `make soak-replicas`. A package of its own, because a release
// build of all tests takes far longer than these do. Its tests are two files of `ReplicaConformanceTests`.

import PackageDescription

// As in Touchstone's own Package.swift.
let warnings: [SwiftSetting] = Context.environment["TOUCHSTONE_WARNINGS"] == "error" ? [.treatAllWarnings(as: .error)] : []

let package = Package(
  name: "ReplicaSoak",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "Touchstone", path: "../..")],
  targets: [
    .testTarget(
      name: "ReferenceReplicaTests",
      dependencies: [
        .product(name: "PropertyTesting", package: "Touchstone"),
        .product(name: "ReplicaConformance", package: "Touchstone"),
        .product(name: "ReplicaContract", package: "Touchstone"),
        .product(name: "SQLiteStorage", package: "Touchstone"),
        .product(name: "StorageContract", package: "Touchstone"),
      ],
      path: "ReferenceReplicaTests",
      swiftSettings: [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")] + warnings)
  ]
)
