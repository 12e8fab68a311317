import Foundation
import StorageContract

/// The versions of a place whose store leaves gaps between them, each as its rank among all committed ones: the number that the put would
/// have in a store that counts its puts. So every law may demand the contract's counter of the ranks.
///
/// A version that is used again keeps its first rank, and one that falls gets a low one: neither is the next number.
final class VersionRanks: Sendable {
  /// Of all backups of a case, by their bytes: a copy of a backup restores the same versions, at any place.
  typealias Backups = Remembered<[Data: AscendingVersions]>

  private struct State: Sendable {
    var committed = AscendingVersions()
    /// What is committed instead if a call was done that failed, or whose end nobody knows.
    var other: AscendingVersions?
    /// What was committed before each restore: a loss of power may undo it.
    var replaced: [AscendingVersions] = []
    /// What was read since the store was opened.
    var seen: Set<Int64> = []

    var candidates: [AscendingVersions] { [committed] + [other].compactMap { $0 } + replaced.reversed() }
  }

  private let state = Remembered(State())
  let backups: Backups

  init(_ backups: Backups = Backups([:])) {
    self.backups = backups
  }

  /// Says how many puts the store holds, as a law has found out that knows what was cut off.
  func settle(puts: Int64) {
    state.withValue { state in
      let candidates = state.candidates.map { $0.first(Int(puts)) }.filter { $0.all.count == puts }
      let explains = candidates.first { candidate in state.seen.allSatisfy(candidate.contains) }
      state.committed = explains ?? candidates.first ?? state.committed
      state.other = nil
    }
  }

  /// The hooks of one opening.
  var hooks: StoreHooks {
    state.withValue { $0.seen = [] }
    var hooks = StoreHooks()
    hooks.readCalls = { [state] in
      Self.reading { version in
        state.withValue { state in
          state.seen.insert(version)
          return state.candidates.lazy.compactMap { $0.rank(of: version) }.first ?? AscendingVersions.mark(version)
        }
      }
    }
    hooks.write = { [state] store, body in
      let given = Remembered(AscendingVersions())
      do {
        try await store.write { transaction in
          given.set(AscendingVersions())
          try body(Self.writing(over: state.now.committed, given).over(transaction))
        }
        state.withValue { state in
          state.committed = state.committed.adding(given.now)
          state.other = nil
        }
      } catch let error as StoreError {
        state.withValue { $0.other = $0.committed.adding(given.now) }
        throw error
      }
    }
    hooks.backup = { [state, backups] store, path in
      let committed = state.now.committed
      try await store.backup(to: path)
      if let bytes = FileManager.default.contents(atPath: path) { backups.withValue { $0[bytes] = committed } }
    }
    hooks.restore = { [state, backups] store, path in
      let restored = FileManager.default.contents(atPath: path).flatMap { bytes in backups.withValue { $0[bytes] } }
      do {
        try await store.restore(from: path)
        guard let restored else { return }
        state.withValue { state in
          state.replaced.append(state.committed)
          state.committed = restored
          state.other = nil
        }
      } catch let error as StoreError {
        state.withValue { $0.other = restored }
        throw error
      }
    }
    return hooks
  }

  private static func reading(_ rank: @escaping (Int64) -> Int64) -> TransactionHooks {
    func ranked(_ record: Record) -> Record {
      Record(key: record.key, version: rank(record.version), fields: record.fields)
    }
    var calls = TransactionHooks()
    calls.get = { try $0.get($1, in: $2).map(ranked) }
    calls.scan = { try $0.scan($1).map(ranked) }
    return calls
  }

  private static func writing(
    over committed: AscendingVersions, _ given: Remembered<AscendingVersions>
  ) -> TransactionHooks {
    func rank(_ version: Int64) -> Int64 {
      given.withValue { given in
        guard committed.contains(version) || given.contains(version) else { return AscendingVersions.mark(version) }
        let ofTheTransaction = given.countBelow(version) + (given.contains(version) && !committed.contains(version) ? 1 : 0)
        return Int64(committed.countBelow(version) + (committed.contains(version) ? 1 : 0) + ofTheTransaction)
      }
    }
    func note(_ version: Int64) -> Int64 {
      given.withValue { if !committed.contains(version) { $0.insert(version) } }
      return rank(version)
    }
    var calls = reading(rank)
    calls.put = { note(try $0.put($1, at: $2, in: $3)) }
    calls.insert = { try $0.insert($1, at: $2, in: $3).map(note) }
    calls.compareAndSet = { transaction, fields, key, collection, rank in
      // Here all of the transaction's versions are the latest: another one's cannot be among them.
      let version = committed.adding(given.now).version(of: rank)
      return try transaction.compareAndSet(fields, at: key, in: collection, version: version).map(note)
    }
    return calls
  }
}

/// Different versions, in ascending order.
struct AscendingVersions: Sendable, Equatable {
  private(set) var all: [Int64] = []

  func contains(_ version: Int64) -> Bool {
    let place = countBelow(version)
    return place < all.count && all[place] == version
  }

  func countBelow(_ version: Int64) -> Int {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle] < version { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// From 1; nil for one that is not among them.
  func rank(of version: Int64) -> Int64? { contains(version) ? Int64(countBelow(version)) + 1 : nil }

  /// What is shown in place of a version that no put was told.
  static func mark(_ version: Int64) -> Int64 { Int64.min / 2 &- version }

  /// The version with this rank, or one that no put was told.
  func version(of rank: Int64) -> Int64 {
    if rank < 1 { return rank < Int64.min / 4 && rank > Int64.min + 1 ? Int64.min / 2 &- rank : min(rank, 0) }
    if rank <= Int64(all.count) { return all[Int(rank) - 1] }
    let (above, isTooGreat) = (all.last ?? 0).addingReportingOverflow(rank - Int64(all.count))
    return isTooGreat ? .max : above
  }

  mutating func insert(_ version: Int64) {
    let place = countBelow(version)
    if place == all.count || all[place] != version { all.insert(version, at: place) }
  }

  func adding(_ others: AscendingVersions) -> AscendingVersions {
    var sum = self
    for version in others.all { sum.insert(version) }
    return sum
  }

  func first(_ count: Int) -> AscendingVersions {
    var some = AscendingVersions()
    some.all = Array(all.prefix(count))
    return some
  }
}

extension StoreLocation {
  /// The same place, with ranks in the place of versions.
  func ranked(by ranks: VersionRanks) -> any StoreLocation { interposed(eachOpening: { ranks.hooks }) }
}

extension StorageLaw {
  /// Those whose transactions overlap. A rank may change while they run, so that they take versions as they are.
  private static let overlapping = Set(
    (OverlapLaws.all + [
      TransactionLaws.noLostUpdate, TransactionLaws.wholeReads, TransactionLaws.linearizable, TransactionLaws.oneWinner,
      TransactionLaws.totals, CrashLaws.clientsSurviveKills,
    ]).map(\.id))

  func comparesRanks(_ capabilities: StoreCapabilities) -> Bool {
    capabilities.versionsHaveGaps && !Self.overlapping.contains(id)
  }
}
