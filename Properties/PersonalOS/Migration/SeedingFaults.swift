import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

// Faults of seeding, POS-07.

extension Fault<PersonalOSSystem> {
  static let seedingAsksTheBuild = seeding(
    "seedingAsksTheBuild", "asks whether it is a debug build instead of the environment") {
    $0.environment = $0.isDebugBuild ? .development : .production
  }
  static let seedingTakesProductionForStaging = seeding(
    "seedingTakesProductionForStaging", "seeds production like staging") {
    if $0.environment == .production { $0.environment = .staging }
  }
  static let seedingWithoutBeingAsked = seeding(
    "seedingWithoutBeingAsked", "seeds without being asked to") { $0.isSeedRequested = true }
  static let seedingNeverHappens = seeding(
    "seedingNeverHappens", "never seeds anywhere") { $0.isSeedRequested = false }

  static let seedingRepeatsItself = careless(
    "seedingRepeatsItself", "seeds again at each launch", .init(forgetsThatItSeeded: true))
  static let seedingWritesOverUserData = careless(
    "seedingWritesOverUserData", "seeds a store with the user's data", .init(ignoresUserData: true))
  static let seedingLeavesTheVersion = careless(
    "seedingLeavesTheVersion", "seeds a new store and leaves it without a version", .init(leavesTheVersion: true))
  static let seedingTakesNewerStores = careless(
    "seedingTakesNewerStores", "seeds a store that a newer app wrote", .init(ignoresTheVersion: true))
  static let seedingMarksNothing = careless(
    "seedingMarksNothing", "does not mark samples", .init(leavesOutTheMark: true))

  private static func seeding(_ id: String, _ fact: String, _ change: @escaping @Sendable (inout SeedSetup) -> Void)
    -> Fault
  {
    Fault(id, fact) { system in
      let open = system.migration.openSeeding
      system.migration.openSeeding = { setup in
        var changed = setup
        change(&changed)
        return try await open(changed)
      }
    }
  }

  private static func careless(_ id: String, _ fact: String, _ defects: CarelessSeeding.Defects) -> Fault {
    Fault(id, fact) { $0.migration.openSeeding = { CarelessSeeding(setup: $0, defects: defects) } }
  }
}

/// Seeds in the right environments, with one of a few defects.
private struct CarelessSeeding: Seeding {
  struct Defects {
    var forgetsThatItSeeded = false
    var ignoresUserData = false
    var leavesOutTheMark = false
    var leavesTheVersion = false
    var ignoresTheVersion = false
  }

  let setup: SeedSetup
  let defects: Defects

  func seedIfNeeded() async throws -> Bool {
    guard setup.environment != .production, setup.isSeedRequested else { return false }
    return try await setup.data.perform { scope in
      let transaction = try scope.live()
      if try transaction.schemaVersion() > 4 && !defects.ignoresTheVersion { return false }
      let hasSeeded = try transaction.get("samples", in: "schema") != nil
      if hasSeeded && !defects.forgetsThatItSeeded { return false }
      let isEmpty = try transaction.collections().allSatisfy { $0 == "schema" }
      if !isEmpty && !hasSeeded && !defects.ignoresUserData { return false }
      for sample in SampleData.records {
        var fields = sample.fields
        if !defects.leavesOutTheMark { fields["isSample"] = .bool(true) }
        try transaction.put(fields, at: sample.key, in: sample.collection)
      }
      try transaction.put([:], at: "samples", in: "schema")
      if !defects.leavesTheVersion { try transaction.setSchemaVersion(4) }
      return true
    }
  }
}

extension Fault<PersonalOSSystem> {
  static let seedingWritesUnreadableSamples = samples(
    "seedingWritesUnreadableSamples", "writes the prices of sample trades as text"
  ) { record in
    guard record.collection == "trades" else { return record.fields }
    return record.fields.merging(["price": .text("25")]) { $1 }
  }
  static let seedingWritesAssetsWithoutTrades = samples(
    "seedingWritesAssetsWithoutTrades", "writes a sample asset whose quantity differs from its trades"
  ) { record in
    guard record.collection == "assets" else { return record.fields }
    return record.fields.merging(["quantity": .decimal(7)]) { $1 }
  }

  private static func samples(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (RawRecord) -> [String: FieldValue]
  ) -> Fault {
    Fault(id, fact) { system in
      let open = system.migration.openSeeding
      system.migration.openSeeding = { ChangedSamples(base: try await open($0), data: $0.data, change: change) }
    }
  }
}

private struct ChangedSamples: Seeding {
  let base: any Seeding
  let data: any DataAccess
  let change: @Sendable (RawRecord) -> [String: FieldValue]

  func seedIfNeeded() async throws -> Bool {
    guard try await base.seedIfNeeded() else { return false }
    try await data.perform { scope in
      let transaction = try scope.live()
      for record in SampleData.records {
        guard let stored = try transaction.get(record.key, in: record.collection) else { continue }
        let raw = RawRecord(collection: record.collection, key: record.key, fields: stored.fields)
        try transaction.put(change(raw), at: record.key, in: record.collection)
      }
    }
    return true
  }
}
