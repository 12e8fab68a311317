// swift-tools-version: 6.2
// Types of published packages that break the laws of their protocols: docs/found-in-packages.md. Each package has the version that the
// page is about. In your package, the dependency is Touchstone's address instead of a path.

import PackageDescription

let package = Package(
  name: "FoundInPackages",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [
    .package(name: "Touchstone", path: "../../.."),
    .package(url: "https://github.com/Flight-School/AnyCodable", exact: "0.6.7"),
    .package(url: "https://github.com/attaswift/BigInt", exact: "5.7.0"),
    .package(url: "https://github.com/mkrd/Swift-BigInt", exact: "2.4.0"),
    .package(url: "https://github.com/orlandos-nl/BSON", exact: "8.2.2"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.3"),
    .package(url: "https://github.com/apple/swift-openapi-runtime", exact: "1.11.0"),
    .package(url: "https://github.com/mxcl/Path.swift", exact: "1.6.0"),
    .package(url: "https://github.com/swiftlang/swift-tools-support-core", exact: "0.7.3"),
    .package(url: "https://github.com/davecom/SwiftGraph", exact: "4.0.0"),
    .package(url: "https://github.com/davedelong/time", exact: "1.0.2"),
    .package(url: "https://github.com/mxcl/Version", exact: "2.2.0"),
    .package(url: "https://github.com/tuist/XcodeProj", exact: "9.16.0"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.1"),
  ],
  targets: [
    .testTarget(
      name: "FoundInPackagesTests",
      dependencies: [
        .product(name: "PropertyTesting", package: "Touchstone"), .product(name: "StandardLaws", package: "Touchstone"),
        "AnyCodable", "BigInt", .product(name: "BigNumber", package: "Swift-BigInt"), "BSON",
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "OpenAPIRuntime", package: "swift-openapi-runtime"), .product(name: "Path", package: "Path.swift"),
        .product(name: "SwiftToolsSupport-auto", package: "swift-tools-support-core"), "SwiftGraph",
        .product(name: "Time", package: "time"), "Version", "XcodeProj", "Yams",
      ])
  ]
)
