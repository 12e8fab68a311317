// swift-tools-version: 6.2
// Defects of published packages, each with a property: docs/found-by-properties.md, which takes each package's version from here. In your
// package, the dependency is Touchstone's address instead of a path.

import PackageDescription

let package = Package(
  name: "FoundByProperties",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [
    .package(name: "Touchstone", path: "../../.."),
    .package(url: "https://github.com/attaswift/BigInt", exact: "6.0.1"),
  ],
  targets: [
    .testTarget(
      name: "FoundByPropertiesTests",
      dependencies: [
        .product(name: "PropertyTesting", package: "Touchstone"),
        .product(name: "ProcessIsolation", package: "Touchstone"),
        "BigInt",
      ])
  ]
)
