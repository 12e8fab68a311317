import Synchronization
import Testing

@testable import DeterministicScheduling

/// What docs/concurrency.md says of the runtime: what it guarantees no thread breaks, and schedules come to all that is left open.
@Suite("What the runtime guarantees", .serialized)
struct GuaranteeTests {
  private func expectOutcomes(
    _ allowed: Set<String>, _ location: Testing.SourceLocation = #_sourceLocation, _ body: @escaping @Sendable () async -> String
  ) async {
    // Which of them a thread meets is chance.
    for _ in 0..<300 {
      let outcome = await body()
      #expect(allowed.contains(outcome), "on threads", sourceLocation: location)
    }
    let found = explore(schedules: 300, body)
    #expect(found.outcomes == allowed, sourceLocation: location)
    #expect(found.inexact == [], sourceLocation: location)
  }

  @Test func twoTasksThatLeaveAnActorComeToTheNextInThatOrder() async {
    await expectOutcomes(["same order"]) {
      let mailbox = LetterBox()
      let relay = LetterRelay(mailbox)
      async let first: Void = relay.send("1")
      async let second: Void = relay.send("2")
      _ = await (first, second)
      return await mailbox.letters == relay.sent ? "same order" : "overtaken"
    }
  }

  @Test func tasksOfAnActorStartInTheOrderInWhichItMakesThem() async {
    await expectOutcomes(["12"]) { await Starter().startTwo() }
    await expectOutcomes(["12"]) { await MainStarter().startTwo() }
  }

  /// Both wait for the actor when its turn ends.
  @Test func theTaskOfAHigherPriorityRunsFirst() async {
    await expectOutcomes(["high low"]) { await Starter().startLowAndHigh() }
    await expectOutcomes(["low high"]) { await MainStarter().startLowAndHigh() }
  }

  @Test func anImmediateTaskRunsAtOnce() async {
    await expectOutcomes(["abc"]) { await Starter().startAtOnce() }
  }

  @Test func aCallWithinAnActorDoesNotSuspend() async {
    await expectOutcomes(["whole"]) {
      let starter = Starter()
      async let twice: Void = starter.callItself()
      async let look = starter.isWhole
      await twice
      return await look ? "whole" : "half"
    }
  }

  @Test func aFunctionWithoutIsolationLeavesTheActor() async {
    await expectOutcomes(["before", "between", "after"]) {
      let starter = Starter()
      async let leaving: Void = starter.leave()
      async let look = starter.look()
      await leaving
      return await look
    }
  }

  @Test func aFunctionThatInheritsTheIsolationStays() async {
    await expectOutcomes(["before", "after"]) {
      let starter = Starter()
      async let staying: Void = starter.stay()
      async let look = starter.look()
      await staying
      return await look
    }
  }

  @Test func aCallComesLaterThanTheStatementBeforeIt() async {
    await expectOutcomes(["write close", "close write", "close"]) {
      let (disk, flag) = (LetterBox(), Flag())
      async let writing: Void = { if !flag.isSet.withLock({ $0 }) { await disk.take("write") } }()
      async let closing: Void = {
        flag.isSet.withLock { $0 = true }
        await disk.take("close")
      }()
      _ = await (writing, closing)
      return await disk.letters.joined(separator: " ")
    }
  }
}

private final class Flag: Sendable {
  let isSet = Mutex(false)
}

private actor Starter {
  private var words = ""
  private(set) var isWhole = true
  private var phase = "before"

  func startTwo() async -> String {
    let tasks = ["1", "2"].map { word in Task { words += word } }
    for task in tasks { await task.value }
    return words
  }

  func startLowAndHigh() async -> String {
    let low = Task(priority: .low) { words += "low" }
    let high = Task(priority: .high) { words += words.isEmpty ? "high " : " high" }
    _ = await (high.value, low.value)
    return words
  }

  func startAtOnce() async -> String {
    let task = Task.immediate {
      words += "a"
      await Task.yield()
      words += "c"
    }
    words += "b"
    await task.value
    return words
  }

  func callItself() async {
    isWhole = false
    await makeWhole()
  }

  private func makeWhole() async { isWhole = true }

  func leave() async {
    phase = "between"
    await nowhere()
    phase = "after"
  }

  func stay() async {
    phase = "between"
    await here()
    phase = "after"
  }

  func look() -> String { phase }

  private nonisolated func nowhere() async { await Task.yield() }
  private nonisolated(nonsending) func here() async {}
}

@MainActor private final class MainStarter {
  private var words = ""

  nonisolated init() {}

  func startTwo() async -> String {
    let tasks = ["1", "2"].map { word in Task { words += word } }
    for task in tasks { await task.value }
    return words
  }

  func startLowAndHigh() async -> String {
    let low = Task(priority: .low) { words += "low" }
    let high = Task(priority: .high) { words += words.isEmpty ? "high " : " high" }
    _ = await (high.value, low.value)
    return words
  }
}
