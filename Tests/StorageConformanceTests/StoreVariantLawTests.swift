import PropertyTesting
import RandomShare
import SQLiteStorage
import StorageContract
import Testing

@testable import StorageConformance

/// What ``LawCatalogueTests`` does not run, in fewer cases: stores that wait for the disk, and broken backends over
/// files and SQLite. Stores in other processes are tested with those.
@Suite struct StoreVariantLawTests {
  enum Kind: String, CaseIterable, Sendable {
    case file, sqlite

    func make(_ durability: StoreCapabilities.Durability) -> any Backend {
      let rules = RecordRules(maximumFieldSizeBytes: 1 << 17 | 3)
      return switch self {
      case .file: FileBackend(options: FileStoreOptions(durability: durability, rules: rules))
      case .sqlite: SQLiteBackend(options: SQLiteStoreOptions(durability: durability, rules: rules))
      }
    }
  }

  @Test(arguments: RandomShare.third(of: StorageLaws.all, with: Kind.allCases))
  func holdsOverStoresThatWaitForTheDisk(_ law: StorageLaw, _ kind: Kind) async throws {
    let backend = kind.make(.powerLoss)
    let run = ConformanceRun(settings: RunSettings(cases: 20, seed: 2), sizes: SizeBudget(records: 256))
    let row = await run.row(of: law, over: backend, try await ConformanceRun.capabilities(of: backend))
    if !row.isSkipped { #expect(row.isHeld, "\(ConformanceText().line(row))") }
    await backend.tearDown()
  }

  /// Over memory they are caught from three seeds; here it is seen that the law misses nothing for the backend's sake.
  /// The faults of a law are dealt out to the two in turn.
  @Test(arguments: StorageLaws.all, Kind.allCases)
  func catchesOverFilesWhatItCatchesOverMemory(_ law: StorageLaw, _ kind: Kind) async throws {
    let backend = kind.make(.processCrash)
    let capabilities = try await ConformanceRun.capabilities(of: backend)
    // Laws of crashes and of failing disks have files of their own to be tried on; what is large takes long here.
    if law.reasonToSkip(backend, capabilities) == nil, law.group != .scale, LawSelfTest.backend(for: law) is MemoryBackend {
      let dealt = law.property.faults.enumerated().filter { $0.offset % 2 == (kind == .file ? 0 : 1) }.map(\.element)
      for fault in RandomShare.third(of: dealt) {
        let run = ConformanceRun(settings: RunSettings(cases: 100, seed: 4, shrinks: false))
        let row = await run.row(of: law, over: backend, capabilities, fault: fault)
        #expect(row.result?.verdict.counterexample != nil, "\(law.id) does not catch “\(fault.fact)”: \(row.word)")
      }
    }
    await backend.tearDown()
  }

  /// A defect that a law is not about is none to it: what wraps the store changes nothing else.
  @Test(arguments: KeyLaws.all + [ValueLaws.decimals, ValueLaws.text, ValueLaws.sizes])
  func isHeldDespiteADefectOfAnotherKind(_ law: StorageLaw) async throws {
    let run = ConformanceRun(settings: RunSettings(cases: 20, seed: 3))
    let backend = MemoryBackend(rules: RecordRules(maximumFieldSizeBytes: 1 << 17))
    let capabilities = try await ConformanceRun.capabilities(of: backend)
    let row = await run.row(of: law, over: backend, capabilities, fault: .over(.truncatesDates))
    #expect(row.isHeld, "\(ConformanceText().line(row))")
  }

  /// What a good backend's declaration leaves out: nothing but what it cannot have.
  @Test(arguments: [("memory", ["STO-46", "STO-47", "STO-65"]), ("file", []), ("sqlite", ["STO-47"])])
  func areAskedOfGoodBackends(_ name: String, _ skipped: [String]) async throws {
    let backend: any Backend = Kind(rawValue: name)?.make(.processCrash) ?? MemoryBackend()
    let capabilities = try await ConformanceRun.capabilities(of: backend)
    let laws =
      ValueLaws.all + KeyLaws.all + OperationLaws.all + TransactionLaws.all + DamageLaws.all + LifeCycleLaws.all
    #expect(laws.filter { $0.reasonToSkip(capabilities) != nil }.map(\.id) == skipped)
    await backend.tearDown()
  }
}
