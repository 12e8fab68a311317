import Foundation
import ReplicaContract
import Testing

@testable import ReplicaConformance

/// A year of three devices that are edited every day, are away for weeks, end at writes and synchronize over a bad line; without
/// TOUCHSTONE_SOAK (`make soak`) the first ten weeks of it.
@Suite("A year of three devices")
struct ReplicaSoakTests {
  private static let days = ProcessInfo.processInfo.environment["TOUCHSTONE_SOAK"] == nil ? 70 : 365

  enum Kind: CaseIterable, Sendable {
    /// Deletions are kept, and clocks jump.
    case keeping
    /// Deletions expire every month, which needs clocks that are right.
    case expiring
  }

  @Test(arguments: Kind.allCases) func nothingIsLostAndNothingGrows(_ kind: Kind) async throws {
    var year = try await ThreeDevices(kind, seed: 0x5eed)
    var sizes: [Int] = []
    for day in 1...Self.days {
      try await year.live(day)
      if day.isMultiple(of: 35) { sizes.append(try await year.settle()) }
    }
    let (first, last) = (try #require(sizes.first), try #require(sizes.last))
    #expect(last <= first + first / 2, "bytes after 35 days, and every 35 days after that: \(sizes)")
    print("\(kind), \(Self.days) days: \(year.counts), \(first) bytes after 35 days, \(last) in the end")
    #expect(year.counts.kills > 0 && year.counts.failures > 0 && year.counts.expired == (kind == .expiring))
  }
}

extension ReplicaSoakTests {
  /// The year sees what it is there for: a loss, traffic without end, and growth without end.
  @Test(arguments: [BrokenReplica.marksBeforeSending, .sendsAllEachTime, .keepsAllValues])
  func aMistakeIsNoticed(_ broken: BrokenReplica) async {
    await withKnownIssue {
      var year = try await ThreeDevices(.keeping, seed: 0x5eed, broken)
      var sizes: [Int] = []
      for day in 1...70 {
        try await year.live(day)
        if day.isMultiple(of: 35) { sizes.append(try await year.settle()) }
      }
      #expect(sizes[1] <= sizes[0] + sizes[0] / 2)
    }
  }
}

/// Each device has records that only it edits, whose contents are known, and all edit some records of which only one can win.
private struct ThreeDevices {
  struct Counts {
    var (edits, syncs, failures, kills, sent, received) = (0, 0, 0, 0, 0, 0)
    var expired = false
  }

  private static let names = ["A", "B", "C"]
  private static let (own, shared) = (12, 8)
  private let kind: ReplicaSoakTests.Kind
  private let broken: BrokenReplica?
  private let server = MemorySyncServer()
  private let disks = names.map { _ in MemoryDisk() }
  private let clocks = names.map { _ in DeviceClock(milliseconds: 1_700_000_000_000) }
  private var replicas: [MergingReplica] = []
  private var random: SplitMix
  /// The day on which each is back.
  private var awayUntil = [0, 0, 0]
  /// What each device's own records hold.
  private var known: [[String: [String: String]]] = [[:], [:], [:]]
  private(set) var counts = Counts()

  init(_ kind: ReplicaSoakTests.Kind, seed: UInt64, _ broken: BrokenReplica? = nil) async throws {
    (self.kind, self.broken) = (kind, broken)
    random = SplitMix(state: seed)
    for device in Self.names.indices { replicas.append(try await open(device)) }
  }

  private func open(_ device: Int) async throws -> MergingReplica {
    let place = ReplicaPlace(device: Self.names[device], clock: clocks[device], disk: disks[device]) { "" }
    return try await MergingReplica(
      place, broken?.format ?? (kind == .expiring ? .expiring : .fields()), broken?.habits ?? SyncHabits())
  }

