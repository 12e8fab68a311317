// swift-tools-version: 6.2
// An app's package that puts its own components to the properties of PersonalOS. In your package, the dependency is
// Touchstone's address instead of a path.

import PackageDescription

let package = Package(
  name: "OwnPortfolio",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "Touchstone", path: "../../..")],
  targets: [
    .target(name: "OwnPortfolio"),
    .testTarget(
      name: "OwnPortfolioTests",
      dependencies: [
        "OwnPortfolio",
        .product(name: "PropertyTesting", package: "Touchstone"),
        .product(name: "PersonalOSConformance", package: "Touchstone"),
        .product(name: "StorageContract", package: "Touchstone"),
        .product(name: "SQLiteStorage", package: "Touchstone"),
      ]),
  ]
)
