import ArgusGenerators
import ArgusReference
import Foundation
import PlatformStandIns
import StorageContract
import StorageFaults

/// A device with an old database, on which the app is launched, updated and installed anew.
final class MigratingDevice: LaunchedDevice, Sendable {
  let faults = StoreFaults()
  let legacyStore: any Store
  /// Calls of the old database that write, and rows that were read.
  let legacyWrites = Remembered(0)
  let legacyReads = Remembered(0)
  /// Whether the old database refuses to be read.
  let legacyFails = Remembered(false)
  /// The progress that was shown, also with failures; not that of runs that could not read how far the last one had come.
  let progress = Remembered<[Double]>([])
  /// How often it was told of a modal that was shown already.
  let repetitions = Remembered(0)
  private let last = Remembered<MigrationModal?>(nil)
  /// How many notes of how far it has come the store takes before it refuses one; nil: it refuses none.
  private let notesBeforeARefusal = Remembered<Int?>(nil)
  /// Marks of the app's settings before any of the device's.
  let marksOfTheAppAlone = Remembered(0)
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
    location = AnyStoreLocation(open: system.openStore).with(faults).interposed(Self.refusing(notesBeforeARefusal))
    state = Remembered(State())
    let base = try await MemoryLocation().open()
    try await base.write { transaction in
      for row in plan.old {
        let bytes = row.isReadable ? Array(try JSONEncoder().encode(plan.legacy(row))) : [1]
        let article = !row.isReadable && row.number % 2 == 0 ? FieldValue.text("no bytes") : .bytes(bytes)
        try transaction.put(["article": article], at: MigrationCase.key(row.number), in: "notification_data")
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
    state.withValue { $0.appSettings = makeAppSettings() }
    try await launch()
    try await store().write { transaction in
      for (number, flags) in plan.new {
        let article = ArticleModel(
          id: plan.newID(number), url: MigrationCase.newAddress(number), title: "New", body: "new body",
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

  /// Refuses one put of how far a migration has come.
  private static func refusing(_ notesBefore: Remembered<Int?>) -> StoreHooks {
    var hooks = StoreHooks()
    hooks.writeCalls = {
      var calls = TransactionHooks()
      calls.put = { transaction, fields, key, collection in
        let isRefused = notesBefore.withValue { count -> Bool in
          guard let before = count, collection == "migration" else { return false }
          count = before > 0 ? before - 1 : nil
          return before == 0
        }
        if isRefused { throw StoreError.io(operation: "put", path: collection, reason: "no room") }
        return try transaction.put(fields, at: key, in: collection)
      }
      return calls
    }
    return hooks
  }

  private func makeAppSettings() -> AppSandbox {
    AppSandbox { [weak self] _ in
      guard let self, state.now.deviceSettings.preferences.isEmpty else { return }
      marksOfTheAppAlone.withValue { $0 += 1 }
    }
  }

  /// The next run ends before its time, unless it is over before.
  func interrupt(_ death: MigrationCase.Death) {
    switch death.refusal {
    case .call(let point, let number): faults.inject(StoreFault(point, .fails, skipping: number))
    case .note: notesBeforeARefusal.set(max(0, death.commits - 1))
    case nil: break
    }
    faults.inject(StoreFault(.commit, .dies(done: death.isDone), skipping: death.commits))
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
    notesBeforeARefusal.set(nil)
    try? await state.now.store?.close()
    let store = try await location.open()
    var platform = ArgusPlatform(
      store: store, transport: NoNetwork(), appSettings: state.now.appSettings, deviceSettings: state.now.deviceSettings,
      time: .virtual(VirtualClock()))
    platform.legacyStore = legacyStore
    platform.migrationBatchSize = plan.batchSize
    platform.showMigration = { [progress, last, repetitions, whenShown] modal in
      if let share = modal.progress { progress.withValue { $0.append(share) } }
      if last.now == modal { repetitions.withValue { $0 += 1 } }
      last.set(modal)
      await whenShown.now?(modal)
    }
    let app = try await system.launch(platform)
    last.set(await app.migration.modal)
    state.withValue { ($0.app, $0.store) = (app, store) }
  }

  /// The app's settings and store go; what belongs to the device stays.
  func reinstall() async throws {
    try await store().write { transaction in
      for collection in try transaction.collections() {
        for record in try transaction.scan(collection) { try transaction.delete(record.key, in: collection) }
      }
    }
    state.withValue { $0.appSettings = makeAppSettings() }
    try await launch()
  }

  /// Another device, with a copy of the old database.
  func replaceDevice() async throws {
    state.withValue { $0.deviceSettings = AppSandbox() }
    try await reinstall()
  }

  /// Another device, which has what the app had from a backup.
  func restoreOnAnotherDevice() async throws {
    state.withValue { $0.deviceSettings = AppSandbox() }
    try await launch()
  }

  var isMarked: Bool {
    state.withValue { !$0.appSettings.preferences.isEmpty || !$0.deviceSettings.preferences.isEmpty }
  }

  /// By id.
  func versions() async throws -> [String: Int64] {
    try await app.articleStore.read { try $0.articles().reduce(into: [:]) { $0[$1.id] = $1.version } }
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
      let (hits, shown) = (faults.hits.count, progress.now.count)
      interrupt(death)
      _ = try? await app.migration.runIfNeeded()
      let couldNotRead = faults.hits.dropFirst(hits).contains { [.get, .scan].contains($0.point) }
      if couldNotRead, progress.now[shown...] == [0] { progress.withValue { _ = $0.removeLast() } }
      try await launch()
    }
    _ = try await app.migration.runIfNeeded()
  }
}

extension MigrationModal {
  /// Nil when it is hidden.
  fileprivate var progress: Double? {
    switch self {
    case .shown(let progress), .failed(let progress): progress
    case .hidden: nil
    }
  }
}
