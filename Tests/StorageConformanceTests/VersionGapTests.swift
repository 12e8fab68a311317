import PropertyTesting
import RandomShare
import StorageContract
import Testing

@testable import StorageConformance

/// Versions that rise without counting, as those of a sequence, are no fault where they are declared; those that fall or repeat are.
@Suite struct VersionGapTests {
  /// Other versions than those of the base: where `number` rises, they have gaps.
  private struct Renumbered: FileLayeredBackend {
    let base: any Backend
    let number: @Sendable (Int64) -> Int64
    var leavesGapsAtRollbacks = false
    var declares = true

    private struct Location: StoreLocation {
      let base: any StoreLocation
      let hooks: StoreHooks

      func open() async throws -> any Store {
        let store = try await base.open()
        var hooks = hooks
        hooks.capabilities?.isolation = store.capabilities.isolation
        return InterposedStore(store, hooks)
      }

      func rawBytes() async throws -> [UInt8] { try await base.rawBytes() }
      func files() async throws -> [String] { try await base.files() }
    }

    var name: String { "\(base.name) with gaps" }

    func over(_ files: any FileLayer) -> any Backend {
      guard let base = base as? any FileLayeredBackend else { return self }
      var other = Renumbered(base: base.over(files), number: number)
      (other.leavesGapsAtRollbacks, other.declares) = (leavesGapsAtRollbacks, declares)
      return other
    }

    func makeLocation() async throws -> any StoreLocation {
      let place = try await base.makeLocation()
      let store = try await place.open()
      var hooks = StoreHooks()
      hooks.capabilities = store.capabilities
      try await store.close()
      hooks.capabilities?.versionsHaveGaps = declares
      hooks.hookCalls { [number] calls in
        func shown(_ record: Record) -> Record { Record(key: record.key, version: number(record.version), fields: record.fields) }
        calls.get = { try $0.get($1, in: $2).map(shown) }
        calls.scan = { try $0.scan($1).map(shown) }
        calls.put = { number(try $0.put($1, at: $2, in: $3)) }
        calls.insert = { try $0.insert($1, at: $2, in: $3).map(number) }
        calls.compareAndSet = { transaction, fields, key, collection, version in
          let present = try transaction.get(key, in: collection).map { $0.version } ?? .min
          let own = present > 0 && number(present) == version ? present : .min
          return try transaction.compareAndSet(fields, at: key, in: collection, version: own).map(number)
        }
      }
      guard leavesGapsAtRollbacks else { return Location(base: place, hooks: hooks) }
      hooks.write = { store, body in
        do { try await store.write(body) } catch {
          try? await store.write { transaction in
            try transaction.put([:], at: "spent", in: "spent")
            try transaction.delete("spent", in: "spent")
          }
          throw error
        }
      }
      return Location(base: place, hooks: hooks)
    }

    func recycle(_ location: any StoreLocation) async {
      if let location = location as? Location { await base.recycle(location.base) }
    }

    func tearDown() async { await base.tearDown() }
  }

  enum Base: String, CaseIterable {
    case memory, file, overlapping

    fileprivate var backend: any Backend {
      switch self {
      case .memory: MemoryBackend()
      case .file: FileBackend(options: FileStoreOptions(durability: .powerLoss))
      case .overlapping: OverlappingMemoryBackend()
      }
    }
  }

  private static let gaps: @Sendable (Int64) -> Int64 = { 3 * $0 + 1_700_000_000_000_000_000 }

