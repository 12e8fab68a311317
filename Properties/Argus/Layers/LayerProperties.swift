import ArgusReference
import PropertyTesting

/// Who may use whom.
public enum LayerProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [migrationIsRemovable, accessIsMediated]

  // Feature: argus-system-patterns, Property 53: Migration module is self-contained and removable
  static let migrationIsRemovable = Requirement<ArgusSystem>(
    "ARG-53", "Migration module is self-contained and removable",
    says: """
      The layer check finds exactly the imports and names that the rules forbid, including re-exported modules, and types \
      that a layer hides behind its entry point. It gives the place of each, and the reason. Without the migration module, the \
      app starts and works as on a migrated device.
      """,
    covers: "002 One-Time Migration", of: "module graph, MigrationCoordinator",
    mustCatch: Fault.layerFaults, [.needsTheMigration, .blocksWithoutTheMigration]
  ).holds(
    forAll: .zip(.plantedPackage, .array(of: .articleDeed, count: 0...6)),
    requiring: [
      "an import is planted": 0.3, "a re-exported module is reached": 0.02, "a type behind a door is named": 0.03,
      "layers of one module": 0.2, "nothing is planted": 0.05,
    ]
  ) { (drawn: (PlantedPackage, [ArticleDeed]), system: ArgusSystem, trial: Trial) in
    let (package, deeds) = drawn
    let planted = package.planted
    let found = try system.checkLayers(package.rules, package.sources)
    try expect(
      "uses that are not allowed", found.map { "\($0.file):\($0.line):\($0.column) \($0.token): \($0.reason)" }.sorted(),
      equals: planted)
    trial.label("layers of one module", if: package.isOneModule)
    trial.label("an import is planted", if: found.contains { $0.kind == .imports })
    trial.label("a re-exported module is reached", if: found.contains { $0.reason.contains("re-exports") })
    trial.label("a type behind a door is named", if: found.contains { $0.reason.contains("through") })
    trial.label("nothing is planted", if: planted.isEmpty)
    try expect(
      "what the app does without the migration", try await outcomes(of: deeds, on: system, isMigrated: false),
      equals: try await outcomes(of: deeds, on: system, isMigrated: true))
  }
  private static func outcomes(of deeds: [ArticleDeed], on system: ArgusSystem, isMigrated: Bool) async throws -> [String] {
    let device = try await MigratedDevice(system, isMigrated: isMigrated)
    return try await device.ending {
      var outcomes: [String] = []
      for deed in deeds { outcomes.append(try await deed.outcome(on: device.app)) }
      outcomes.append("migrates: \(try await device.app.migration.runIfNeeded())")
      return outcomes + [describe(await device.app.articles.articles(topic: nil).articles.map(\.id))]
    }
  }

  // Feature: argus-system-patterns, Property 74: Data access is mediated layer by layer
  static let accessIsMediated = Requirement<ArgusSystem>(
    "ARG-74", "Data access is mediated layer by layer",
    says: """
      Every user action on a screen reaches the article store through the screen's model, the operations and the \
      repository, in this order and in no other way. The action does reach the store.
      """,
    covers: "002 MVVM", "002 Repository Pattern", of: "ArticleOperations, ArticleService", needs: [.storage],
    mustCatch: [
      .screenReadsTheStore, .screenAsksTheRepository, .operationsWriteToTheStore, .operationsReadTheStore, .detailWritesToTheStore,
      .actsOnNothing,
    ]
  ).holds(
    forAll: .array(of: .screenDeed, count: 1...8),
    requiring: ["an article is changed": 0.3, "an article is opened": 0.15, "the feed brings articles": 0.15]
  ) { (deeds: [ScreenDeed], system: ArgusSystem, trial: Trial) in
    let traced = try await TracedScreens(system)
    try await traced.ending {
      for deed in deeds {
        let accesses = try await traced.perform(deed)
        try expect("ways to the store of “\(deed.words)”", Set(accesses.map(\.way)).subtracting([TracedScreens.rightWay]), equals: [])
        try expect("reads of the store by “\(deed.words)”", accesses.contains { !$0.isWrite } || !deed.reads)
        try expect("writes to the store by “\(deed.words)”", accesses.contains(where: \.isWrite), equals: traced.isChange(deed))
        trial.label("an article is changed", if: accesses.contains(where: \.isWrite))
        trial.label("an article is opened", if: deed.isOpening)
        trial.label("the feed brings articles", if: deed.isRefresh)
      }
    }
  }
}
