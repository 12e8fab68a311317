import ArgusReference
import DeterministicScheduling
import PropertyTesting
import StorageContract
import Synchronization

/// Several articles at the same time.
public enum BatchProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [childrenEndFirst]

  // Feature: argus-system-patterns, Property 30: Task groups finish or cancel all children before returning
  static let childrenEndFirst = Requirement<ArgusSystem>(
    "ARG-30", "Task groups finish or cancel all children before returning",
    says: """
      A batch runs as many children at once as its limit allows, and never more. It returns when none runs any more, with \
      the results in the order asked for, or with the error that stopped the rest. If errors belong among the results, none \
      stops the rest but a cancellation; a foreign one counts as a change that was not saved. Cancelling the batch cancels \
      its children.
      """,
    covers: "002 Concurrency Patterns", of: "ArticleService.syncBatch", needs: [.storage, .concurrency],
    mustCatch: [
      Fault("runsChildrenTwice", "runs each child a second time") { system in
        let make = system.parts.makeBatchSync
        system.parts.makeBatchSync = { child in
          make { id in
            _ = try? await child(id)
            return try await child(id)
          }
        }
      }
    ]
  ).holds(
    forAll: .batchScript, scheduled: .mixed,
    requiring: [
      "a child fails and stops the rest": 0.05, "a failure is one of the results": 0.05, "is cancelled": 0.05,
      "a foreign error is one of the results": 0.04, "a child ends as cancelled": 0.02,
      "the width matters": 0.1,
    ]
  ) { script, system, trial in
    let store = try await system.openStore()
    let log = BatchLog()
    let sync = system.parts.makeBatchSync { id in try await log.run(id, script, store) }
    let batch = Task {
      let result: Result<[BatchResult], any Error>
      do {
        result = .success(
          try await sync.syncBatch(script.ids, width: script.width, stopsAtFirstError: script.stopsAtFirstError))
      } catch { result = .failure(error) }
      log.close()
      return result
    }
    if let turns = script.cancelledAfter {
      for _ in 0..<turns { await Task.yield() }
      batch.cancel()
    }
    let result = await batch.value
    // What still runs then has the time to show itself.
    try await Task.sleep(for: .seconds(100))
    let stored = try await store.read { try $0.scan("batch").map(\.key) }
    try await store.close()
    try log.expectOrder()
    try script.expect(result, log, stored, trial)
  }
}

struct BatchScript: Sendable {
  struct Child: Sendable {
    let seconds: Int
    let failure: Failure?
    var fails: Bool { failure != nil }
  }

  enum Failure: Sendable, CaseIterable {
    case ofTheApp
    /// Not an error of the app's own: what a transport may throw.
    case foreign
    /// The child ends as cancelled, though nobody has cancelled the batch.
    case cancellation
  }

  struct Foreign: Error {}

  let children: [Child]
  let width: Int
  let stopsAtFirstError: Bool
  let cancelledAfter: Int?

  var ids: [String] { children.indices.map { "\($0)" } }

