import DeterministicScheduling
import PropertyTesting

/// Schedules explored per second of processor time, through the same `check` that a test calls.
struct ScheduleRates: Codable {
  /// Two tasks withdraw from one account, an actor that writes its audit, another actor.
  let bankOfTwo: Double
  /// Ten of them.
  let bankOfTen: Double
  /// A task that sleeps for an hour, ten times.
  let hourOfSleep: Double

  static func measure(schedules: Int) throws -> ScheduleRates {
    ScheduleRates(
      bankOfTwo: try rate(schedules) { await withdraw(times: 2) },
      bankOfTen: try rate(schedules / 10) { await withdraw(times: 10) },
      hourOfSleep: try rate(schedules / 10) {
        for _ in 0..<10 { try await Task.sleep(for: .seconds(3600)) }
      })
  }

  /// The median of five runs.
  private static func rate(
    _ count: Int, _ body: @escaping @Sendable () async throws -> Void
  ) throws -> Double {
    var rates: [Double] = []
    for seed in 0..<6 {
      let start = processSeconds()
      try check(
        "a bench", scheduled: .randomWalk, settings: RunSettings(cases: count, seed: UInt64(seed)), body)
      // The first one warms up.
      if seed > 0 { rates.append(Double(count) / max(processSeconds() - start, 1e-9)) }
    }
    return rates.sorted()[rates.count / 2]
  }
}

private actor Audit {
  private var entries: [Int] = []
  func record(_ amount: Int) { entries.append(amount) }
}

private actor Account {
  private var balance = 100
  private let audit = Audit()

  func withdraw(_ amount: Int) async -> Bool {
    guard balance >= amount else { return false }
    balance -= amount
    await audit.record(amount)
    return true
  }
}

private func withdraw(times count: Int) async {
  let account = Account()
  let tasks = (0..<count).map { _ in Task { await account.withdraw(80) } }
  for task in tasks { _ = await task.value }
}
