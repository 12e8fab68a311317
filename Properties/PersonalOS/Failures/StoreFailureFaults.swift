import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

// Faults of POS-F1: a part that says nothing of a failure of the store.

extension Fault<PersonalOSSystem> {
  static let forgetsThatNewsIsNotSaved = Fault("forgetsThatNewsIsNotSaved", "says nothing if news cannot be saved") {
    let saveItems = $0.news.saveItems
    $0.news.saveItems = { try? await saveItems($0, $1) }
  }
  static let forgetsThatAnAmountIsNotKept = Fault(
    "forgetsThatAnAmountIsNotKept", "says nothing if an amount cannot be kept") {
    let openAmounts = $0.money.openAmounts
    $0.money.openAmounts = { ForgetfulAmounts(base: try await openAmounts($0)) }
  }
  static let forgetsThatAPostIsNotThere = Fault(
    "forgetsThatAPostIsNotThere", "says nothing if a post of the dashboard cannot be deleted") {
    let openRepository = $0.social.openRepository
    $0.social.openRepository = { ForgetfulPosts(base: try await openRepository($0)) }
  }
  static let forgetsThatNothingIsCached = Fault(
    "forgetsThatNothingIsCached", "says nothing if the configuration cannot be cached") {
    let openCache = $0.configuration.openCache
    $0.configuration.openCache = { ForgetfulConfigurationCache(base: openCache($0, $1), forgetsSaves: true) }
  }
  static let readsNothingIfItCannotRead = Fault(
    "readsNothingIfItCannotRead", "treats an unreadable cache as empty") {
    let openCache = $0.configuration.openCache
    $0.configuration.openCache = { ForgetfulConfigurationCache(base: openCache($0, $1), forgetsSaves: false) }
  }
  static let forgetsThatNothingIsSeeded = Fault(
    "forgetsThatNothingIsSeeded", "says that there are no samples if they cannot be written") {
    let openSeeding = $0.migration.openSeeding
    $0.migration.openSeeding = { ForgetfulSeeding(base: try await openSeeding($0)) }
  }
  static let forgetsThatSomethingIsLeft = Fault(
    "forgetsThatSomethingIsLeft", "says nothing if files cannot be rewritten after a deletion") {
    let openService = $0.backup.openService
    $0.backup.openService = { ForgetfulDeletion(base: try await openService($0)) }
  }
}

private struct ForgetfulAmounts: AmountKeeping {
  let base: any AmountKeeping

  func save(_ amount: Decimal, as name: String) async throws { try? await base.save(amount, as: name) }
  func amount(_ name: String) async throws -> Decimal? { try await base.amount(name) }
}

private struct ForgetfulPosts: SocialPostRepository {
  let base: any SocialPostRepository

  func save(_ post: SocialPost) async throws { try await base.save(post) }
  func delete(_ post: SocialPost) async throws { try? await base.delete(post) }
  func fetchAll() async throws -> [SocialPost] { try await base.fetchAll() }
}

private struct ForgetfulConfigurationCache: ConfigurationCache {
  let base: any ConfigurationCache
  let forgetsSaves: Bool

  func load(_ environment: AppEnvironment) async throws -> RemoteConfiguration? {
    if forgetsSaves { return try await base.load(environment) }
    return (try? await base.load(environment)) ?? nil
  }

  func save(_ configuration: RemoteConfiguration, for environment: AppEnvironment) async throws {
    do {
      try await base.save(configuration, for: environment)
    } catch where forgetsSaves {}
  }
}

private struct ForgetfulSeeding: Seeding {
  let base: any Seeding

  func seedIfNeeded() async throws -> Bool { (try? await base.seedIfNeeded()) ?? false }
}

private struct ForgetfulDeletion: DataBackups {
  let base: any DataBackups

  func exportAllData() async throws -> Data { try await base.exportAllData() }
  func importData(_ data: Data) async throws { try await base.importData(data) }
  func deleteAllUserData() async throws { try? await base.deleteAllUserData() }
}
