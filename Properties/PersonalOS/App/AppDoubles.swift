import Foundation
import PersonalOSReference
import PlatformStandIns
import StorageContract

// Parts of the app that do one thing otherwise: what the faults of the whole app are made of.

/// Seals older rows in another way.
struct OtherSealing: FieldSealing {
  let base: any FieldSealing
  let sealPlainRows: @Sendable (_ base: any FieldSealing, any Store) async throws -> Bool

  func over(_ store: any Store) -> any Store { base.over(store) }
  func sealPlainRows(of store: any Store) async throws -> Bool { try await sealPlainRows(base, store) }
}

/// Finds its key in another way.
private struct OtherKeys: SecureStorage {
  let base: any SecureStorage
  let cipher: @Sendable (_ base: any SecureStorage, _ makingKey: Bool) async throws -> DataCipher?

  func store(key: String, value: String, accessibility: KeychainAccessibility) async throws {
    try await base.store(key: key, value: value, accessibility: accessibility)
  }
  func retrieve(key: String) async throws -> String? { try await base.retrieve(key: key) }
  func delete(key: String) async throws { try await base.delete(key: key) }
  func encryptData(_ data: [UInt8]) async throws -> [UInt8] { try await base.encryptData(data) }
  func decryptData(_ data: [UInt8]) async throws -> [UInt8] { try await base.decryptData(data) }
  func dataCipher(makingKey: Bool) async throws -> DataCipher? { try await cipher(base, makingKey) }
}

/// Stores what is appended when somebody reads.
actor LateLedger: TradeBook {
  private let base: any TradeBook
  private var waiting: [TradeRecord] = []

  init(base: any TradeBook) {
    self.base = base
  }

  func append(_ trade: TradeRecord) async throws {
    if trade.type == .buy { waiting.append(trade) } else { try await importTrades([trade]) }
  }

  func edit(_ trade: TradeRecord) async throws {
    try await store()
    try await base.edit(trade)
  }
  func delete(_ id: UUID) async throws {
    try await store()
    try await base.delete(id)
  }
  func importTrades(_ trades: [TradeRecord]) async throws {
    try await store()
    try await base.importTrades(trades)
  }
  func trades() async throws -> [TradeRecord] {
    try await store()
    return try await base.trades()
  }
  func assets() async throws -> [AssetItem] { try await base.assets() }
  func check() async throws -> [TradeInconsistency] { try await base.check() }
  func repair(_ symbol: String?) async throws { try await base.repair(symbol) }

  private func store() async throws {
    let trades = waiting
    waiting = []
    if !trades.isEmpty { try await base.importTrades(trades) }
  }
}

/// Syncs in another way.
private struct OtherSync: ProjectSync {
  let base: any ProjectSync
  let sync: @Sendable (_ username: String) async throws -> SyncResult

  func syncProjects(username: String) async throws -> SyncResult { try await sync(username) }
  func mergeProject(remote: GitHubRepo, local: ProjectItem?) async throws -> ProjectItem {
    try await base.mergeProject(remote: remote, local: local)
  }
  func preserveLocalFields(from local: ProjectItem, to merged: ProjectItem) async -> ProjectItem {
    await base.preserveLocalFields(from: local, to: merged)
  }
}

/// Shows the ledger's cancellations as failures.
struct TellingLedger: TradeBook {
  let base: any TradeBook
  let present: @Sendable (any Error) async -> Void

  func append(_ trade: TradeRecord) async throws { try await told { try await base.append(trade) } }
  func edit(_ trade: TradeRecord) async throws { try await told { try await base.edit(trade) } }
  func delete(_ id: UUID) async throws { try await told { try await base.delete(id) } }
  func importTrades(_ trades: [TradeRecord]) async throws { try await told { try await base.importTrades(trades) } }
  func trades() async throws -> [TradeRecord] { try await base.trades() }
  func assets() async throws -> [AssetItem] { try await base.assets() }
  func check() async throws -> [TradeInconsistency] { try await base.check() }
  func repair(_ symbol: String?) async throws { try await base.repair(symbol) }

