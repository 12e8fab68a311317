import Foundation
import PropertyTesting
import Synchronization
import Testing
import ThreadScheduling

/// What one thread gives another.
private final class Sent: @unchecked Sendable {
  var number = 0
  let pointer: UnsafeMutablePointer<Int>

  init(_ pointer: UnsafeMutablePointer<Int>) { self.pointer = pointer }
  init(_ number: Int) {
    self.number = number
    pointer = UnsafeMutablePointer(bitPattern: 8) ?? .allocate(capacity: 1)
  }
}

private enum Lazy {
  static let first = Int.random(in: 1...9)
  static let second = first * 2
}

/// What schedules of threads find, and what they do not accuse. `.serialized`: runs of a process come one after the other anyway.
@Suite(.serialized)
struct FindingTests {
  /// A lost update that no race detector reports: each access is under the lock.
  @Sendable static func add(_ shared: Shared) {
    let old = shared.locked.withLock { $0 }
    shared.locked.withLock { $0 = old + 1 }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func lostUpdateOfTwoLockedSections(seed: UInt64) throws {
    func run(_ token: String?) throws -> PropertyFailure {
      try failure {
        try check("no update is lost", scheduled: .threads, seed: seed, replaying: token) {
          let shared = Shared()
          onThreads(2) { _ in Self.add(shared) }
          try expect("updates", shared.locked.withLock { $0 }, equals: 2)
        }
      }
    }
    let found = try run(nil)
    #expect("\(found)".contains("updates: expected 2, got 1"))
    #expect("\(found)".contains("1 switch\n"))
    let token = try #require("\(found)".firstMatch(of: /replaying: "([^"]+)"/)?.1)
    for _ in 0..<5 { #expect("\(try run(String(token)))".contains("updates: expected 2, got 1")) }
  }

  /// A lazy global, and what `expect` notes beside other checks, are touched in one run and not in another.
  @Test func whatAProcessDoesOnceIsNoStep() throws {
    let runs = Atomic(0)
    let found = try failure {
      try check("no update is lost", scheduled: .threads) {
        if runs.add(1, ordering: .relaxed).newValue % 2 == 0 { _ = Lazy.first + Lazy.second }
        let shared = Shared()
        onThreads(2) { _ in Self.add(shared) }
        try expect("updates", shared.locked.withLock { $0 }, equals: 2)
      }
    }
    #expect("\(found)".contains("updates: expected 2, got 1"))
    #expect(!"\(found)".contains("the same choices"))
  }

  @Test func dataRace() throws {
    let found = try failure {
      try check("a plain counter", scheduled: .threads) {
        let shared = Shared()
        onThreads(2) { _ in shared.plain += 1 }
      }
    }
    #expect("\(found)".contains("no data race: thread 1 "))
    #expect("\(found)".contains("FindingTests.swift:"))
  }

  @Test func deadlock() throws {
    let found = try failure {
      try check("two locks", scheduled: .threads) {
        let (first, second) = (NSLock(), NSLock())
        onThreads(2) { number in
          let (outer, inner) = number == 0 ? (first, second) : (second, first)
          outer.withLock { inner.withLock {} }
        }
      }
    }
    guard case .deadlocked = found.result.verdict else { throw Unexpected(text: "\(found)") }
    #expect("\(found)".contains("thread 1 waits for lock 2"))
    #expect("\(found)".contains("which thread 2 holds since FindingTests.swift:"))
  }

  @Test func livelock() throws {
    let found = try failure {
      try check("nobody sets the flag", scheduled: .threads, cases: 2) {
        let shared = Shared()
        onThreads(1) { _ in while !shared.flag.load(ordering: .acquiring) {} }
      }
    }
    #expect("\(found)".contains("livelock"))
    #expect("\(found)".contains("thread 1 spins in"))
  }

  @Test func syncOnItself() throws {
    let found = try failure {
      try check("a queue that waits for itself", scheduled: .threads, cases: 1) {
        let queue = DispatchQueue(label: "its own")
        queue.sync { queue.sync {} }
      }
    }
    guard case .deadlocked = found.result.verdict else { throw Unexpected(text: "\(found)") }
    #expect("\(found)".contains("which it holds itself"))
  }

  @Test func valuesUnderLocksAreNotAccused() throws {
    try check("an array is copied when it is shared", scheduled: .threads, cases: 200) {
      let (shared, lock) = (Shared(), NSLock())
      onThreads(3) { number in
        let copy = lock.withLock { shared.list }
        let sum = copy.withUnsafeBufferPointer { $0.reduce(0, +) }
        lock.withLock { shared.list[0] = sum + number }
      }
      try expect("length", shared.list.count, equals: 3)
    }
    try check("a flag that releases", scheduled: .threads, cases: 200) {
      let shared = Shared()
      onThreads(2) { number in
        if number == 0 {
          while !shared.flag.load(ordering: .acquiring) {}
          shared.plain += 1
        } else {
          shared.plain = 1
          shared.flag.store(true, ordering: .releasing)
        }
      }
      try expect("both wrote", shared.plain, equals: 2)
    }
    try check("a condition in a loop", scheduled: .threads, cases: 200) {
      let (shared, condition) = (Shared(), NSCondition())
      onThreads(3) { number in
        condition.lock()
        if number == 0 {
          while shared.plain < 2 { condition.wait() }
        } else {
          shared.plain += 1
          condition.signal()
        }
        condition.unlock()
      }
      try expect("both came", shared.plain, equals: 2)
    }
  }

  @Test func memoryThatIsFreedWhileItIsRead() throws {
    let found = try failure {
      try check("freed too early", scheduled: .threads) {
        let numbers = UnsafeMutablePointer<Int>.allocate(capacity: 4)
        numbers.initialize(repeating: 5, count: 4)
        let box = Sent(numbers)
        onThreads(2) { number in
          if number == 0 { box.number = box.pointer[2] } else { box.pointer.deallocate() }
        }
      }
    }
    #expect("\(found)".contains("frees memory"))
  }

  /// Right in every order of its steps: only a stale value is wrong.
  @Test func staleValuesOfRelaxedAtomics() throws {
    func run(_ schedules: ThreadSchedules, _ order: Bool) throws -> PropertyResult {
      try check("a message and its flag", scheduled: schedules, cases: 400) {
        let shared = Shared()
        let sent = Sent(0)
        joined([
          {
            shared.atomic.store(7, ordering: .relaxed)
            if order { shared.flag.store(true, ordering: .releasing) } else { shared.flag.store(true, ordering: .relaxed) }
          },
          {
            if shared.flag.load(ordering: .acquiring) { sent.number = shared.atomic.load(ordering: .relaxed) } else { sent.number = 7 }
          },
        ])
        try expect("the message", sent.number, equals: 7)
      }
    }
    _ = try run(.threads(.randomWalk), false)
    _ = try run(.threads(.randomWalk).withStaleValues, true)
    let found = try failure { try run(.threads(.randomWalk).withStaleValues, false) }
    #expect("\(found)".contains("the message: expected 7, got 0"))
  }

  @Test func dispatch() throws {
    try check("queues, groups, barriers, iterations and times", scheduled: .threads, cases: 100) {
      let (one, several, group) = (Shared(), Shared(), DispatchGroup())
      let serial = DispatchQueue(label: "serial")
      let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
      for number in 0..<3 {
        serial.async(group: group) { one.plain += number }
        concurrent.async(group: group, flags: .barrier) { several.plain += number }
        concurrent.async(group: group) { _ = several.plain }
      }
      group.wait()
      try expect("serial", serial.sync { one.plain }, equals: 3)
      try expect("barriers", concurrent.sync { several.plain }, equals: 3)
      let total = Shared()
      DispatchQueue.concurrentPerform(iterations: 6) { total.atomic.add($0, ordering: .relaxed) }
      try expect("iterations", total.atomic.load(ordering: .relaxed), equals: 15)
      // An hour of virtual time.
      let later = DispatchSemaphore(value: 0)
      serial.asyncAfter(deadline: .now() + 3600) { later.signal() }
      later.wait()
    }
  }
}
