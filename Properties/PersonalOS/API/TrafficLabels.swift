import PersonalOSGenerators
import PropertyTesting

extension TrafficHistory {
  private static let classes: [(String, @Sendable (Visit) -> Bool)] = [
    ("a task waits for its turn", { $0.sent != nil && $0.isHeldBack }),
    ("a waiting task is cancelled", { $0.sent == nil && $0.result == nil }),
    ("a task is cancelled before it asks", \.isCancelledBefore),
    ("is cancelled before it asks", \.isCancelledBefore),
    ("succeeds", { $0.answer != nil && $0.request.outcome == .success }),
    ("fails", { $0.answer != nil && $0.request.outcome != .success }),
    ("is cancelled", { $0.left != nil && $0.answer == nil }), ("is throttled", \.isHeldBack),
    ("is short-circuited", \.isRefused), ("retries", { $0.index > 0 }),
  ]

  func label(_ trial: Trial, _ outage: Traffic.Outage? = nil) {
    for (name, contains) in Self.classes { trial.label(name, if: visits.contains(where: contains)) }
    trial.label("several at a time", if: mostInFlight > 1)
    guard let outage else { return }
    trial.label("refuses during an outage", if: visits.contains { $0.isRefused && $0.asked < outage.end })
    trial.label("probes during an outage", if: !probes(in: outage).isEmpty)
  }
}
