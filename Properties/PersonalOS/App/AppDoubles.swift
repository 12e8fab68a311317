import Foundation
import PersonalOSReference
import PlatformStandIns
import StorageContract

// Parts of the app that do one thing otherwise: what the faults of the whole app are made of.

struct UnhurriedSealing: FieldSealing {
  let base: any FieldSealing

  func over(_ store: any Store) -> any Store { base.over(store) }
  func sealPlainRows(of store: any Store) async throws -> Bool { false }
}

/// Rewrites no files.
struct StayingFiles: FieldSealing {
  let base: any FieldSealing

  func over(_ store: any Store) -> any Store { base.over(store) }
  func sealPlainRows(of store: any Store) async throws -> Bool {
    var hooks = StoreHooks()
    hooks.compact = { _ in }
    return try await base.sealPlainRows(of: InterposedStore(store, hooks))
  }
}

/// Has a key for whoever looks.
struct EagerKeys: SecureStorage {
  let base: any SecureStorage

  func store(key: String, value: String, accessibility: KeychainAccessibility) async throws {
    try await base.store(key: key, value: value, accessibility: accessibility)
  }
  func retrieve(key: String) async throws -> String? { try await base.retrieve(key: key) }
  func delete(key: String) async throws { try await base.delete(key: key) }
  func encryptData(_ data: [UInt8]) async throws -> [UInt8] { try await base.encryptData(data) }
  func decryptData(_ data: [UInt8]) async throws -> [UInt8] { try await base.decryptData(data) }
  func dataCipher(makingKey: Bool) async throws -> DataCipher? { try await base.dataCipher(makingKey: true) }
}

/// Has no key while the keychain is locked.
struct CarelessKeys: SecureStorage {
  let base: any SecureStorage

  func store(key: String, value: String, accessibility: KeychainAccessibility) async throws {
    try await base.store(key: key, value: value, accessibility: accessibility)
  }
  func retrieve(key: String) async throws -> String? { try await base.retrieve(key: key) }
  func delete(key: String) async throws { try await base.delete(key: key) }
  func encryptData(_ data: [UInt8]) async throws -> [UInt8] { try await base.encryptData(data) }
  func decryptData(_ data: [UInt8]) async throws -> [UInt8] { try await base.decryptData(data) }
  func dataCipher(makingKey: Bool) async throws -> DataCipher? {
    do {
      return try await base.dataCipher(makingKey: makingKey)
    } catch SecurityError.keychainAccessDenied where !makingKey {
      return nil
    }
  }
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

/// Keeps bookmarks over an import.
struct AddingImport: DataBackups {
  let base: any DataBackups
  let data: any DataAccess

  func exportAllData() async throws -> Data { try await base.exportAllData() }
  func deleteAllUserData() async throws { try await base.deleteAllUserData() }

  func importData(_ file: Data) async throws {
    let before = try await data.perform { try $0.fetch(Bookmark.self) }
    try await base.importData(file)
    try await data.perform { scope in
      for bookmark in before { try scope.save(bookmark) }
    }
  }
}

struct SilentImport: DataBackups {
  let base: any DataBackups

  func exportAllData() async throws -> Data { try await base.exportAllData() }
  func deleteAllUserData() async throws { try await base.deleteAllUserData() }
  func importData(_ file: Data) async throws { try? await base.importData(file) }
}

/// Forgets what the user has written on a project that is synced.
struct ForgetfulSync: ProjectSync {
  let base: any ProjectSync
  let data: any DataAccess

  func syncProjects(username: String) async throws -> SyncResult {
    let before = try await data.perform { try $0.fetch(ProjectItem.self) }
    let result = try await base.syncProjects(username: username)
    try await data.perform { scope in
      for var project in try scope.fetch(ProjectItem.self)
      where before.first(where: { $0.id == project.id }).map({ $0.stars != project.stars }) ?? false {
        project.notes = ""
        try scope.save(project)
      }
    }
    return result
  }

  func mergeProject(remote: GitHubRepo, local: ProjectItem?) async throws -> ProjectItem {
    try await base.mergeProject(remote: remote, local: local)
  }
  func preserveLocalFields(from local: ProjectItem, to merged: ProjectItem) async -> ProjectItem {
    await base.preserveLocalFields(from: local, to: merged)
  }
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
