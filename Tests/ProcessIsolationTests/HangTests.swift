import Foundation
import PropertyTesting
import Synchronization
import Testing

@testable import ProcessIsolation

/// A case that never ends is made simple without its time limit for each attempt. Nothing here depends on how busy the machine
/// is. What hangs here sleeps, since it would take a processor for as long as it is waited for.
@Suite("Cases that never end")
struct HangTests {
  @Test func theLimitOfAnAttemptFollowsTheCasesThatEnd() {
    let limits = IsolationLimits(timeout: .seconds(10))
    #expect(limits.hasty(.zero).timeout == .milliseconds(250))
    #expect(limits.hasty(.milliseconds(100)).timeout == .seconds(1))
    #expect(limits.hasty(.seconds(2)).timeout == .seconds(10))
    #expect(IsolationLimits(timeout: .milliseconds(100)).hasty(.zero).timeout == .milliseconds(100))
  }

  @Test func anAttemptIsGivenUpSooner() throws {
    let endless = WorkerBody("endless", .synchronous { port in
      _ = port.nextRequest()
      while true {}
    })
    let isolation = Isolation.forked(timeout: .seconds(3_600))
    let supervisor = try isolation.cases.supervisor(of: endless, Cancellation())
    defer { supervisor.end() }
    let outcome = supervisor.perform([], inNewWorker: false, isHasty: true, isWanted: { true })
    guard case .died(let interruption) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(interruption.message == "the case did not end within 0.25 s")
  }

  /// Attempts to make it simple are hasty; the run, and what is shown to somebody, are not.
  @Test func haste() async throws {
    let property = Requirement<Void>("H-1", "it ends").holds(forAll: .array(of: .int(in: 0...1_000_000), count: 1...20)) {
      numbers, _ in
      while numbers.contains(where: { $0 >= 1_000 }) { usleep(1_000) }
    }
    let requests = RequestLog()
    let isolation = Isolation(WatchedIsolation(base: Isolation.forked(timeout: .seconds(1)).cases, requests: requests))
    let runner = Runner(settings: RunSettings(seed: 1, shrinkTime: .seconds(3_600)), isolation: isolation)
    let result = await runner.run(property, on: .none)
    let found = try #require(result.verdict.counterexample)
    #expect(result.verdict.name == "timed out" && found.value == "[1000]", "\(FailureReport(result).text)")
    #expect(found.message == "the case did not end within 1 s")
    let hasty = requests.all.filter(\.isHasty)
    #expect(hasty.count >= found.shrinking.calls && found.shrinking.path.count >= 5)
    #expect(hasty.allSatisfy { !$0.isShown })
    #expect(requests.all.first?.isHasty == false && requests.all.last?.isShown == true)
  }

  /// What only takes long is no hang: the limit decides, whatever was given up on the way.
  @Test func whatIsSlowIsNotTakenForAHang() async throws {
    let property = Requirement<Void>("H-2", "it ends").holds(forAll: .int(in: 0...10)) { number, _ in
      // From 6 on for ever; in between for longer than an attempt is given.
      let end = ContinuousClock.now + (number >= 6 ? .seconds(3_600) : number >= 3 ? .milliseconds(400) : .zero)
      while ContinuousClock.now < end { usleep(1_000) }
    }
    var settings = RunSettings(cases: 20, seed: 1, shrinkTime: .seconds(3_600))
    settings.enumerates = false
    let result = await Runner(settings: settings, isolation: .forked(timeout: .milliseconds(1_500))).run(property, on: .none)
    #expect(result.verdict.name == "timed out", "\(FailureReport(result).text)")
    #expect(result.verdict.counterexample?.value == "6", "\(FailureReport(result).text)")
  }
}

/// What a supervisor was asked to do.
private final class RequestLog: Sendable {
  private let state = Mutex<[(isShown: Bool, isHasty: Bool)]>([])

  var all: [(isShown: Bool, isHasty: Bool)] { state.withLock { $0 } }
  func note(isShown: Bool, isHasty: Bool) { state.withLock { $0.append((isShown, isHasty)) } }
}

private struct WatchedIsolation: CaseIsolation {
  let base: any CaseIsolation
  let requests: RequestLog

  var isInWorker: Bool { base.isInWorker }

  func supervisor(of body: WorkerBody, _ cancellation: Cancellation) throws -> any CaseSupervisor {
    WatchedSupervisor(try base.supervisor(of: body, cancellation), requests)
  }

  func serve(_ body: WorkerBody) async { await base.serve(body) }
  func serveOnThisThread(_ body: WorkerBody) { base.serveOnThisThread(body) }
}

private final class WatchedSupervisor: CaseSupervisor {
  private let base: any CaseSupervisor
  private let requests: RequestLog

  init(_ base: any CaseSupervisor, _ requests: RequestLog) {
    self.base = base
    self.requests = requests
  }

  var beacon: UnsafeMutablePointer<Atomic<Int>> { base.beacon }
  var journal: UnsafeMutableRawBufferPointer { base.journal }

  func perform(_ request: [UInt8], inNewWorker: Bool, isHasty: Bool, isWanted: () -> Bool) -> WorkerOutcome {
    requests.note(isShown: inNewWorker, isHasty: isHasty)
    return base.perform(request, inNewWorker: inNewWorker, isHasty: isHasty, isWanted: isWanted)
  }

  func end() { base.end() }
}
