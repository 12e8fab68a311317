import DeterministicScheduling
import PropertyTesting

/// Counts hits. It reads, tells a log, and stores what it read and one more.
actor HitCounter {
  private(set) var total = 0
  private let log = HitLog()

  func hit() async {
    let before = total
    await log.note()
    total = before + 1
  }
}

actor HitLog {
  private(set) var lines = 0
  func note() { lines += 1 }
}

enum HitCounterMachine {
  static let hit = Command<Int, HitCounter>("hit") { total in
    total += 1
  } system: { counter in
    await counter.hit()
  }

  static let total = Command<Int, HitCounter>("total") { total in
    total
  } system: { counter in
    await counter.total
  }

  static let machine = StateMachine(initially: 0, commands: [hit, total])
}

func checkHitCounter(_ settings: RunSettings = RunSettings()) throws {
  try check(
    "the counter loses no hit", of: HitCounterMachine.machine, lanes: 2...3, scheduled: .mixed, settings: settings
  ) { HitCounter() }
}
