import Foundation
import PropertyTesting
import Synchronization
import Testing
import ThreadScheduling

/// A small program of tasks that touches a plain variable.
private struct TaskProgram: Sendable, CustomTestStringConvertible {
  let name: String
  let body: @Sendable (Shared) async throws -> Void
  var testDescription: String { name }

  init(_ name: String, _ body: @escaping @Sendable (Shared) async throws -> Void) { (self.name, self.body) = (name, body) }

  /// The runtime orders the accesses, by means that are not instrumented.
  static let ordered = [
    TaskProgram("a continuation that may be resumed before it is awaited") { shared in
      for _ in 0..<2 {
        shared.plain += await withUnsafeContinuation { continuation in
          DispatchQueue.global().async { continuation.resume(returning: 1) }
          shared.locked.withLock { $0 += 1 }
        }
      }
    },
    TaskProgram("a throwing continuation, and what its body does after it is handed on") { shared in
      for _ in 0..<2 {
        try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
          DispatchQueue.global().async { continuation.resume(returning: ()) }
          shared.locked.withLock { $0 += 1 }
          shared.plain += 1
        }
        shared.plain += 1
      }
    },
    TaskProgram("a continuation that throws") { shared in
      for _ in 0..<2 {
        do {
          try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
            Thread { continuation.resume(throwing: Unexpected(text: "as intended")) }.start()
            shared.locked.withLock { $0 += 1 }
          }
        } catch { shared.plain += 1 }
      }
    },
    TaskProgram("a handler of cancellation sees what was before it") { shared in
      let task = Task {
        shared.plain = 1
        await withTaskCancellationHandler {
          await Task.yield()
        } onCancel: {
          shared.plain += 1
        }
        shared.plain += 1
      }
      task.cancel()
      await task.value
      shared.plain += 1
    },
    TaskProgram("what cancels comes before the handler") { shared in
      let task = Task {
        await withTaskCancellationHandler {
          await Task.yield()
        } onCancel: {
          shared.plain += 1
        }
      }
      shared.plain = 1
      task.cancel()
      await task.value
      shared.plain += 1
    },
    TaskProgram("the next of a group") { shared in
      await withTaskGroup(of: Int.self) { group in
        for _ in 0..<2 {
          group.addTask {
            shared.plain += 1
            return 1
          }
          if let one = await group.next() { shared.plain += one }
        }
      }
    },
    TaskProgram("each result of a group comes with what its task did") { shared in
      let boxes = await withTaskGroup(of: Shared.self) { group in
        for _ in 0..<3 {
          group.addTask {
            let own = Shared()
            own.plain = 1
            return own
          }
        }
        var all: [Shared] = []
        for await own in group {
          own.plain += 1
          all.append(own)
        }
        return all
      }
      shared.plain = boxes.map(\.plain).reduce(0, +)
    },
    TaskProgram("a discarding group ends after its tasks") { shared in
      await withDiscardingTaskGroup { group in group.addTask { shared.plain += 1 } }
      shared.plain += 1
    },
    TaskProgram("a task of a scope ends with the scope") { shared in
      do { async let _ = { shared.plain += 1 }() }
      shared.plain += 1
    },
    TaskProgram("a stream hands over what was before") { shared in
      let (stream, continuation) = AsyncStream.makeStream(of: Shared.self)
      let task = Task {
        for number in 0..<2 {
          let own = Shared()
          own.plain = number
          continuation.yield(own)
        }
        continuation.finish()
      }
      for await own in stream { own.plain += 1 }
      await task.value
      shared.plain += 1
    },
    TaskProgram("the main actor, there and back") { shared in
      for _ in 0..<2 {
        shared.plain += 1
        await MainActor.run { shared.plain += 1 }
      }
    },
    TaskProgram("an actor's turns") { shared in
      actor Turns {
        func add(_ shared: Shared) { shared.plain += 1 }
      }
      let turns = Turns()
      async let one: Void = turns.add(shared)
      async let other: Void = turns.add(shared)
      _ = await (one, other)
      shared.plain += 1
    },
    TaskProgram("a sleep that is cancelled") { shared in
      let task = Task {
        try? await Task.sleep(for: .seconds(10))
        shared.plain += 1
      }
      task.cancel()
      await task.value
      shared.plain += 1
    },
    TaskProgram("a value that a task returns, awaited twice") { shared in
      let task = Task {
        shared.plain += 1
        return 1
      }
      async let one = task.value
      async let other = task.value
      shared.plain += await one + other
    },
  ]

  /// Nearly the same, with nothing that orders them.
  static let racy = [
    TaskProgram("what a continuation's body does after it is handed on, and who resumes it") { shared in
      await withUnsafeContinuation { continuation in
        DispatchQueue.global().async {
          shared.plain += 1
          continuation.resume()
        }
        shared.locked.withLock { $0 += 1 }
        shared.plain += 1
      }
    },
    TaskProgram("what is done after a task is resumed") { shared in
      await withUnsafeContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume()
          shared.plain += 1
        }
        shared.locked.withLock { $0 += 1 }
      }
      shared.plain += 1
    },
    TaskProgram("a handler of cancellation, and what goes on meanwhile") { shared in
      let task = Task {
        await withTaskCancellationHandler {
          shared.plain += 1
          await Task.yield()
        } onCancel: {
          shared.plain += 1
        }
      }
      task.cancel()
      await task.value
    },
    TaskProgram("a handler of cancellation, and what comes after it was cancelled") { shared in
      let task = Task {
        await withTaskCancellationHandler {
          await Task.yield()
        } onCancel: {
          shared.plain += 1
        }
      }
      task.cancel()
      shared.plain += 1
      await task.value
    },
    TaskProgram("a task that is cancelled, and does not ask") { shared in
      let task = Task { shared.plain += 1 }
      shared.plain += 1
      task.cancel()
      await task.value
    },
  ]
}

/// What the runtime orders is not accused, and what it does not order is.
@Suite(.serialized)
struct RuntimeOrderTests {
  private static let isLong = ProcessInfo.processInfo.environment["TOUCHSTONE_ALL"] != nil

  private func run(_ program: TaskProgram, scheduled strategy: ThreadSchedules.Strategy, cases: Int) throws -> PropertyResult {
    try check(program.name, scheduled: .threads(strategy), cases: cases, claims: .completion) {
      let shared = Shared()
      try waitForTask { try await program.body(shared) }
    }
  }

  @Test(arguments: TaskProgram.ordered)
  private func nothingIsAccused(_ program: TaskProgram) throws {
    for strategy in [ThreadSchedules.Strategy.randomWalk, .fewPreemptions(changes: 2), .partialOrderSampling] {
      _ = try run(program, scheduled: strategy, cases: Self.isLong ? 5_000 : 200)
    }
  }

  @Test(arguments: TaskProgram.racy)
  private func itsTwinIs(_ program: TaskProgram) throws {
    for strategy in [ThreadSchedules.Strategy.randomWalk, .fewPreemptions(changes: 2), .partialOrderSampling] {
      let found = try failure { try run(program, scheduled: strategy, cases: 1_000) }
      #expect("\(found)".contains("no data race"), "\(strategy)")
    }
  }
}
