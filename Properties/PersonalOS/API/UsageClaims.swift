import PersonalOSReference

// What a monitor and its log have to say of the requests of a run: what the network counts is the truth.
extension TrafficHistory {
  /// The counters of an endpoint, by their names in the log.
  func counters(of endpoint: String) -> [String: Double] {
    var counters: [String: Double] = [
      "requests": 0, "successes": 0, "failures": 0, "cancelled": 0, "in flight": 0, "throttled": 0, "refused": 0,
    ]
    for visit in visits where visit.caller.endpoint == endpoint {
      for name in visit.counts { counters[name, default: 0] += 1 }
    }
    return counters
  }

  func failures(at address: String) -> [String] {
    visits.compactMap { visit in
      guard let left = visit.left, let error = visit.error else { return nil }
      return "\(error) at \(left / .seconds(1)) s of \(address)\(visit.caller.endpoint)"
    }
    .sorted()
  }
}

extension Visit {
  /// Why it failed at the network. Nil if it did not.
  var error: NetworkError? {
    switch answer {
    case .success(let response) where response.status == 429: .rateLimited
    case .success(let response) where response.status >= 300: .serverError(response.status)
    case .failure(let error): error
    case .success, nil: nil
    }
  }

  /// The counters in which it counts.
  fileprivate var counts: [String] {
    (isHeldBack ? ["throttled"] : []) + (isRefused ? ["refused"] : []) + sends.flatMap { _ in ["requests"] + end }
  }

  private var end: [String] {
    if left == nil { return ["in flight"] }
    guard let error else { return [answer == nil ? "cancelled" : "successes"] }
    guard case .serverError(let status) = error else { return ["failures", "\(error)"] }
    return ["failures", status < 500 ? "clientError" : "serverError"]
  }
}