  private func told(_ change: () async throws -> Void) async throws {
    do { try await change() } catch let cancellation as CancellationError {
      await present(cancellation)
      throw cancellation
    }
  }
}

/// Takes no notice of the request that it works for.
struct HeedlessAccess: DataAccess {
  let base: any DataAccess

  var isPerforming: Bool { base.isPerforming }
  func compact() async throws { try await base.compact() }
  func perform<Result: Sendable>(_ body: @Sendable (DataScope) throws -> Result) async throws -> Result {
    try await EffectPass.$current.withValue(nil) { try await base.perform(body) }
  }
}

/// A feed that takes a failure for an answer without prices.
struct PatientPrices: PriceProvider {
  let base: any PriceProvider

  func prices(for symbols: [String]) async throws -> [String: PriceData] { (try? await base.prices(for: symbols)) ?? [:] }
}

/// Loads once, at the start.
@MainActor
final class LoadedOnce: SocialDashboard {
  private let base: any SocialDashboard
  private var isLoaded = false

  init(_ base: any SocialDashboard) {
    self.base = base
  }

  var posts: [SocialPost] { base.posts }
  var drafts: [SocialPost] { base.drafts }
  var isLoading: Bool { base.isLoading }
  var error: AppError? { base.error }
  var lastOperation: OperationResult? { base.lastOperation }
  func savePost(_ post: SocialPost) async throws { try await base.savePost(post) }
  func deletePost(_ post: SocialPost) async throws { try await base.deletePost(post) }
  func loadPosts() async throws {
    if isLoaded { return }
    try await base.loadPosts()
    isLoaded = true
  }
}

/// Data of this launch alone.
actor PassingData: DataAccess {
  private var base: (any DataAccess)?

  nonisolated var isPerforming: Bool { false }
  func compact() {}
  func perform<Result: Sendable>(_ body: @Sendable (DataScope) throws -> Result) async throws -> Result {
    let data: any DataAccess
    if let base { data = base } else { data = DataActor(store: try await MemoryLocation().open()) }
    base = data
    return try await data.perform(body)
  }
}

extension PersonalOSSystem {
  mutating func changeKeys(
    _ cipher: @escaping @Sendable (_ base: any SecureStorage, _ makingKey: Bool) async throws -> DataCipher?
  ) {
    let open = parts.security.openSecureStorage
    parts.security.openSecureStorage = { OtherKeys(base: try await open($0), cipher: cipher) }
  }

  mutating func changeSyncs(
    _ sync: @escaping @Sendable (_ base: any ProjectSync, GitHubSetup, _ username: String) async throws -> SyncResult
  ) {
    let open = parts.gitHub.openSync
    parts.gitHub.openSync = { setup in
      let base = try await open(setup)
      return OtherSync(base: base) { try await sync(base, setup, $0) }
    }
  }
}

/// A log to which nothing is secret.
struct OpenLog: ErrorLog {
  let base: any ErrorLog

  func record(_ error: any Error, severity: ErrorSeverity, context: String, at instant: Date) {
    base.record(error, severity: severity, context: context, at: instant)
  }
  func note(_ text: String, context: String, at instant: Date) { base.note(text, context: context, at: instant) }
  func register(secret: String) {}
  var entries: [DiagnosticEntry] { base.entries }
  var droppedCount: Int { base.droppedCount }
}

/// Posts that ask first whether they may be read.
struct AskingRepository: SocialPostRepository {
  let base: any SocialPostRepository
  let ask: @Sendable () throws -> Void

  func save(_ post: SocialPost) async throws { try await base.save(post) }
  func delete(_ post: SocialPost) async throws { try await base.delete(post) }
  func fetchAll() async throws -> [SocialPost] {
    try ask()
    return try await base.fetchAll()
  }
}