  mutating func live(_ day: Int) async throws {
    for clock in clocks { clock.move(by: 86_400_000) }
    if kind == .expiring, day.isMultiple(of: 30) { _ = server.expireTombstones() }
    for device in Self.names.indices {
      if kind == .keeping, random.below(40) == 0 { clocks[device].move(by: Int64(random.below(100_000)) * 3_600_000 - 180_000_000_000) }
      for _ in 0...random.below(6) { try await edit(device) }
      if awayUntil[device] > day { continue }
      if random.below(60) == 0 { awayUntil[device] = day + 7 + random.below(40) }
      for _ in 0...random.below(2) { try await sync(device, trouble()) }
    }
  }

  private mutating func edit(_ device: Int) async throws {
    counts.edits += 1
    let number = random.below(Self.own + Self.shared)
    let id = number < Self.own ? Self.names[device] + "\(number)" : "shared\(number)"
    let before = try await replicas[device].contents()
    let (value, isThere) = ("v\(counts.edits)", before.records[id] != nil)
    let edit: ReplicaEdit =
      !isThere
      ? .insert(id: id, fields: ["title": value, "note": value])
      : random.below(5) == 0 ? .delete(id: id) : .update(id: id, field: random.below(2) == 0 ? "title" : "note", value: value)
    if random.below(50) == 0 { disks[device].end(after: 0, thisIsDone: random.below(2) == 0) }
    let after = before.after(edit)
    do {
      try await replicas[device].perform(edit)
      #expect(try await replicas[device].contents() == after)
    } catch is DeviceEnded {
      try await start(device)
      let shown = try await replicas[device].contents()
      #expect(shown == before || shown == after, "\(Self.names[device]) after an end at a write")
    }
    if number < Self.own { known[device][id] = try await replicas[device].contents().records[id] }
  }

  private mutating func start(_ device: Int) async throws {
    counts.kills += 1
    disks[device].start()
    replicas[device] = try await open(device)
  }

  private mutating func trouble() -> SyncTrouble {
    let call = random.below(5)
    let all: [SyncTrouble] = [
      .losesRequest(call: call), .losesAnswer(call: call), .endsBefore(call: call), .endsAfter(call: call), .repeats, .reorders,
      .halfBatch(call), .limitsRate(calls: call), .forgetsToken, .refuses(change: call), .shortPages(1 + call), .emptyPage,
    ]
    return random.below(2) == 0 ? .none : all[random.below(all.count)]
  }

  private mutating func sync(_ device: Int, _ trouble: SyncTrouble) async throws {
    server.prepare(trouble)
    counts.syncs += 1
    do {
      try await replicas[device].sync(with: server)
    } catch is DeviceEnded {
      try await start(device)
    } catch is SyncError where server.traffic.met {
      counts.failures += 1
    }
    let traffic = server.traffic
    counts.sent += traffic.pushed
    counts.received += traffic.pulled
    if traffic.wasAwayForLong { counts.expired = true }
    // Everything there is, twice with older versions, and once more from the beginning.
    let all = 3 * Self.own + Self.shared
    #expect(traffic.pushed <= 4 * all && traffic.pulled <= 4 * all, "one sync sends \(traffic.pushed) and fetches \(traffic.pulled)")
  }

  /// Everybody is back and synchronizes until nothing is left to say.
  /// - Returns: what the server and the devices keep, in bytes.
  mutating func settle() async throws -> Int {
    awayUntil = [0, 0, 0]
    for round in 0..<3 {
      for device in Self.names.indices {
        try await sync(device, .none)
        #expect(round < 2 || server.traffic.pushed + server.traffic.pulled == 0, "a sync without news exchanges something")
      }
    }
    for device in Self.names.indices {
      let shown = try await replicas[device].contents().records
      #expect(shown == (try await replicas[0].contents().records), "\(Self.names[device]) differs from A")
      for (owner, name) in Self.names.enumerated() {
        #expect(shown.filter { $0.key.hasPrefix(name) } == known[owner], "the records of \(name) on \(Self.names[device])")
      }
    }
    return server.sizeBytes + disks.reduce(0) { $0 + $1.sizeBytes }
  }
}

private struct SplitMix {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((word ^ (word >> 31)) % UInt64(bound))
  }
}
