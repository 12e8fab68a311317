import DeterministicScheduling
import PropertyTesting
import SQLiteStorage
import StorageContract
import Synchronization
import Testing

/// The laws of opening and closing hold in every schedule that is tried, over every backend, and catch the
/// backends that are wrong; uses that are wrong are found. What a schedule interleaves: see ``ScheduledLaw``.
/// Transactions have the laws STO-25 and STO-28 to STO-32.
@Suite("Stores under schedules")
struct ScheduledTransactionTests {
  @Test(arguments: [GoodBackend.memory, .file, .sqlite], ScheduledLaw.all)
  func holds(over kind: GoodBackend, _ law: ScheduledLaw) async throws {
    let backend = kind.make()
    let result = Result { try law.hold(over: backend) }
    await backend.tearDown()
    #expect(try result.get().verdict.isHeld)
  }

  @Test(arguments: ScheduledLaw.all)
  func holdsUnderEveryScheduleOfTwoSwitches(_ law: ScheduledLaw) throws {
    let result = try law.hold(over: MemoryBackend(), .exhaustive(switches: 2), cases: 1)
    #expect(result.classes == ["every schedule with at most 2 switches": 1])
  }

  static let catchers: [(BackendDefect, ScheduledLaw)] = [
    (.losesLastWriteOfABatch, ScheduledLifeCycleLaws.closing),
    (.losesUnflushedWrites, ScheduledLifeCycleLaws.closing),
    (.losesLastWriteOfABatch, ScheduledLifeCycleLaws.backup),
  ]

  @Test(arguments: [GoodBackend.memory, .file, .sqlite])
  func everyDefectIsCaught(over kind: GoodBackend) async throws {
    let base = kind.make()
    for (defect, law) in Self.catchers {
      guard case .falsified? = try failure(of: law, over: base.with(defect)) else {
        Issue.record("\(law) does not catch \(defect)")
        continue
      }
    }
    await base.tearDown()
  }

  static let wrongUses: [ScheduledLaw] = [
    .onStore("reads in one transaction and writes in another") { store in
      try await together(
        (0..<3).map { _ in
          {
            let number = try await store.read { try $0.number("k") }
            try await store.write { try $0.put(number + 1, at: "k") }
          }
        })
      try expect("three updates", try await store.read { try $0.number("k") }, equals: 3)
    },
    .onStore("reads two keys that belong together in two transactions") { store in
      try await together([
        {
          let a = try await store.read { try $0.number("a") }
          let b = try await store.read { try $0.number("b") }
          try expect("b", b, equals: a)
        },
        {
          try await store.write {
            try $0.put(1, at: "a")
            try $0.put(1, at: "b")
          }
        },
      ])
    },
    .onStore("writes two keys that belong together in two transactions") { store in
      try await together([
        {
          try await store.write { try $0.put(1, at: "a") }
          try await store.write { try $0.put(1, at: "b") }
        },
        {
          let (a, b) = try await store.read { (try $0.number("a"), try $0.number("b")) }
          try expect("b", b, equals: a)
        },
      ])
    },
    ScheduledLaw("looks whether a location is open, and then opens it") { location in
      let stores = try await ScheduledLifeCycleLaws.winners(of: CarelessLocation(first: location))
      try expect("stores that are open", stores.count, equals: 1)
    },
  ]

  @Test(arguments: wrongUses)
  func aWrongUseIsFoundWithOneSwitch(_ use: ScheduledLaw) throws {
    let verdict = try failure(of: use, over: MemoryBackend())
    guard case .falsified(let found)? = verdict else {
      Issue.record("not found: \(use)")
      return
    }
    #expect(found.switches == 1)
    // Fewer would not do.
    #expect(try failure(of: use, over: MemoryBackend(), .exhaustive(switches: 0)) == nil)
  }
}

/// Under a schedule random numbers repeat from run to run; places for stores must not.
@Suite struct TemporaryDirectoryTests {
  @Test func namesDifferWhereRandomNumbersRepeat() throws {
    let made = Mutex<[(random: UInt64, path: String)]>([])
    for _ in 0..<2 {
      try check("makes one", scheduled: .mixed, settings: RunSettings(cases: 1, seed: 1)) {
        let path = try TemporaryDirectory.make(prefix: "touchstone-test")
        made.withLock { $0.append((UInt64.random(in: 0 ... .max), path)) }
      }
    }
    let all = made.withLock { $0 }
    for (_, path) in all { TemporaryDirectory.remove(path) }
    #expect(all.count == 2)
    #expect(Set(all.map(\.random)).count == 1)
    #expect(Set(all.map(\.path)).count == 2)
  }
}

/// Hands out a second store where two ask at once: there is a suspension between its check and its note.
private struct CarelessLocation: StoreLocation {
  private actor Note {
    private(set) var isOpen = false
    func set(_ isOpen: Bool) { self.isOpen = isOpen }
  }

  let first: any StoreLocation
  private let note = Note()

  init(first: any StoreLocation) { self.first = first }

  func open() async throws -> any Store {
    if await note.isOpen { throw StoreError.inUse(path: "careless") }
    await note.set(true)
    do {
      return try await first.open()
    } catch StoreError.inUse {
      return try await MemoryLocation().open()
    }
  }
}