  @Test(arguments: RandomShare.third(of: StorageLaws.all.map(\.id))) func gapsAreNoFault(_ id: String) async throws {
    let law = try #require(StorageLaws.all.first { $0.id == id })
    for base in Base.allCases {
      var backend = Renumbered(base: base.backend, number: Self.gaps)
      // A rollback of the overlapping store comes while others write.
      backend.leavesGapsAtRollbacks = base == .memory
      if base == .file, law.reasonToSkip(try await ConformanceRun.capabilities(of: Base.memory.backend)) == nil { continue }
      let run = ConformanceRun(
        settings: RunSettings(cases: base == .file ? 16 : 30, seed: 7), sizes: SizeBudget(records: 128))
      let row = await run.row(of: law, over: backend, try await ConformanceRun.capabilities(of: backend))
      if !row.isSkipped { #expect(row.isHeld, "\(base): \(ConformanceText().line(row))") }
      await backend.tearDown()
    }
  }

  /// Not declared, they are.
  @Test func gapsThatAreNotDeclaredAreAFault() async throws {
    var backend = Renumbered(base: MemoryBackend(), number: Self.gaps)
    backend.declares = false
    for law in [
      OperationLaws.agreesWithTheModel, OperationLaws.versionsAreNew, TransactionLaws.noLostUpdate, TransactionLaws.linearizable,
    ] {
      let row = await ConformanceRun(settings: RunSettings(cases: 20, seed: 1, shrinkCalls: 50)).row(
        of: law, over: backend, try await ConformanceRun.capabilities(of: backend))
      #expect(row.word == "falsified", "\(law.id)")
    }
  }

  /// Two puts in a row with one version, and two whose versions are the wrong way round.
  @Test(arguments: 1...15) func versionsThatRepeatOrFallAreCaught(_ seed: UInt64) async throws {
    let broken: [(name: String, number: @Sendable (Int64) -> Int64)] = [
      ("repeats", { 10 * ($0 / 2) + 5 }), ("falls", { 10 * ($0 ^ 1) + 5 }), ("repeats after eight", { 10 * ($0 % 9) + 5 }),
    ]
    for (name, number) in broken {
      let backend = Renumbered(base: MemoryBackend(), number: number)
      for law in [OperationLaws.versionsAreNew, OperationLaws.agreesWithTheModel, TransactionLaws.noLostUpdate] {
        // Few updates of one counter, of which no two in a row are of one record, cannot tell.
        if law.id == TransactionLaws.noLostUpdate.id, name != "repeats" { continue }
        let run = ConformanceRun(settings: RunSettings(cases: 100, seed: seed, shrinkCalls: 20))
        let row = await run.row(of: law, over: backend, try await ConformanceRun.capabilities(of: backend))
        #expect(row.word == "falsified", "\(name), \(law.id): \(row.word)")
      }
    }
  }

  /// A store without a checksum over its backups is held to all laws of backups but that one.
  @Test(arguments: 1...15) func backupsWithoutAChecksumAreDeclared(_ seed: UInt64) async throws {
    let open: @Sendable (StorePlace) async throws -> any Store = { _ in
      let store = try await MemoryLocation().open()
      var hooks = StoreHooks()
      hooks.capabilities = store.capabilities
      hooks.capabilities?.noticesAlteredBackups = false
      return InterposedStore(store, hooks)
    }
    let backend = PlacedBackend(open: open)
    let capabilities = try await ConformanceRun.capabilities(of: backend)
    let run = ConformanceRun(settings: RunSettings(cases: 100, seed: seed, shrinkCalls: 20))
    let altered = await run.row(of: LifeCycleLaws.refusesAlteredBackups, over: backend, capabilities)
    #expect(altered.isSkipped && ConformanceText().line(altered).contains("it does not declare that altered backups are noticed"))
    let whole = await run.row(of: LifeCycleLaws.restoresWhatWasBackedUp, over: backend, capabilities)
    #expect(whole.isHeld, "\(ConformanceText().line(whole))")
    for fault in LifeCycleLaws.restoresWhatWasBackedUp.property.faults {
      let row = await run.row(of: LifeCycleLaws.restoresWhatWasBackedUp, over: backend, capabilities, fault: fault)
      #expect(row.word == "falsified", "\(fault.id)")
    }
    await backend.tearDown()
  }
}
