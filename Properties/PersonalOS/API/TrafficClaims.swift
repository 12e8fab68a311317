import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

// What POS-61 to POS-64 claim of the requests of a run.
extension TrafficHistory {
  /// A caller gets the network's answer to the one request that it sent, unless it is cancelled.
  func expectAnswersPassedOn(orRefused: Bool = false) throws {
    for visit in visits where !(orRefused && visit.isRefused) {
      try expect("requests for one", visit.sends.count, equals: visit.left == nil ? 0 : 1)
      try expect("what the caller gets", visit.result, equals: visit.answer)
      try expect("only a cancelled request is not sent", visit.sent != nil || visit.cancellation != nil)
    }
  }

  func expectNothingSentOnceCancelled() throws {
    for visit in visits where visit.isCancelledBefore {
      try expect("requests of a task that was cancelled before", visit.sends.count, equals: 0)
    }
  }

  func expectNoFullerWindow(_ limits: ThrottleLimits) throws {
    for end in sends {
      let inside = sends.count { $0 > end - limits.window && $0 <= end }
      try expect("\(inside) requests in the \(limits.window) up to \(end)", inside <= limits.requests)
    }
  }

  /// First come, first served, and nobody waits while there is room.
  func expectEverybodyInTurn(_ limits: ThrottleLimits) throws {
    for visit in visits {
      let end = visit.sent ?? visit.cancellation ?? visit.asked
      // While somebody waits the window is full: on arrival, and whenever a send leaves it.
      for instant in [visit.asked] + sends.map({ $0 + limits.window }) where visit.asked <= instant && instant < end {
        let inside = sends.count { $0 > instant - limits.window && $0 <= instant }
        try expect("waits at \(instant) though there is room", inside >= limits.requests)
      }
      for later in visits where visit.asked < later.asked {
        try expect("nobody is passed over before being sent or giving up", end <= later.sent ?? end)
      }
    }
  }

  func expectRefusedAtOnce() throws {
    for visit in visits where visit.isRefused {
      try expect("what is refused fails with", visit.result, equals: .failure(.serverError(503)))
      try expect("what is refused fails at once", visit.ended, equals: visit.asked)
    }
  }

  /// However many ask, few requests go to an API that is unavailable.
  func expectNoStorm(in outage: Traffic.Outage) throws {
    let count = sends.count { $0 >= outage.start && $0 < outage.end }
    let length = (outage.end - outage.start).components.seconds
    try expect(
      "\(count) requests in an outage of \(length) s, with at most \(mostInFlight) at a time",
      count <= 5 + max(0, mostInFlight - 1) + Int((length + 29) / 30))
    let probes = probes(in: outage)
    for (probe, next) in zip(probes, probes.dropFirst()) {
      try expect("30 s or more from the probe at \(probe) to \(next)", next - probe >= .seconds(30))
    }
  }

  /// A refusal shows that the circuit has opened. From then on only probes go through, each of which fails.
  func probes(in outage: Traffic.Outage) -> [Duration] {
    guard let opened = visits.filter(\.isRefused).map(\.asked).min() else { return [] }
    return sends.filter { $0 > opened && $0 < outage.end }.sorted()
  }

  /// The two that come alone reach the API: the first one closes the circuit.
  func expectRecovery() throws {
    for visit in visits.suffix(2) { try expect("sends of a request after the outage", visit.sends.count, equals: 1) }
  }

  /// Whoever is held back already is held back longer by a rate limit. Whoever has passed the back-off is not.
  func expectQuietAfterRateLimits() throws {
    let limits = visits.compactMap { visit -> (from: Duration, to: Duration)? in
      guard let left = visit.left, visit.error == .rateLimited else { return nil }
      return (left, left + max(.seconds(1), BackoffModel.seconds(visit.request.retryAfter)))
    }
    for visit in visits {
      var quietUntil = visit.asked
      while let next = limits.first(where: { $0.from < quietUntil && $0.to > quietUntil }) { quietUntil = next.to }
      let sent = visit.sent ?? quietUntil
      try expect("asked for at \(visit.asked), sent at \(sent), not before \(quietUntil)", sent >= quietUntil)
    }
  }
}
