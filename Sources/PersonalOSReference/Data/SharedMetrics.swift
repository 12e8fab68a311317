/// Counts of what happens in the background.
public struct MetricsSnapshot: Sendable, Equatable {
  public var counts: [String: Int]
  /// Of all counts.
  public var total: Int

  public init(counts: [String: Int] = [:], total: Int = 0) {
    self.counts = counts
    self.total = total
  }
}

/// Where it is counted: see ``SharedMetrics``.
public protocol MetricsRecording: Sendable {
  func count(_ name: String, _ amount: Int) async
  /// All counts as they were at one time.
  func snapshot() async -> MetricsSnapshot
}

/// Counts in one box, the total with them.
public final class SharedMetrics: MetricsRecording {
  private let box = SharedStateBox(MetricsSnapshot())

  public init() {}

  public func count(_ name: String, _ amount: Int) {
    box.update { metrics in
      metrics.counts[name, default: 0] += amount
      metrics.total += amount
    }
  }

  public func snapshot() -> MetricsSnapshot { box.current }
}
