import PersonalOSReference

// Shared state that is guarded in part: what POS-14 must catch. What would be a data race is taken apart
// into two accesses of a box with a suspension between them, so that a schedule can always come in there:
// memory stays safe, and the update is lost all the same.

/// Counts in variables that anybody reads and writes, one at a time.
final class UnsynchronizedMetrics: MetricsRecording {
  private let counts = SharedStateBox<[String: Int]>([:])

  func count(_ name: String, _ amount: Int) async {
    let before = counts.current[name, default: 0]
    await Task.yield()
    counts.update { $0[name] = before + amount }
  }

  func snapshot() async -> MetricsSnapshot {
    let counts = counts.current
    return MetricsSnapshot(counts: counts, total: counts.values.reduce(0, +))
  }
}

/// A cache that guards its reading and its writing, but not what lies between.
final class OverwritingCache: ValueCaching {
  private let values = SharedStateBox<[String: Int]>([:])

  func value(for key: String, orMake make: @Sendable () async -> Int) async -> Int {
    if let known = values.current[key] { return known }
    let made = await make()
    values.update { $0[key] = made }
    return made
  }

  var count: Int { values.current.count }
}

/// A configuration in two boxes: one for each half.
final class HalvedConfiguration: ConfigurationSharing {
  private let flags = SharedStateBox<[String: Bool]>([:])
  private let endpoints = SharedStateBox<[String: String]>([:])

  func publish(_ configuration: ConfigurationState) async {
    flags.update { $0 = configuration.flags }
    await Task.yield()
    endpoints.update { $0 = configuration.endpoints }
  }

  func current() async -> ConfigurationState {
    ConfigurationState(flags: flags.current, endpoints: endpoints.current)
  }
}

/// A configuration that is published once and for all.
final class FirstConfiguration: ConfigurationSharing {
  private let box = SharedStateBox<ConfigurationState?>(nil)

  func publish(_ configuration: ConfigurationState) async { box.update { $0 = $0 ?? configuration } }
  func current() async -> ConfigurationState { box.current ?? ConfigurationState() }
}

/// A configuration that is seen once the next one is published.
final class LateConfiguration: ConfigurationSharing {
  private let box = SharedStateBox((seen: ConfigurationState(), next: ConfigurationState()))

  func publish(_ configuration: ConfigurationState) async {
    box.update { $0 = (seen: $0.next, next: configuration) }
  }

  func current() async -> ConfigurationState { box.current.seen }
}
