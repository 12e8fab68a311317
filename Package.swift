// swift-tools-version: 6.2
// Touchstone names no package dependency: an adopter adds this one and nothing else comes along.

import PackageDescription

// Warnings are errors in this repository's own CI alone, which sets the variable: a compiler's first new warning must not break
// the build of those who depend on this package.
let warnings: [SwiftSetting] = Context.environment["TOUCHSTONE_WARNINGS"] == "error" ? [.treatAllWarnings(as: .error)] : []
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")] + warnings

// SwiftPM looks for the pkg-config file of every library of a package, even for those who use none of them, and warns of each that is
// missing. So the compiler finds system libraries in its own folders, and three that lie elsewhere by files of this package, which are
// never missing. SwiftPM splits the name at spaces: in a folder with a space in its path, it takes the file of the library.
func search(_ folder: String, else name: String) -> String {
  let path = "\(Context.packageDirectory)/Sources/\(folder)/places.pc"
  return path.contains(" ") ? name : path
}

let package = Package(
  name: "Touchstone",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "touchstone", targets: ["touchstone"]),
    // `touchstone write` alone, which needs none of the cores.
    .executable(name: "touchstone-write", targets: ["touchstone-write"]),
    // `swift package touchstone …` in a package that depends on this one.
    .plugin(name: "TouchstonePlugin", targets: ["TouchstonePlugin"]),
    .library(name: "PropertyTesting", targets: ["PropertyTesting"]),
    .library(name: "PropertyIssues", targets: ["PropertyIssues"]),
    .library(name: "StandardLaws", targets: ["StandardLaws"]),
    .library(name: "RunReports", targets: ["RunReports"]),
    .library(name: "HistoryJudging", targets: ["HistoryJudging"]),
    .library(name: "CoverageGuidance", targets: ["CoverageGuidance"]),
    .library(name: "ProcessIsolation", targets: ["ProcessIsolation"]),
    .library(name: "DeterministicScheduling", targets: ["DeterministicScheduling"]),
    .library(name: "ThreadScheduling", targets: ["ThreadScheduling"]),
    .library(name: "StorageContract", targets: ["StorageContract"]),
    .library(name: "StorageFaults", targets: ["StorageFaults"]),
    .library(name: "SQLiteStorage", targets: ["SQLiteStorage"]),
    .library(name: "ProcessStorage", targets: ["ProcessStorage"]),
    .library(name: "PostgresStorage", targets: ["PostgresStorage"]),
    .library(name: "StorageConformance", targets: ["StorageConformance"]),
    .library(name: "ReplicaContract", targets: ["ReplicaContract"]),
    .library(name: "ReplicaConformance", targets: ["ReplicaConformance"]),
    .library(
      name: "CountMeConformance",
      targets: ["CountMeReference", "CountMeGenerators", "CountMeProperties"]),
    .library(
      name: "PersonalOSConformance",
      targets: ["PersonalOSReference", "PersonalOSGenerators", "PersonalOSProperties"]),
    .library(
      name: "QuickVaultConformance",
      targets: ["QuickVaultReference", "QuickVaultGenerators", "QuickVaultProperties"]),
    .library(
      name: "ArgusConformance", targets: ["ArgusReference", "ArgusMigration", "ArgusGenerators", "ArgusProperties"]),
  ],
  traits: [
    .trait(name: "PostgreSQL", description: "Stores in a PostgreSQL server, through libpq."),
  ],
  targets: [
    // The engine: imports no other Swift module of this package. The C part is what handlers of signals run.
    .target(name: "CRunNotes"),
    .target(name: "PropertyTesting", dependencies: ["CRunNotes"], swiftSettings: strict),

    // What the protocols of the standard library and of Foundation promise, to hold types to.
    .target(name: "StandardLaws", dependencies: ["PropertyTesting"], swiftSettings: strict),

    // Failures as issues of Swift Testing and of XCTest, at their lines: the only module that knows either.
    .target(name: "PropertyIssues", dependencies: ["PropertyTesting", "RunReports", "SwiftLexing"], swiftSettings: strict),
    // What a run did, as data, and the texts and pages that are made from it.
    .target(name: "RunReports", dependencies: ["PropertyTesting"], swiftSettings: strict),
    // Whether a recorded history of any system is right, by a model and a consistency.
    .target(name: "HistoryJudging", dependencies: ["PropertyTesting"], swiftSettings: strict),
    // What a case reaches of code that was built to be watched. The C part is what the compiler's hooks call.
    .target(name: "CCoverage"),
    .target(
      name: "CoverageGuidance", dependencies: ["PropertyTesting", "CCoverage"], swiftSettings: strict),

    // Swift concurrency under a chosen schedule. The C part holds everything that is not public interface.
    .target(name: "CScheduling"),
    .target(
      name: "DeterministicScheduling", dependencies: ["PropertyTesting", "CScheduling", "CRunNotes"],
      swiftSettings: strict),

    // Threads, locks, atomics and Dispatch under a chosen schedule. The C part is what the compiler's instrumentation and the code under
    // test call: it stands in front of the C library, so who does not use it does not link it.
    .target(name: "CThreads", dependencies: ["CScheduling"]),
    .target(
      name: "ThreadScheduling", dependencies: ["PropertyTesting", "DeterministicScheduling", "CThreads"], swiftSettings: strict),

    // Worker processes: a case that crashes or hangs costs itself, not the run.
    .target(name: "CIsolation"),
    .target(
      name: "ProcessIsolation",
      dependencies: ["PropertyTesting", "DeterministicScheduling", "CIsolation"],
      swiftSettings: strict),

    // Storage.
    .target(name: "StorageContract", swiftSettings: strict),
    // What goes wrong beneath a store or in one: crashes of a disk, calls that fail, backends with known defects.
    .target(name: "StorageFaults", dependencies: ["StorageContract"], swiftSettings: strict),
    .systemLibrary(name: "CSQLite"),
    .target(
      name: "SQLiteStorage", dependencies: ["StorageContract", "CSQLite"],
      swiftSettings: strict),

    // A store in another process, and the other end: how a store is served to another process.
    .target(
      name: "ProcessStorage", dependencies: ["StorageContract", "CIsolation"], swiftSettings: strict),
    // Behind the trait PostgreSQL; without it the module is empty and needs no library.
    .systemLibrary(name: "CPostgres", pkgConfig: search("CPostgres", else: "libpq")),
    .target(
      name: "PostgresStorage",
      dependencies: [
        "StorageContract", .target(name: "CPostgres", condition: .when(traits: ["PostgreSQL"])),
      ],
      swiftSettings: strict),
    // The laws that every store is held to.
    .target(
      name: "StorageConformance",
      dependencies: [
        "PropertyTesting", "DeterministicScheduling", "ProcessIsolation", "StorageContract", "StorageFaults",
        "ProcessStorage", "CIsolation", "HistoryJudging",
      ],
      swiftSettings: strict),

    // Synchronization: the contract with a server that can be told to fail, and the laws that every replica is held to.
    .target(name: "ReplicaContract", swiftSettings: strict),
    .target(
      name: "ReplicaConformance", dependencies: ["PropertyTesting", "DeterministicScheduling", "ReplicaContract", "ProcessStorage"],
      swiftSettings: strict),

    // Swift source as tokens, for what reads or changes source: imports no other module of this package.
    .target(name: "SwiftLexing", swiftSettings: strict),

    // Properties for any package, from what the compiler says of its public declarations.
    .target(name: "PropertyWriting", dependencies: ["SwiftLexing"], swiftSettings: strict),
    .executableTarget(name: "touchstone-write", dependencies: ["PropertyWriting"], swiftSettings: strict),

    // Who may use whom among the folders of a package.
    .target(name: "SourceLayering", dependencies: ["SwiftLexing"], swiftSettings: strict),

    // Reference cores: import storage and stand-ins, never the engine.
    .systemLibrary(name: "CCrypto"),
    .target(
      name: "PlatformStandIns",
      dependencies: [
        "StorageContract", .target(name: "CCrypto", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: strict),
    // Images and the glyphs of text, apart from the other stand-ins: who needs none of them needs no libpng.
    .systemLibrary(name: "CFreeType", pkgConfig: search("CFreeType", else: "freetype2")),
    // libpng and libjpeg leave a failed call with longjmp, which must not cross Swift: this returns a status instead.
    .target(
      name: "CImaging",
      linkerSettings: [.linkedLibrary("png", .when(platforms: [.linux])), .linkedLibrary("jpeg", .when(platforms: [.linux]))]),
    .target(
      name: "ImageStandIns",
      dependencies: [
        .target(name: "CImaging", condition: .when(platforms: [.linux])),
        .target(name: "CFreeType", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: strict),
    .target(
      name: "CountMeReference", dependencies: ["StorageContract", "PlatformStandIns"],
      swiftSettings: strict),

    .target(
      name: "PersonalOSReference", dependencies: ["StorageContract", "PlatformStandIns", "SwiftLexing"],
      swiftSettings: strict),

    .target(
      name: "QuickVaultReference", dependencies: ["StorageContract", "PlatformStandIns", "ImageStandIns"],
      swiftSettings: strict),

    // GitHub's Markdown, in its own implementation.
    .systemLibrary(name: "CMarkGFM", pkgConfig: search("CMarkGFM", else: "libcmark-gfm")),
    .target(
      name: "ArgusReference", dependencies: ["StorageContract", "PlatformStandIns", "SourceLayering", "CMarkGFM"],
      swiftSettings: strict),

    // Reached through MigrationCoordinator alone: Argus builds and runs without it.
    .target(
      name: "ArgusMigration", dependencies: ["ArgusReference", "StorageContract", "PlatformStandIns"],
      swiftSettings: strict),

    // Generators and properties, a target per system.
    .target(
      name: "CountMeGenerators", dependencies: ["PropertyTesting", "CountMeReference"],
      path: "Generators/CountMe", swiftSettings: strict),
    .target(
      name: "CountMeProperties",
      dependencies: [
        "PropertyTesting", "DeterministicScheduling", "CountMeReference", "CountMeGenerators",
        "StorageContract", "StorageFaults", "PlatformStandIns",
      ],
      path: "Properties/CountMe", swiftSettings: strict),
    .target(
      name: "PersonalOSGenerators",
      dependencies: ["PropertyTesting", "PersonalOSReference", "PlatformStandIns", "StorageContract"],
      path: "Generators/PersonalOS", swiftSettings: strict),
    .target(
      name: "PersonalOSProperties",
      dependencies: [
        "PropertyTesting", "DeterministicScheduling", "PersonalOSReference", "PersonalOSGenerators",
        "StorageContract", "StorageFaults", "PlatformStandIns",
      ],
      path: "Properties/PersonalOS", swiftSettings: strict),
    .target(
      name: "QuickVaultGenerators",
      dependencies: ["PropertyTesting", "QuickVaultReference", "ImageStandIns", "PlatformStandIns", "StorageContract"],
      path: "Generators/QuickVault", swiftSettings: strict),
    .target(
      name: "QuickVaultProperties",
      dependencies: [
        "PropertyTesting", "DeterministicScheduling", "QuickVaultReference", "QuickVaultGenerators",
        "StorageContract", "StorageFaults", "ImageStandIns", "PlatformStandIns",
      ],
      path: "Properties/QuickVault", swiftSettings: strict),
    .target(
      name: "ArgusGenerators",
      dependencies: ["PropertyTesting", "ArgusReference", "PlatformStandIns", "StorageContract"],
      path: "Generators/Argus", swiftSettings: strict),
    .target(
      name: "ArgusProperties",
      dependencies: [
        "PropertyTesting", "DeterministicScheduling", "ArgusReference", "ArgusGenerators",
        "StorageContract", "StorageFaults", "PlatformStandIns", "SourceLayering",
      ],
      path: "Properties/Argus", swiftSettings: strict),

    // Small changes planted in the sources of a package, and whether its tests see them.
    .target(name: "MutationTesting", dependencies: ["SwiftLexing"], swiftSettings: strict),

    // What is run: every system over every backend. The only place, with Tests, that sees everything.
    .target(
      name: "TouchstoneCatalogue",
      dependencies: [
        "PropertyTesting", "DeterministicScheduling", "ProcessIsolation", "StorageContract", "SQLiteStorage", "ProcessStorage",
        "PostgresStorage", "StorageConformance",
        "CountMeReference", "CountMeProperties", "PersonalOSReference", "PersonalOSProperties",
        "QuickVaultReference", "QuickVaultProperties", "ArgusReference", "ArgusMigration", "ArgusProperties",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "touchstone",
      dependencies: [
        "TouchstoneCatalogue", "RunReports", "PropertyTesting", "DeterministicScheduling", "ProcessIsolation",
        "StorageContract", "ProcessStorage", "SQLiteStorage", "StorageConformance", "ReplicaConformance", "PersonalOSReference",
        "MutationTesting", "SourceLayering", "SwiftLexing", "HistoryJudging", "PropertyWriting",
      ],
      // What `touchstone adapter` writes.
      resources: ["touchstone_adapter.py", "kv.py", "ordered_kv.py", "sql.py"].map { .embedInCode("Adapter/\($0)") },
      swiftSettings: strict),

    .plugin(
      name: "TouchstonePlugin",
      capability: .command(
        intent: .custom(
          verb: "touchstone", description: "Touchstone's command line: write, mutate, merge, corpus, scan and the others, in this package."),
        permissions: [.writeToPackageDirectory(reason: "Reports and counterexamples are files where you name them.")])),

    // The engine's speed against a bare loop: `make bench`.
    .executableTarget(
      name: "touchstone-bench",
      dependencies: [
        "PropertyTesting", "DeterministicScheduling", "ProcessIsolation", "ImageStandIns", "QuickVaultReference",
        "PlatformStandIns", "StorageContract", .target(name: "CCrypto", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: strict),

    // Which rows of long tables a run of the tests tries.
    .target(name: "RandomShare", path: "Tests/RandomShare", swiftSettings: strict),
    .testTarget(
      name: "PropertyTestingTests", dependencies: ["PropertyTesting"], swiftSettings: strict),
    // What the tests of the engine run in a process of its own, to count what passing cases allocate. None of them
    // depends on it: it would be linked into them, and count there too.
    .target(name: "CAllocationCount", path: "Tests/AllocationCount"),
    .executableTarget(
      name: "allocation-probe", dependencies: ["PropertyTesting", "CAllocationCount"],
      path: "Tests/AllocationProbe", swiftSettings: strict),
    // What the tests of the engine run in a process of its own, to end it or to block it.
    .executableTarget(
      name: "run-note-probe", dependencies: ["PropertyTesting", "DeterministicScheduling"], path: "Tests/RunNoteProbe",
      swiftSettings: strict),
    .testTarget(
      name: "StandardLawsTests",
      dependencies: ["StandardLaws", "PropertyTesting", "PropertyIssues", "DeterministicScheduling", "RandomShare"], swiftSettings: strict),
    .testTarget(name: "HistoryJudgingTests", dependencies: ["HistoryJudging", "PropertyTesting", "RandomShare"], swiftSettings: strict),
    .testTarget(
      name: "PropertyIssuesTests", dependencies: ["PropertyIssues", "PropertyTesting", "DeterministicScheduling", "ProcessIsolation"],
      swiftSettings: strict),
    .testTarget(
      name: "ProcessIsolationTests",
      dependencies: [
        "CIsolation", "ProcessIsolation", "PropertyTesting", "DeterministicScheduling", "isolation-probe",
      ],
      swiftSettings: strict),
    // What the tests of worker processes run in a process of its own, to count what is left there or to kill it.
    .executableTarget(
      name: "isolation-probe", dependencies: ["ProcessIsolation", "PropertyTesting"],
      path: "Tests/IsolationProbe", swiftSettings: strict),
    .testTarget(
      name: "DeterministicSchedulingTests",
      dependencies: ["DeterministicScheduling", "PropertyTesting", "CScheduling"], swiftSettings: strict),
    // Known concurrency bugs, each with its mended twin: what the scheduler must find, shrink and replay.
    .testTarget(
      name: "ConcurrencyGalleryTests", dependencies: ["DeterministicScheduling", "PropertyTesting", "RandomShare"],
      path: "Tests/ConcurrencyGallery", swiftSettings: strict),
    .testTarget(
      name: "StorageTests",
      dependencies: [
        "StorageContract", "StorageFaults", "SQLiteStorage", "CSQLite", "PropertyTesting", "DeterministicScheduling",
        "ProcessStorage", "storage-probe",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "StorageConformanceTests",
      dependencies: [
        "StorageConformance", "StorageContract", "StorageFaults", "SQLiteStorage", "ProcessStorage",
        "PropertyTesting", "DeterministicScheduling", "RandomShare", "HistoryJudging",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ReplicaConformanceTests",
      dependencies: [
        "ReplicaConformance", "ReplicaContract", "PropertyTesting", "StorageContract", "SQLiteStorage", "ProcessStorage",
        "ArgusReference", "CountMeReference",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ProcessStorageTests",
      dependencies: [
        "ProcessStorage", "StorageConformance", "StorageContract", "SQLiteStorage", "PropertyTesting", "RandomShare", "storage-probe",
      ],
      swiftSettings: strict),
    // What the tests of stores in other processes talk to: serves stores well, or misbehaves as it is told.
    .executableTarget(
      name: "storage-probe", dependencies: ["ProcessStorage", "StorageContract", "SQLiteStorage"],
      path: "Tests/StorageProcessProbe", swiftSettings: strict),
    .testTarget(name: "PropertyWritingTests", dependencies: ["PropertyWriting"], swiftSettings: strict),
    // What is compiled and run beside the tests, against the parser that the toolchain brings, is no part of the target.
    .testTarget(
      name: "SwiftLexingTests", dependencies: ["SwiftLexing", "PropertyTesting", "RandomShare"], exclude: ["ToolchainTokens"],
      swiftSettings: strict),
    // The reference: public symbols without a comment, and the examples of its pages, which are compiled here.
    .testTarget(
      name: "ReferenceTests",
      dependencies: [
        "SwiftLexing", "PropertyTesting", "StandardLaws", "PropertyIssues", "RunReports", "HistoryJudging", "CoverageGuidance",
        "ProcessIsolation", "DeterministicScheduling", "StorageContract", "StorageFaults", "SQLiteStorage", "ProcessStorage", "PostgresStorage",
        "StorageConformance", "ReplicaContract", "ReplicaConformance", "CountMeReference", "CountMeProperties", "PersonalOSReference",
        "PersonalOSProperties", "QuickVaultReference", "QuickVaultProperties", "ArgusReference", "ArgusMigration", "ArgusProperties",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ImageStandInsTests", dependencies: ["ImageStandIns"], swiftSettings: strict),
    .testTarget(
      name: "CountMeReferenceTests",
      dependencies: ["CountMeReference", "PlatformStandIns", "StorageContract", "PropertyTesting", "DeterministicScheduling"],
      swiftSettings: strict),
    .testTarget(
      name: "PersonalOSReferenceTests",
      dependencies: [
        "PersonalOSReference", "PersonalOSGenerators", "PersonalOSProperties", "PropertyTesting",
        "PlatformStandIns", "StorageContract",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "QuickVaultReferenceTests",
      dependencies: [
        "QuickVaultReference", "ImageStandIns", "PlatformStandIns", "StorageContract", "StorageFaults",
      ],
      resources: [.copy("Vectors")],
      swiftSettings: strict),
    .testTarget(
      name: "ArgusReferenceTests",
      dependencies: [
        "ArgusReference", "PlatformStandIns", "StorageContract", "StorageFaults", "PropertyTesting", "DeterministicScheduling",
        "argus-probe",
      ],
      swiftSettings: strict),
    // A device of a user in a process of its own.
    .executableTarget(
      name: "argus-probe", dependencies: ["ArgusReference", "PlatformStandIns", "SQLiteStorage", "StorageContract"],
      path: "Tests/ArgusProbe", swiftSettings: strict),
    .testTarget(
      name: "CatalogueTests",
      dependencies: [
        "TouchstoneCatalogue", "PropertyTesting", "ProcessIsolation", "StorageContract",
        "CountMeReference", "CountMeProperties", "CountMeGenerators", "PersonalOSReference",
        "PersonalOSProperties", "PersonalOSGenerators", "SourceLayering", "SwiftLexing", "RandomShare", "MutationTesting",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RunReportsTests", dependencies: ["RunReports", "PropertyTesting", "DeterministicScheduling"], swiftSettings: strict),
    .testTarget(name: "MutationTestingTests", dependencies: ["MutationTesting"], swiftSettings: strict),
    // The built tool, run as a person would run it.
    .testTarget(
      name: "CommandLineTests", dependencies: ["touchstone"], swiftSettings: strict),
  ]
)
