import PropertyTesting
import Synchronization
import Testing
import ThreadScheduling

/// Hands out numbers, under a lock.
private final class Dispenser: Sendable {
  private let takesInTwoSteps: Bool
  private let last = Mutex(0)

  init(takesInTwoSteps: Bool) { self.takesInTwoSteps = takesInTwoSteps }

  func take() -> Int {
    if takesInTwoSteps {
      let next = last.withLock { $0 } + 1
      last.withLock { $0 = next }
      return next
    }
    return last.withLock {
      $0 += 1
      return $0
    }
  }
}

/// Commands at the same time, whose steps are those of threads.
@Suite(.serialized)
struct MachineTests {
  private static let take = Command<Int, Dispenser>("take") { count in
    count += 1
    return count
  } system: { dispenser in
    dispenser.take()
  }

  private static let machine = StateMachine(initially: 0, commands: [take])

  @Test func aTicketIsGivenOnce() throws {
    let found = try failure {
      try check("tickets in two steps", of: Self.machine, scheduled: .threads) { Dispenser(takesInTwoSteps: true) }
    }
    #expect("\(found)".contains("[take()] ‖ [take()]"))
    try check("tickets in one step", of: Self.machine, scheduled: .threads, settings: RunSettings(cases: 100)) {
      Dispenser(takesInTwoSteps: false)
    }
  }
}
