import Foundation
import StorageContract

/// The parts that a seed service works on.
public struct SeedSetup: Sendable {
  /// Access to the store.
  public var data: any DataAccess
  /// The app's environment. Production gets no sample data.
  public var environment: AppEnvironment
  /// Whether the developer asked for sample data.
  public var isSeedRequested: Bool
  /// Whether this is a debug build. The seeding must ignore this, because a debug build may run against production.
  public var isDebugBuild: Bool

  /// Creates a setup from its parts.
  public init(data: any DataAccess, environment: AppEnvironment, isSeedRequested: Bool, isDebugBuild: Bool) {
    self.data = data
    self.environment = environment
    self.isSeedRequested = isSeedRequested
    self.isDebugBuild = isDebugBuild
  }
}

/// Writes sample data for developers.
public protocol Seeding: Sendable {
  /// Writes the sample set if all of these hold:
  /// - it was asked for, outside production,
  /// - the store has no data of the user, not even trades that were moved aside,
  /// - the store never had samples before,
  /// - the store does not have a newer layout.
  ///
  /// The store then has the current layout, which is that of the samples.
  /// - Returns: whether it wrote the samples.
  /// - Throws: what the store throws. Then nothing was written.
  @discardableResult
  func seedIfNeeded() async throws -> Bool
}

/// The app's seed service. It checks the store and writes the samples in one transaction.
public struct SeedService: Seeding {
  /// The field that marks a record as a sample. If the user saves the record, it loses the mark.
  public static let mark = "isSample"

  private let setup: SeedSetup

  /// Creates a service. It does not touch the store yet.
  public init(_ setup: SeedSetup) {
    self.setup = setup
  }

  public func seedIfNeeded() async throws -> Bool {
    let environment = EnvironmentManager(current: setup.environment, baseURLs: [:])
    guard environment.shouldSeedMockData(), setup.isSeedRequested else { return false }
    return try await setup.data.perform { scope in
      let transaction = try scope.live()
      let version = Int64(SchemaVersion.current.rawValue)
      guard try transaction.schemaVersion() <= version else { return false }
      guard try transaction.get(SchemaRecord.samplesKey, in: SchemaRecord.collection) == nil else {
        return false
      }
      for collection in DataBackupService.collections {
        guard try transaction.count(collection) == 0 else { return false }
      }
      for sample in SampleData.records {
        let fields = sample.fields.merging([Self.mark: .bool(true)]) { $1 }
        try transaction.put(fields, at: sample.key, in: sample.collection)
      }
      try transaction.put([:], at: SchemaRecord.samplesKey, in: SchemaRecord.collection)
      try transaction.setSchemaVersion(version)
      return true
    }
  }
}

/// The sample data that a developer sees in an app without data of his own.
public enum SampleData {
  /// The records of the samples in the current layout, without the mark: two trades, an asset, a post and a project.
  public static let records: [RawRecord] = [
    RawRecord(
      TradeRecord(
        id: id(1), symbol: "SAMPLE", type: .buy, quantity: 10, price: 25, date: date, notes: "Sample trade")),
    RawRecord(
      TradeRecord(
        id: id(2), symbol: "SAMPLE", type: .sell, quantity: 4, price: 30, date: date, notes: "Sample trade")),
    RawRecord(
      AssetItem(symbol: "SAMPLE", quantity: 6, avgCost: 25, currentPrice: 30, lastUpdated: date)),
    RawRecord(SocialPost(id: id(3), text: "A sample post", createdAt: date, status: .published)),
    RawRecord(
      ProjectItem(
        id: id(4), remoteID: nil, name: "sample", fullName: "sample/sample", remoteDescription: nil, stars: 0,
        language: nil, updatedAt: date, notes: "A sample project")),
  ]

  private static let date = Date(timeIntervalSinceReferenceDate: 0)

  private static func id(_ number: UInt8) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
  }
}
