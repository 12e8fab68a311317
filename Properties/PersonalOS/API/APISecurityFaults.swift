import PersonalOSReference
import PropertyTesting

/// The faults of POS-61 to POS-64 that are no edits of the core (`Properties/PersonalOS-API.edits`).
extension Fault<PersonalOSSystem> {
  static let allowsOneMoreByItself = Fault("allowsOneMoreByItself", "sends 61 requests a minute unless told otherwise")
  {
    let makeLimits = $0.api.makeLimits
    $0.api.makeLimits = { makeLimits($0 ?? 61, $1) }
  }

  static let allowsOneAtATime = Fault("allowsOneAtATime", "treats every limit as 1") {
    $0.api.makeLimits = { _, window in ThrottleLimits(requests: 1, window: window ?? .seconds(60)) }
  }

  static let asksTheAPIAllTheSame = Fault("asksTheAPIAllTheSame", "sends whatever the breaker says") {
    // A throttle without a window holds nothing back.
    let (make, open) = ($0.api.makeThrottle, $0.api.openThrottle)
    $0.api.openBreaker = { _, clock in open(make(ThrottleLimits(window: .zero)), clock) }
  }

  static let asksPastThePipeline = Fault("asksPastThePipeline", "gives the news client the network itself") {
    $0.api.makeTransport = { $1 }
  }
}
