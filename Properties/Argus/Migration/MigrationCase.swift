import ArgusReference
import Foundation
import PlatformStandIns
import PropertyTesting
import StorageContract
import StorageFaults

/// Old articles, new ones that are there already, and what comes in between.
struct MigrationCase: Sendable, CounterexampleDescribable {
  struct Old: Sendable {
    var number: Int
    var flags: Int
    var body: Int
  }

  let old: [Old]
  /// Articles of the new store, by number, with their flags.
  let new: [Int: Int]
  let batchSize: Int
  /// After how many commits of a run the app dies, run after run.
  var deaths: [Death]

  struct Death: Sendable {
    let commits: Int
    let isDone: Bool
  }

  var counterexampleDescription: String {
    let old = old.map { "\($0.number) flags \($0.flags) body \($0.body)" }
    let deaths = deaths.map { "\($0.commits)\($0.isDone ? " done" : "")" }
    let ends = self.deaths.isEmpty ? "" : ", dies at \(describe(deaths))"
    return "old \(describe(old)), new \(describe(new.keys.sorted().map { "\($0) flags \(new[$0] ?? 0)" })), batches of \(batchSize)\(ends)"
  }

  static func id(_ number: Int) -> String { "a\(number)" }

  func legacy(_ old: Old) -> LegacyArticle {
    LegacyArticle(
      id: Self.id(old.number), articleURL: "https://news.example/\(old.number)", articleTitle: "Old",
      content: ArticleNames.texts[old.body], topic: old.number % 2 == 0 ? nil : "news", published: 1_234_567,
      flags: LegacyArticle.Flags(rawValue: old.flags))
  }

  /// What the store is to hold in the end.
  var expected: [String] {
    var lines: [Int: String] = [:]
    for (number, flags) in new {
      lines[number] = Self.line(Self.id(number), "New", "new body", [], old.first { $0.number == number }?.flags ?? flags)
    }
    for row in old where new[row.number] == nil {
      lines[row.number] = Self.line(
        Self.id(row.number), "Old", ArticleNames.texts[row.body], row.number % 2 == 0 ? [] : ["news"], row.flags)
    }
    return lines.keys.sorted().compactMap { lines[$0] }
  }

  private static func line(_ id: String, _ title: String, _ body: String, _ topics: [String], _ flags: Int) -> String {
    "\(id) \(title) \(describe(body)) in \(topics), flags \(flags)"
  }

  static func line(_ article: ArticleModel) -> String {
    let flags = (article.isRead ? 1 : 0) + (article.isBookmarked ? 2 : 0) + (article.isArchived ? 4 : 0)
    return line(article.id, article.title, article.body, article.topicNames, flags)
      + article.wrongBlobs.map { " without rich text of \($0.rawValue)" }.joined()
  }
}

extension Generator where Value == MigrationCase {
  /// In which nothing goes wrong.
  static var calmMigration: Generator {
    Generator<MigrationCase>.migrationCase.map {
      var plan = $0
      plan.deaths = []
      return plan
    }
  }

  static var migrationCase: Generator {
    Generator { source in
      let numbers = try source(.set(of: .int(in: 0...6), count: 0...6)).sorted()
      var old: [MigrationCase.Old] = []
      for number in numbers {
        old.append(MigrationCase.Old(number: number, flags: try source(.int(in: 0...7)), body: try source(.int(in: 0...4))))
      }
      var new: [Int: Int] = [:]
      for number in try source(.set(of: .int(in: 0...6), count: 0...4)).sorted() { new[number] = try source(.int(in: 0...7)) }
      let deaths = try source(.array(of: .zip(.int(in: 0...3), .bool), count: 0...3)).map { MigrationCase.Death(commits: $0.0, isDone: $0.1) }
      return MigrationCase(old: old, new: new, batchSize: try source(.int(in: 1...4)), deaths: deaths)
    }
  }
}

/// A device with an old database, on which the app is launched, updated and installed anew.
final class MigratingDevice: LaunchedDevice, Sendable {
  let faults = StoreFaults()
  let legacyStore: any Store
  /// Calls of the old database that write, and rows that were read.
  let legacyWrites = Remembered(0)
  let legacyReads = Remembered(0)
  /// Whether the old database refuses to be read.
  let legacyFails = Remembered(false)
  let modals = Remembered<[MigrationModal]>([])
  /// Done whenever the modal changes.
  let whenShown = Remembered<(@Sendable (MigrationModal) async -> Void)?>(nil)
  private let system: ArgusSystem
  private let plan: MigrationCase
  private let location: any StoreLocation
  private let state: Remembered<State>

