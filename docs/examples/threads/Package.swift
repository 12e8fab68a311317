// swift-tools-version: 6.2
// Threads under a chosen schedule. In your package, the dependency is Touchstone's address instead of a path.

import PackageDescription

// The compiler's thread instrumentation, without ThreadSanitizer's runtime. Only the package that is being built may ask for such flags:
// nobody who depends on it is held up by them.
let scheduled: [SwiftSetting] = [.swiftLanguageMode(.v6), .unsafeFlags(["-Xfrontend", "-sanitize=thread"]), .define("THREAD_SCHEDULES")]

let package = Package(
  name: "Threads",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "Touchstone", path: "../../..")],
  targets: [
    .testTarget(
      name: "ThreadSchedulingTests",
      dependencies: [
        "RacePrograms",
        .product(name: "PropertyTesting", package: "Touchstone"),
        .product(name: "ThreadScheduling", package: "Touchstone"),
      ],
      swiftSettings: scheduled),
    // Data races, and who finds them: docs/benchmarks.md.
    .target(name: "RacePrograms", swiftSettings: scheduled),
    // Bugs over threads, each with a mended twin: docs/thread-gallery.md.
    .target(
      name: "ThreadGallery", dependencies: [.product(name: "PropertyTesting", package: "Touchstone")], swiftSettings: scheduled),
    // How fast it is: docs/benchmarks.md.
    .target(name: "BenchWork", swiftSettings: scheduled),
    .target(name: "PlainBenchWork", swiftSettings: [.swiftLanguageMode(.v6)]),
    .executableTarget(
      name: "ThreadBench",
      dependencies: [
        "BenchWork", "PlainBenchWork",
        .product(name: "PropertyTesting", package: "Touchstone"),
        .product(name: "ThreadScheduling", package: "Touchstone"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .testTarget(
      name: "ThreadGalleryTests",
      dependencies: [
        "ThreadGallery",
        .product(name: "PropertyTesting", package: "Touchstone"),
        .product(name: "ThreadScheduling", package: "Touchstone"),
      ]),
  ]
)

// What ThreadSanitizer finds in the same programs, which its own runtime has to be linked to:
// RACES=1 swift run --sanitize=thread RaceRunner
if Context.environment["RACES"] != nil {
  package.targets.append(
    .executableTarget(name: "RaceRunner", dependencies: ["RacePrograms"], swiftSettings: [.swiftLanguageMode(.v6)]))
}
