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

  /// - Parameter stuck: the clients whose steps never ended.
  mutating func note(stuck: [Int], longestWait: Duration) {
    guard !stuck.isEmpty else { return }
    problem = "for \(longestWait) nothing has happened: the transactions of the clients \(stuck) wait for ever"
  }
}

extension StoreLocation {
  /// After so long nothing more will happen.
  var longestClientWait: Duration { (self as? any WaitBoundedLocation)?.longestWait ?? .seconds(10) }
}

extension ListAppendScript {
  /// Runs the clients, each on a thread of its own, and reads all lists when they have ended.
  /// - Throws: what the location throws when it is opened for the last read.
  func run(at location: any StoreLocation) async throws -> ListAppendRun {
    var run = ListAppendRun()
    let problems = Mutex<[String]>([])
    let longestWait = location.longestClientWait
    let stuck = await ClientTurns.run(
      clients: workload.clients.count, order: order, longestWait: longestWait
    ) { [recorder = run.recorder] number, turns in
      let client = ListAppendClient(number: number, recorder: recorder, turns: turns)
      if let problem = await self.run(client, at: location) { problems.withLock { $0.append(problem) } }
    }
    run.problem = problems.withLock { $0.min() }
    run.note(stuck: stuck, longestWait: longestWait)
    if run.problem == nil { run.isolation = try await workload.readLists(at: location, run.recorder) }
    return run
  }

  /// - Returns: an error that is none of those allowed.
  private func run(_ client: ListAppendClient, at location: any StoreLocation) async -> String? {
    do {
      try client.turns.next(of: client.number)
      var store = try await location.open()
      var process = client.number
      for (place, call) in workload.clients[client.number].enumerated() {
        if reopensAfter > 0, place > 0, place % reopensAfter == 0 {
          try await store.close()
          store = try await location.open()
        }
        do {
          try await client.make(call, on: store, as: process)
        } catch StoreError.lost {
          process += workload.clients.count
        }
      }
      try await store.close()
      return nil
    } catch is ClientTurns.Abandoned {
      return nil
    } catch {
      return "client \(client.number) failed with “\(error)”; a transaction that does not go together with others fails with "
        + "StoreError.conflict, which says that it may be tried again"
    }
  }
}

extension Workload {
  /// Reads all lists in one transaction, when the clients have ended.
  /// - Returns: the isolation that the store declares.
  func readLists(at location: any StoreLocation, _ recorder: EventRecorder) async throws -> StoreCapabilities.Isolation {
    let keys = Set(
      clients.joined().flatMap(\.value.steps).compactMap { step in
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