  private struct State: Sendable {
    var app: ArgusApp?
    var store: (any Store)?
    var appSettings = AppSandbox()
    var deviceSettings = AppSandbox()
  }

  init(_ system: ArgusSystem, _ plan: MigrationCase) async throws {
    var system = system
    system.parts.render = { ArticleNames.rendered($0) }
    self.system = system
    self.plan = plan
    location = AnyStoreLocation(open: system.openStore).with(faults)
    state = Remembered(State())
    let base = try await MemoryLocation().open()
    try await base.write { transaction in
      for row in plan.old {
        let bytes = Array(try JSONEncoder().encode(plan.legacy(row)))
        try transaction.put(["article": .bytes(bytes)], at: MigrationCase.id(row.number), in: "notification_data")
      }
    }
    var hooks = StoreHooks()
    hooks.write = { [legacyWrites] store, body in
      legacyWrites.withValue { $0 += 1 }
      try await store.write { try body($0) }
    }
    hooks.readCalls = { [legacyReads, legacyFails] in
      var calls = TransactionHooks()
      calls.scan = { transaction, range in
        if legacyFails.now { throw StoreError.io(operation: "read", path: "legacy", reason: "does not answer") }
        let found = try transaction.scan(range)
        legacyReads.withValue { $0 += found.count }
        return found
      }
      return calls
    }
    legacyStore = InterposedStore(base, hooks)
    try await launch()
    try await store().write { transaction in
      for (number, flags) in plan.new {
        let article = ArticleModel(
          id: MigrationCase.id(number), url: "https://NEWS.example/\(number)", title: "New", body: "new body",
          isRead: flags & 1 != 0, isBookmarked: flags & 2 != 0, isArchived: flags & 4 != 0)
        try transaction.put(article.sealedFields, at: article.id, in: ArticleModel.collection)
        var blobs: [RichTextField: [UInt8]] = [:]
        for field in RichTextField.allCases {
          blobs[field] = try RichTextBlob.encode(ArticleNames.rendered(article.text(of: field)), of: article.text(of: field))
        }
        try transaction.put(
          RichTextBlobs(articleID: article.id, blobs: blobs).sealedFields, at: article.id, in: RichTextBlobs.collection)
      }
    }
  }

  var app: ArgusApp {
    get throws {
      guard let app = state.now.app else { throw ArgusError.notFound }
      return app
    }
  }

  func store() throws -> any Store {
    guard let store = state.now.store else { throw ArgusError.notFound }
    return store
  }

  func launch() async throws {
    faults.heal()
    try? await state.now.store?.close()
    let store = try await location.open()
    var platform = ArgusPlatform(
      store: store, transport: NoNetwork(), appSettings: state.now.appSettings, deviceSettings: state.now.deviceSettings,
      time: .virtual(VirtualClock()))
    platform.legacyStore = legacyStore
    platform.migrationBatchSize = plan.batchSize
    platform.showMigration = { [modals, whenShown] modal in
      modals.withValue { $0.append(modal) }
      await whenShown.now?(modal)
    }
    let app = try await system.launch(platform)
    state.withValue { ($0.app, $0.store) = (app, store) }
  }

  /// The app's settings and store go; what belongs to the device stays.
  func reinstall() async throws {
    try await store().write { transaction in
      for collection in try transaction.collections() {
        for record in try transaction.scan(collection) { try transaction.delete(record.key, in: collection) }
      }
    }
    state.withValue { $0.appSettings = AppSandbox() }
    try await launch()
  }

  /// Another device, with a copy of the old database.
  func replaceDevice() async throws {
    state.withValue { $0.deviceSettings = AppSandbox() }
    try await reinstall()
  }

  var isMarked: Bool {
    state.withValue { !$0.appSettings.preferences.isEmpty || !$0.deviceSettings.preferences.isEmpty }
  }

  func lines() async throws -> [String] { try await app.articleStore.read { try $0.articles().map(MigrationCase.line) } }

  func end() async throws {
    faults.heal()
    try? await state.now.store?.close()
    try? await legacyStore.close()
  }

  static func use(_ system: ArgusSystem, _ plan: MigrationCase, _ body: (MigratingDevice) async throws -> Void) async throws {
    let device = try await MigratingDevice(system, plan)
    try await device.ending { try await body(device) }
  }

  /// With the deaths of the plan, launch after launch, until a run ends.
  func migrate() async throws {
    for death in plan.deaths {
      faults.inject(StoreFault(.commit, .dies(done: death.isDone), skipping: death.commits))
      _ = try? await app.migration.runIfNeeded()
      try await launch()
    }
    _ = try await app.migration.runIfNeeded()
  }
}
