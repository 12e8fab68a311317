import Foundation
import PropertyTesting
import StorageContract

/// A store that was written and closed, every state that it was ever in, and damage to its files.
struct DamageHistory {
  let location: any StoreLocation
  let trial: Trial
  /// As dumps: the empty store first, then the state after each transaction.
  private(set) var states: [StoreDump]

  /// - Parameters:
  ///   - reopenings: after which transactions the store is closed and opened again.
  ///   - compacts: whether the store is compacted before its last close, if it can compact.
  init(
    _ batches: [[HistoryCall]], reopeningAfter reopenings: Set<Int>, compacts: Bool,
    _ subject: LawSubject, _ trial: Trial
  ) async throws {
    location = subject.location
    self.trial = trial
    var session = try await HistorySession(at: location, trial)
    states = [try await session.store.dumped()]
    for (number, batch) in batches.enumerated() {
      try await session.write(batch)
      states.append(try await session.store.dumped())
      if reopenings.contains(number) { try await session.reopen() }
    }
    if compacts && subject.capabilities.compaction {
      trial.note("compact")
      try await session.store.compact()
    }
    trial.note("close")
    try await session.close()
  }

  /// The drawn one of the files.
  /// - Throws: an expectation that fails where the location names none: a backend that declares what it notices of
  ///   changed files says which files these are.
  func file(_ index: Int) async throws -> String {
    let files = try await LeftoverWatch.files(of: location)
    try expect("a backend that declares an integrity names its files", !files.isEmpty)
    return files[index % files.count]
  }

  /// Makes the files what they were.
  func put(_ contents: [String: [UInt8]]) throws {
    for (path, bytes) in contents { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
  }

  /// Opens the damaged store and reads all of it.
  /// - Returns: which of the states it is in, 0 being the empty one; nil where it was refused.
  /// - Throws: a failed expectation if the store is in a state in which it never was.
  func judge(_ damage: String) async throws -> Int? {
    trial.note("\(damage); open and read")
    guard let dump = try await read() else {
      trial.note("it is refused; open and read once more")
      try expect("a store that was refused is left as it was, and refused again: \(damage)", try await read() == nil)
      return nil
    }
    let state = states.lastIndex(of: dump)
    if state == nil { trial.note("it reads as\n\(dump)") }
    try expect("after this the store is refused, or in a state that it once was in: \(damage)", state != nil)
    return state
  }
}

extension DamageHistory {
  /// Nil where it is refused.
  private func read() async throws -> StoreDump? {
    do {
      let store = try await location.open()
      let dump: StoreDump
      do {
        dump = try await store.dumped()
      } catch {
        // What matters is what the reading said.
        try? await store.close()
        throw error
      }
      try await store.close()
      return dump
    } catch StoreError.damaged {
      return nil
    } catch StoreError.io {
      return nil
    } catch let error as StoreError {
      try expect("a damaged store is refused as damaged or with an I/O error, not with: \(error)", false)
      return nil
    }
  }
}

extension Generator where Value == HistoryCall {
  /// A change whose records make some pages: keys that mean nothing, long text.
  static var bulkyChange: Generator {
    let place = Generator<Int>.int(in: 0...9).map { RecordPlace("key \($0)", in: $0 < 5 ? "c" : "d") }
    let text = Generator<FieldValue> { source in
      let part = try source(.element(of: ["é", "0", "long "]))
      return .text(String(repeating: part, count: try source(.int(in: 20...2_000))))
    }
    return .frequency(
      (1, Generator { .delete(try $0(place)) }),
      (6, Generator { .put(try $0(place), ["t": try $0(text), "x": try $0(.historyValue)]) }))
  }
}

extension Generator where Value == [[HistoryCall]] {
  /// Transactions of several changes each: half of one is a state that never was.
  static var bulkyTransactions: Generator {
    .array(of: .array(of: .bulkyChange, count: 2...6), count: 2...8)
  }
}
