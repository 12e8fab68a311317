import Foundation
import HistoryJudging
import PropertyTesting
import StorageContract
import Synchronization

/// Clients with a store each, and many transactions over lists: a list is a field of a record, and to append, a transaction reads it and
/// writes it back. Half of the lists are in one collection, half in another; a scan reads both.
struct ListAppendScript: Sendable {
  /// What the clients do.
  var workload: Workload
  /// Stands for the order of the clients' steps. 0: each in its turn.
  var order: UInt64
  /// After so many transactions a client closes its store and opens another. 0: never.
  var reopensAfter: Int
}

extension Generator where Value == ListAppendScript {
  /// Two to five clients with up to 160 transactions each. A key takes sixteen appends, and then another takes its place.
  static let listAppends = Generator { source in
    let kind = Workload.Kind.listAppend(keys: 4, writesPerKey: 16, steps: 1...4, scans: true)
    return ListAppendScript(
      workload: try source(.workload(kind, clients: 2...5, calls: 1...16, rounds: 1...10)),
      order: try source(.integer(in: 0...1000)), reopensAfter: try source(.int(in: 0...15)))
  }
}

extension ListAppendScript: CounterexampleDescribable {
  var counterexampleDescription: String {
    let reopening = reopensAfter == 0 ? "" : "\nevery client reopens its store after \(reopensAfter) transactions"
    return "\(workload.counterexampleDescription)\norder of the steps: \(order)\(reopening)"
  }
}

/// What a run of the script brought to light.
struct ListAppendRun: Sendable {
  var recorder = EventRecorder()
  var isolation = StoreCapabilities.Isolation.strictSerializable
  /// An error that is none of those allowed, or a hang; then the history says nothing.
  var problem: String?
}

extension ListAppendScript {
  /// Runs the clients, each on a thread of its own, and reads all lists when they have ended.
  /// - Throws: what the location throws when it is opened for the last read.
  func run(at location: any StoreLocation) async throws -> ListAppendRun {
    var run = ListAppendRun()
    let turns = ClientTurns(clients: workload.clients.count)
    let problems = Mutex<[String]>([])
    for number in workload.clients.indices {
      let client = ListAppendClient(script: self, number: number, recorder: run.recorder, turns: turns)
      OverlapThread.start {
        if let problem = await client.run(at: location) { problems.withLock { $0.append(problem) } }
        turns.end(of: number)
      }
    }
    let longestWait = (location as? any WaitBoundedLocation)?.longestWait ?? .seconds(10)
    let stuck = await withCheckedContinuation { continuation in
      // It waits for semaphores: not on a thread of the pool.
      let thread = Thread { [order] in continuation.resume(returning: turns.conduct(order, longestWait: longestWait)) }
      thread.start()
    }
    run.problem = problems.withLock { $0.min() }
    if !stuck.isEmpty { run.problem = "for \(longestWait) nothing has happened: the transactions of the clients \(stuck) wait for ever" }
    if run.problem == nil { run.isolation = try await lastRead(at: location, run.recorder) }
    return run
  }

  private func lastRead(at location: any StoreLocation, _ recorder: EventRecorder) async throws -> StoreCapabilities.Isolation {
    let keys = Set(
      workload.clients.joined().flatMap(\.value.steps).compactMap { step in
        switch step {
        case .append(let key, _), .write(let key, _), .read(let key, _): key
        case .scan: nil
        }
      })
    let steps = keys.sorted { $0.int ?? 0 < $1.int ?? 0 }.map { TransactionStep.read(key: $0, .null) }
    let store = try await location.open()
    recorder.invoke(.named("the reader at the end"), "txn", HistoryValue(steps))
    let found = try await store.read { transaction in try steps.map { try transaction.read($0) } }
    recorder.ok(.named("the reader at the end"), HistoryValue(found))
    let isolation = store.capabilities.isolation
    try await store.close()
    return isolation
  }
}

/// One client of a script.
struct ListAppendClient: Sendable {
  let script: ListAppendScript
  let number: Int
  let recorder: EventRecorder
  let turns: ClientTurns

  /// - Returns: an error that is none of those allowed.
  func run(at location: any StoreLocation) async -> String? {
    do {
      try turns.next(of: number)
      var store = try await location.open()
      var process = number
      for (place, call) in script.workload.clients[number].enumerated() {
        if script.reopensAfter > 0, place > 0, place % script.reopensAfter == 0 {
          try await store.close()
          store = try await location.open()
        }
        try turns.next(of: number)
        recorder.invoke(.number(process), call.function, call.value)
        do {
          recorder.ok(.number(process), HistoryValue(try await transact(call.value.steps, on: store)))
        } catch StoreError.conflict(let reason) {
          recorder.fail(.number(process), error: reason)
        } catch StoreError.lost(let reason) {
          recorder.info(.number(process), error: reason)
          process += script.workload.clients.count
        }
        turns.transactionHasEnded()
      }
      try await store.close()
      return nil
    } catch is ClientTurns.Abandoned {
      return nil
    } catch {
      return "client \(number) failed with “\(error)”; a transaction that does not go together with others fails with "
        + "StoreError.conflict, which says that it may be tried again"
    }
  }

  private func transact(_ steps: [TransactionStep], on store: any Store) async throws -> [TransactionStep] {
    let isReadOnly = steps.allSatisfy { if case .append = $0 { false } else { true } }
    guard !isReadOnly else {
      return try await store.read { transaction in
        let found = try steps.map { step in
          try turns.next(of: number)
          return try transaction.read(step)
        }
        try turns.next(of: number)
        return found
      }
    }
    return try await store.write { transaction in
      let found = try steps.map { step in
        try turns.next(of: number)
        if case .append(let key, let value) = step {
          try transaction.append(value, to: key)
          return step
        }
        return try transaction.read(step)
      }
      try turns.next(of: number)
      return found
    }
  }
}

extension ReadTransaction {
  fileprivate func read(_ step: TransactionStep) throws -> TransactionStep {
    switch step {
    case .append, .write: return step
    case .read(let key, _): return .read(key: key, .list(try list(key).map(HistoryValue.int)))
    case .scan(let keys, _):
      let records = try scan("even") + scan("odd")
      let found = try records.map { record in
        HistoryValue.list([Int(record.key).map(HistoryValue.int) ?? .text(record.key), .list(try list(in: record).map(HistoryValue.int))])
      }
      return .scan(keys: keys, .list(found))
    }
  }

  fileprivate func list(_ key: HistoryValue) throws -> [Int] { try get("\(key)", in: key.collection).map(list(in:)) ?? [] }

  /// - Throws: ``OverlapGarbage`` where the record holds what no transaction put.
  private func list(in record: Record) throws -> [Int] {
    guard record.fields.count == 1, case .text(let text) = record.fields["list"] else {
      throw OverlapGarbage(description: "the record at \(record.key) holds \(record.fields), which no transaction put")
    }
    return try text.split(separator: " ").map { word in
      if let number = Int(word) { return number }
      throw OverlapGarbage(description: "the list at \(record.key) holds \(word), which no transaction put")
    }
  }
}

extension WriteTransaction {
  fileprivate func append(_ value: HistoryValue, to key: HistoryValue) throws {
    let list = (try list(key) + [value.int ?? 0]).map(String.init).joined(separator: " ")
    try put(["list": .text(list)], at: "\(key)", in: key.collection)
  }
}

extension HistoryValue {
  fileprivate var collection: String { (int ?? 0) % 2 == 0 ? "even" : "odd" }
}
