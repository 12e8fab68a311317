/// How much time and memory a case in a worker may take before the engine ends it.
public struct IsolationLimits: Sendable {
  /// The time limit for each case, in real time; on Linux without the time in which the worker could run and others had the
  /// processors, up to three times as long.
  public var timeout: Duration
  /// How much more memory a worker may use than the supervising process did when it made the worker; nil: any amount.
  public var memoryBytes: Int?
  /// For the record of one case: its choices, its printed value and its notes. Memory is set aside, and only
  /// taken as it is used.
  package var recordBytes = 256 << 20

  /// Limits of 10 seconds and 1 GiB by default. If one is not above 0, no worker is made, and the verdict is errored.
  public init(timeout: Duration = .seconds(10), memoryBytes: Int? = 1 << 30) {
    self.timeout = timeout
    self.memoryBytes = memoryBytes
  }
}

extension IsolationLimits {
  /// What is wrong with the numbers; nil: nothing.
  var problem: String? {
    if timeout <= .zero { return "the time limit of a case is \(timeout): it takes more than 0 s" }
    if let memoryBytes, memoryBytes < 1 { return "the memory limit of a worker is \(memoryBytes) bytes: it takes at least 1" }
    return nil
  }

  /// For a case that is likely not to end: ten times as long as any case took that ended, at least a quarter of a second.
  func hasty(_ longest: Duration) -> IsolationLimits {
    var limits = self
    limits.timeout = min(timeout, max(.milliseconds(250), longest * 10))
    return limits
  }

  /// "2 s", "0.5 s".
  var timeoutText: String {
    let seconds = timeout / .seconds(1)
    return seconds == seconds.rounded() && abs(seconds) < 1e15 ? "\(Int(seconds)) s" : "\(seconds) s"
  }

  /// "1 GiB", "300 MiB".
  var memoryText: String {
    let bytes = memoryBytes ?? 0
    for (shift, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")] where bytes > 0 && bytes % (1 << shift) == 0 {
      return "\(bytes >> shift) \(unit)"
    }
    return "\(bytes) bytes"
  }
}
