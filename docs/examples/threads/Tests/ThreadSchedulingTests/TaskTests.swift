import Foundation
import PropertyTesting
import Synchronization
import Testing
import ThreadScheduling

private actor Account {
  private(set) var balance = 0

  func deposit(_ amount: Int) { balance += amount }

  /// Reads before the suspension what it writes after it.
  func depositSlowly(_ amount: Int) async {
    let old = balance
    await Task.yield()
    balance = old + amount
  }
}

@MainActor private final class Screen {
  var lines = 0
  func add() { lines += 1 }
}

/// Tasks and actors in the same run as threads, locks and queues.
@Suite(.serialized)
struct TaskTests {
  @Test func tasksAndThreadsUnderOneSchedule() throws {
    func run(_ body: @escaping @Sendable (Shared) -> Void) throws -> PropertyResult {
      try check("no update is lost", scheduled: .threads, cases: 100) {
        let (shared, done) = (Shared(), DispatchSemaphore(value: 0))
        Task {
          body(shared)
          done.signal()
        }
        Thread {
          body(shared)
          done.signal()
        }.start()
        done.wait()
        done.wait()
        try expect("updates", shared.locked.withLock { $0 }, equals: 2)
      }
    }
    _ = try run { shared in shared.locked.withLock { $0 += 1 } }
    let found = try failure { try run(FindingTests.add) }
    #expect("\(found)".contains("updates: expected 2, got 1"))
    #expect("\(found)".contains("1 switch\n"))
    let token = try #require(found.result.verdict.counterexample?.token)
    for _ in 1...5 {
      let again = try failure {
        try check("no update is lost", scheduled: .threads, replaying: "\(token)") {
          let (shared, done) = (Shared(), DispatchSemaphore(value: 0))
          Task {
            FindingTests.add(shared)
            done.signal()
          }
          Thread {
            FindingTests.add(shared)
            done.signal()
          }.start()
          done.wait()
          done.wait()
          try expect("updates", shared.locked.withLock { $0 }, equals: 2)
        }
      }
      #expect("\(again)".contains("updates: expected 2, got 1"))
    }
  }

  @Test func actors() throws {
    func run(_ deposit: @escaping @Sendable (Account) async -> Void) throws -> PropertyResult {
      try check("no deposit is lost", scheduled: .threads, cases: 100) {
        let account = Account()
        let balance = try waitForTask {
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { await deposit(account) } }
          }
          return await account.balance
        }
        try expect("balance", balance, equals: 6)
      }
    }
    _ = try run { await $0.deposit(3) }
    let found = try failure { try run { await $0.depositSlowly(3) } }
    #expect("\(found)".contains("balance: expected 6, got 3"))
  }

  @Test func eachWayToWaitForATask() throws {
    try check("async let, a group, a value, a continuation, a sleep, the main actor", scheduled: .threads, cases: 200) {
      let shared = Shared()
      let sum = try waitForTask {
        async let one = { shared.locked.withLock { $0 + 1 } }()
        let task = Task.detached { 2 }
        let four = await withCheckedContinuation { continuation in
          DispatchQueue.global().async { continuation.resume(returning: 4) }
        }
        let eight = await withTaskGroup(of: Int.self) { group in
          for number in [3, 5] { group.addTask { number } }
          var sum = 0
          while let number = await group.next() { sum += number }
          return sum
        }
        let screen = Screen()
        async let added: Void = screen.add()
        await screen.add()
        await added
        try? await Task.sleep(for: .seconds(3600))
        try? await Task.sleep(nanoseconds: 3_600_000_000_000)
        let lines = await screen.lines
        return await one + task.value + four + eight + lines * 100
      }
      try expect("all together", sum, equals: 215)
    }
  }

  /// Between tasks that nothing orders, and not between those that the runtime orders.
  @Test func dataRacesOfTasks() throws {
    let found = try failure {
      try check("two tasks add", scheduled: .threads) {
        let shared = Shared()
        try waitForTask {
          async let one: Void = { shared.plain += 1 }()
          async let other: Void = { shared.plain += 1 }()
          _ = await (one, other)
        }
      }
    }
    #expect("\(found)".contains("no data race"))
    try check("what is awaited comes before", scheduled: .threads, cases: 200) {
      let shared = Shared()
      try waitForTask {
        shared.plain = 1
        let task = Task { shared.plain += 1 }
        await task.value
        await withTaskGroup(of: Void.self) { group in
          group.addTask { shared.plain += 1 }
          await group.waitForAll()
          group.addTask { shared.plain += 1 }
        }
        async let last: Void = { shared.plain += 1 }()
        await last
        await withCheckedContinuation { continuation in
          Thread {
            shared.plain += 1
            continuation.resume()
          }.start()
        }
      }
      try expect("all counted", shared.plain, equals: 6)
    }
  }

  @Test func cancellation() throws {
    let found = try failure {
      try check("nobody cancels in between", scheduled: .threads, cases: 3_000) {
        let (shared, done) = (Shared(), DispatchSemaphore(value: 0))
        let task = Task {
          let before = Task.isCancelled
          if before != Task.isCancelled { shared.flag.store(true, ordering: .releasing) }
          done.signal()
        }
        task.cancel()
        done.wait()
        try expect("not in between", !shared.flag.load(ordering: .acquiring))
      }
    }
    #expect("\(found)".contains("not in between"))
  }
}
