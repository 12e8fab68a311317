import Foundation
import PropertyTesting
import StorageContract
import Testing

@testable import StorageConformance

/// What a store cannot do and says so is not held against it; that a store says so of what it can do is.
@Suite struct DeclaredLimitTests {
  private func row(
    _ law: StorageLaw, cases: Int = 100, _ open: @escaping @Sendable (StorePlace) async throws -> any Store
  ) async throws -> ConformanceReport.Row {
    let backend = PlacedBackend(open: open)
    let run = ConformanceRun(settings: RunSettings(cases: cases, seed: 1, shrinkCalls: 50), sizes: SizeBudget(records: 1_024))
    let row = await run.row(of: law, over: backend, try await ConformanceRun.capabilities(of: backend))
    await backend.tearDown()
    return row
  }

  private static let shortKeys = RecordRules(maximumKeySizeBytes: 446)

  @Test(arguments: [KeyLaws.namesAndKeys, OperationLaws.refusalsChangeNothing, SizeLaws.growing])
  func shorterKeysAreNoFault(_ law: StorageLaw) async throws {
    let row = try await row(law) { _ in try await MemoryLocation(rules: Self.shortKeys).open() }
    #expect(row.isHeld, "\(ConformanceText().line(row))")
  }

  /// Too short for the contract, and too long for what was declared.
  @Test(arguments: [(446, 1_024), (1_024, 446)])
  func otherKeysThanDeclaredAre(_ real: Int, _ declared: Int) async throws {
    let row = try await row(KeyLaws.namesAndKeys) { _ in
      let store = try await MemoryLocation(rules: RecordRules(maximumKeySizeBytes: real)).open()
      var hooks = StoreHooks()
      hooks.capabilities = store.capabilities
      hooks.capabilities?.maximumKeySizeBytes = declared
      return InterposedStore(store, hooks)
    }
    #expect(row.word == "falsified")
  }

  /// Writes no more once a write has failed, until it is opened again.
  @Test(arguments: [true, false]) func openingAgainAfterAnErrorIsDeclared(_ worksOn: Bool) async throws {
    let row = try await row(DiskFaultLaws.fullDisk, cases: 40) { place in
      let store = try FileStore(directory: place.directory)
      var hooks = StoreHooks()
      hooks.capabilities = store.capabilities
      hooks.capabilities?.worksOnAfterIOErrors = worksOn
      hooks.refuseAfterAFailure()
      return InterposedStore(store, hooks)
    }
    #expect(row.isHeld == !worksOn, "\(ConformanceText().line(row))")
    if !worksOn { #expect(row.result?.classes["the disk is full"] == row.result?.cases) }
  }

  /// A store that writes one more file with each compaction, and names it.
  @Test(arguments: [true, false]) func filesThatComeAreDeclared(_ areConstant: Bool) async throws {
    let row = try await row(DamageLaws.leavesNothingBehind, cases: 40) { place in
      let store = try FileStore(directory: place.directory)
      let made = Remembered(0)
      var hooks = StoreHooks()
      hooks.capabilities = store.capabilities
      hooks.capabilities?.constantFiles = areConstant
      hooks.backup = { store, path in
        made.set(made.now + 1)
        try Data([1]).write(to: URL(fileURLWithPath: place.path("log-\(made.now)")))
        try await store.backup(to: path)
      }
      return InterposedStore(store, hooks)
    }
    #expect(row.isHeld == !areConstant, "\(ConformanceText().line(row))")
  }
}
