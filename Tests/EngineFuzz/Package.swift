// swift-tools-version: 6.2
// Random programs of the engine, in processes that may die: `make fuzz`. A package of its own, because an optimised build with
// `@testable` needs a switch that nobody else's build should have. Its programs are those of the engine's tests.

import PackageDescription

let package = Package(
  name: "EngineFuzz",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "Touchstone", path: "../..")],
  targets: [
    .executableTarget(
      name: "engine-fuzz", dependencies: [.product(name: "PropertyTesting", package: "Touchstone")],
      swiftSettings: [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")])
  ]
)
