// swift-tools-version: 6.2
// Published packages under schedules of threads. They have to be instrumented, too, so the flag stands on the command line:
// `make threads-in-packages`. In your package, the dependency is Touchstone's address instead of a path.

import PackageDescription

let package = Package(
  name: "ThreadsInPackages",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [
    .package(name: "Touchstone", path: "../../.."),
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
    .package(url: "https://github.com/apple/swift-atomics", exact: "1.3.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
  ],
  targets: [
    .testTarget(
      name: "ThreadsInPackagesTests",
      dependencies: [
        .product(name: "PropertyTesting", package: "Touchstone"),
        .product(name: "ThreadScheduling", package: "Touchstone"),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "Atomics", package: "swift-atomics"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)])
  ]
)