  func expect(_ result: Result<[BatchResult], any Error>, _ log: BatchLog, _ stored: [String], _ trial: Trial) throws {
    let failing = children.indices.filter { children[$0].fails }
    switch result {
    case .success(let results):
      let sequential = children.indices.map { number -> BatchResult in
        switch children[number].failure {
        case .ofTheApp?: .failed(.conflict(id: "\(number)"))
        case .foreign?, .cancellation?: .failed(.transactionFailed)
        case nil: .done(BatchLog.article("\(number)"))
        }
      }
      try PropertyTesting.expect("a child that ends as cancelled ends the batch", !children.contains { $0.failure == .cancellation })
      try PropertyTesting.expect("results, in the order asked for", results, equals: sequential)
      try PropertyTesting.expect("the children that began", log.began.sorted(), equals: ids.sorted())
      try PropertyTesting.expect("what they stored", stored.sorted(), equals: ids.sorted().filter { !children[Int($0) ?? 0].fails })
      try PropertyTesting.expect("a failure stops the batch", failing.isEmpty || !script(stops: false))
      trial.label("a failure is one of the results", if: !failing.isEmpty)
      trial.label("a foreign error is one of the results", if: children.contains { $0.failure == .foreign })
      let widest = min(max(1, width), children.count)
      trial.label("the width matters", if: widest < children.count)
      let areLong = children.allSatisfy { $0.seconds > 0 }
      if areLong { try PropertyTesting.expect("children at once", log.most, equals: widest) }
    case .failure(let error as ArgusError):
      trial.label("a child fails and stops the rest")
      try PropertyTesting.expect("\(error) stops the batch", stopsAtFirstError)
      let first = log.firstFailure
      try PropertyTesting.expect("error", error, equals: .conflict(id: first.map { "\($0)" } ?? "none"))
    case .failure(let error as Foreign):
      try PropertyTesting.expect("\(error) stops the batch", stopsAtFirstError)
      try PropertyTesting.expect("the first child that failed", log.firstFailure.map { children[$0].failure }, equals: .foreign)
    case .failure(let error):
      let isOfAChild = log.failures.contains { children[$0].failure == .cancellation }
      trial.label(isOfAChild && cancelledAfter == nil ? "a child ends as cancelled" : "is cancelled")
      try PropertyTesting.expect(
        "\(error) is a cancellation that somebody asked for, or a child's own",
        error is CancellationError && (cancelledAfter != nil || isOfAChild))
    }
    try PropertyTesting.expect("at most \(max(1, width)) children at once, not \(log.most)", log.most <= max(1, width))
  }

  /// Whether a failure may be one of the results.
  private func script(stops: Bool) -> Bool { stopsAtFirstError != stops }
}

extension Generator where Value == BatchScript {
  static let batchScript = Generator { source in
    let child = Generator<BatchScript.Child>.init { source in
      BatchScript.Child(
        seconds: try source(.int(in: 0...5)),
        failure: try source(
          .frequency((16, .constant(nil)), (2, .constant(.ofTheApp)), (2, .constant(.foreign)), (1, .constant(.cancellation)))))
    }
    return BatchScript(
      children: try source(.frequency((1, .array(of: child, count: 0...2)), (2, .array(of: child, count: 3...7)))), width: try source(.int(in: 0...4)),
      stopsAtFirstError: try source(.bool),
      cancelledAfter: try source(.frequency((3, .constant(nil)), (1, Generator<Int>.int(in: 0...6).map { $0 }))))
  }
}

/// What children did, and when the batch returned.
final class BatchLog: Sendable {
  private struct State {
    var began: [String] = []
    var inside: Set<String> = []
    var most = 0
    var isClosed = false
    var late: [String] = []
    var failures: [Int] = []
  }

  private let state = Mutex(State())

  var began: [String] { state.withLock(\.began) }
  var most: Int { state.withLock(\.most) }
  /// The children that failed, in order.
  var failures: [Int] { state.withLock(\.failures) }
  var firstFailure: Int? { failures.first }

  static func article(_ id: String) -> ArticleModel { ArticleModel(id: id, title: "article \(id)") }

  func run(_ id: String, _ script: BatchScript, _ store: any Store) async throws -> ArticleModel {
    state.withLock { state in
      state.began.append(id)
      state.inside.insert(id)
      state.most = max(state.most, state.inside.count)
      if state.isClosed { state.late.append("\(id) begins") }
    }
    defer {
      state.withLock { state in
        state.inside.remove(id)
        if state.isClosed { state.late.append("\(id) ends") }
      }
    }
    let child = script.children[Int(id) ?? 0]
    if child.seconds > 0 { try await Task.sleep(for: .seconds(child.seconds)) }
    try Task.checkCancellation()
    if let failure = child.failure {
      state.withLock { $0.failures.append(Int(id) ?? 0) }
      switch failure {
      case .ofTheApp: throw ArgusError.conflict(id: id)
      case .foreign: throw BatchScript.Foreign()
      case .cancellation: throw CancellationError()
      }
    }
    try await store.write { _ = try $0.put(["done": .bool(true)], at: id, in: "batch") }
    return Self.article(id)
  }

  func close() { state.withLock { $0.isClosed = true } }

  func expectOrder() throws {
    let (late, began) = state.withLock { ($0.late, $0.began) }
    try expect("what children do after the batch has returned", late, equals: [])
    try expect("no child begins twice: \(began)", Set(began).count == began.count)
  }
}
