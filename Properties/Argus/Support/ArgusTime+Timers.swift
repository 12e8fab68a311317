import ArgusReference
import PropertyTesting
import StorageContract

extension ArgusTime {
  /// The device's clocks, which count who waits now.
  /// - Parameter least: shorter waits do not count.
  static func device(counting timers: Remembered<Int>, from least: Duration = .zero) -> ArgusTime {
    ArgusTime.device.counting(timers) { $0 >= least }
  }

  /// These clocks, which count who waits now for less than a time.
  func counting(_ timers: Remembered<Int>, below limit: Duration) -> ArgusTime { counting(timers) { $0 < limit } }

  private func counting(_ timers: Remembered<Int>, if counts: @escaping @Sendable (Duration) -> Bool) -> ArgusTime {
    var time = self
    time.sleep = { [sleep] duration in
      guard counts(duration) else { return try await sleep(duration) }
      timers.withValue { $0 += 1 }
      defer { timers.withValue { $0 -= 1 } }
      try await sleep(duration)
    }
    return time
  }

  /// These clocks, on which a wait that was cancelled takes its whole time all the same.
  var endingNoWaitEarly: ArgusTime {
    var time = self
    time.sleep = { [sleep] duration in
      await Task { try? await sleep(duration) }.value
      try Task.checkCancellation()
    }
    return time
  }
}
