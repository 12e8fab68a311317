import Foundation
import PropertyTesting

import GRPCCore

/// grpc/grpc-swift-2.
enum GRPCFindings {
  static let all = [
    exponent, timeoutRoundTrip, delayRoundTrip, backoffRoundTrip, hedgingDelay, loadBalancing, tokenRatio, maxTokens, ratioDigits,
  ]

  private static let package = "grpc/grpc-swift-2"

  private static func json(_ timeout: Duration) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let config = MethodConfig(names: [], timeout: timeout)
    return String(decoding: try encoder.encode(config), as: UTF8.self)
  }

  static let exponent = Finding(
    "method-config-exponent", in: package, by: .byHand,
    "`MethodConfig.encode` writes a short timeout with an exponent.",
    demand: """
      The JSON form of a [protobuf duration](https://protobuf.dev/reference/protobuf/google.protobuf/#duration) has digits, a point
      and an `s`, and `MethodConfig` is the JSON form of service_config.proto, to which its documentation links.
      """,
    result: #"{"name":[],"timeout":"1e-09s"}"#,
    reproduction: { print in
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let data = try encoder.encode(MethodConfig(names: [], timeout: .nanoseconds(1)))
      print(String(decoding: data, as: UTF8.self))
    },
    forAll: .int(in: 0...1_000_000_000)
  ) { nanoseconds in
    let json = try json(.nanoseconds(nanoseconds))
    try expect("\(json) is in digits", json.contains(#/"-?\d+(\.\d+)?s"/#))
  }

  static let timeoutRoundTrip = Finding(
    "method-config-timeout", in: package, by: .byHand,
    "`MethodConfig` with a timeout of 1.1 seconds is another one when it was encoded and decoded.",
    demand: """
      `"1.1s"` is 1100 milliseconds. `Codable` promises that the value comes back, and both are `Equatable`. The timeout is
      calculated as a `Double`.
      """,
    result: "false",
    reproduction: { print in
      let json = Data(#"{"name":[],"timeout":"1.1s"}"#.utf8)
      print(try JSONDecoder().decode(MethodConfig.self, from: json).timeout == .milliseconds(1100))
    },
    forAll: .int(in: 0...5000).map { Duration.milliseconds($0) }
  ) { timeout in
    let data = Data(try json(timeout).utf8)
    let decoded = try JSONDecoder().decode(MethodConfig.self, from: data)
    try expect("timeout", decoded.timeout, equals: timeout)
  }

  static let delayRoundTrip = Finding(
    "hedging-delay-milliseconds", in: package, by: .laws,
    "`HedgingPolicy` with a delay of 1.001 seconds is another one when it was encoded and decoded.",
    demand: """
      `Codable` promises that the value comes back, and both are `Equatable`. The delay is written and read as a `Double`, as the
      timeout of a `MethodConfig` is.
      """,
    result: "false",
    reproduction: { print in
      let policy = HedgingPolicy(maxAttempts: 2, hedgingDelay: .milliseconds(1001), nonFatalStatusCodes: [])
      print(try JSONDecoder().decode(HedgingPolicy.self, from: JSONEncoder().encode(policy)) == policy)
    },
    forAll: .int(in: 0...5000)
  ) { milliseconds in
    let policy = HedgingPolicy(maxAttempts: 2, hedgingDelay: .milliseconds(milliseconds), nonFatalStatusCodes: [])
    try expect("decoded", try JSONDecoder().decode(HedgingPolicy.self, from: JSONEncoder().encode(policy)), equals: policy)
  }

  static let backoffRoundTrip = Finding(
    "retry-backoff-milliseconds", in: package, by: .laws,
    "`RetryPolicy` with a backoff of 1.001 seconds is another one when it was encoded and decoded.",
    demand: """
      `Codable` promises that the value comes back, and both are `Equatable`. The backoff is written and read as a `Double`, as the
      timeout of a `MethodConfig` is.
      """,
    result: "false",
    reproduction: { print in
      let wait = Duration.milliseconds(1001)
      let made = RetryPolicy(maxAttempts: 2, initialBackoff: wait, maxBackoff: wait, backoffMultiplier: 2, retryableStatusCodes: [.aborted])
      print(try JSONDecoder().decode(RetryPolicy.self, from: JSONEncoder().encode(made)) == made)
    },
    forAll: .int(in: 1...5000)
  ) { milliseconds in
    let policy = RetryPolicy(
      maxAttempts: 2, initialBackoff: .milliseconds(milliseconds), maxBackoff: .seconds(9), backoffMultiplier: 2,
      retryableStatusCodes: [.aborted])
    try expect("decoded", try JSONDecoder().decode(RetryPolicy.self, from: JSONEncoder().encode(policy)), equals: policy)
  }

  static let hedgingDelay = Finding(
    "hedging-delay", in: package, by: .byHand,
    "`HedgingPolicy.init(from:)` accepts a negative delay.",
    demand: "`HedgingPolicy.init` and the setter of `hedgingDelay` trap for it, and `RetryPolicy.init(from:)` throws for its delays.",
    result: "-1.0 seconds",
    reproduction: { print in
      let json = Data(#"{"maxAttempts":2,"hedgingDelay":"-1s","nonFatalStatusCodes":[]}"#.utf8)
      print(try JSONDecoder().decode(HedgingPolicy.self, from: json).hedgingDelay)
    },
    forAll: .int(in: -5...5)
  ) { seconds in
    let json = #"{"maxAttempts":2,"hedgingDelay":"\#(seconds)s","nonFatalStatusCodes":[]}"#
    let policy = try? JSONDecoder().decode(HedgingPolicy.self, from: Data(json.utf8))
    try expect("no negative delay", (policy?.hedgingDelay ?? .zero) >= .zero)
  }

  private static let policies = ["pickFirst", "roundRobin"]

  static let loadBalancing = Finding(
    "load-balancing-nil", in: package, by: .byHand,
    "`LoadBalancingConfig.roundRobin` set to nil removes the policy `pickFirst`.",
    demand: "It was nil already: setting a property to the value that it has changes nothing.",
    result: "nil",
    reproduction: { print in
      var config = ServiceConfig.LoadBalancingConfig.pickFirst(shuffleAddressList: true)
      config.roundRobin = nil
      print(config.pickFirst)
    },
    forAll: .zip(.element(of: policies), .element(of: policies))
  ) { policy, property in
    var config =
      policy == "pickFirst" ? ServiceConfig.LoadBalancingConfig.pickFirst(.init()) : .roundRobin
    let before = config
    if property == "pickFirst" {
      config.pickFirst = before.pickFirst
    } else {
      config.roundRobin = before.roundRobin
    }
    try expect("\(policy) after \(property) was set to itself", config == before)
  }

  static let tokenRatio = Finding(
    "retry-throttling-nan", in: package, by: .byHand,
    "`RetryThrottling.init` accepts NaN as the ratio of tokens.",
    demand: "Its documentation demands a ratio greater than zero, and it throws for others.",
    result: "nan",
    reproduction: { print in
      print(try ServiceConfig.RetryThrottling(maxTokens: 10, tokenRatio: .nan).tokenRatio)
    },
    forAll: .double(in: -2...2, including: [.nan, 0, .infinity])
  ) { ratio in
    let throttling = try? ServiceConfig.RetryThrottling(maxTokens: 10, tokenRatio: ratio)
    try expect("\(ratio) is greater than zero, or refused", throttling == nil || ratio > 0)
  }

  static let maxTokens = Finding(
    "retry-throttling-tokens", in: package, by: .byHand,
    "`RetryThrottle.init(policy:)` traps for a policy of more than 1000 tokens.",
    demand: """
      `RetryThrottling.init`, and so the decoder of a service config, throws for numbers out of range, but accepts this one.
      [The specification](https://github.com/grpc/proposal/blob/master/A6-client-retries.md) allows 1 to 1000.
      """,
    result: "traps", needsProcess: true,
    reproduction: { _ in
      _ = RetryThrottle(policy: try ServiceConfig.RetryThrottling(maxTokens: 1001, tokenRatio: 0.1))
    },
    forAll: .int(in: -2000...2000)
  ) { tokens in
    if let policy = try? ServiceConfig.RetryThrottling(maxTokens: tokens, tokenRatio: 0.1) {
      _ = RetryThrottle(policy: policy)
    }
  }

  static let ratioDigits = Finding(
    "retry-throttle-ratio", in: package, by: .byHand,
    "`RetryThrottle.tokenRatio` is less than it was given.",
    demand: "Three decimals of it are used, says the documentation, and 1.001 has three. It is calculated as a `Double`, and cut off.",
    result: "1.0",
    reproduction: { print in print(RetryThrottle(maxTokens: 10, tokenRatio: 1.001).tokenRatio) },
    forAll: .int(in: 1...3000).map { Double($0) / 1000 }
  ) { ratio in
    try expect("ratio", RetryThrottle(maxTokens: 10, tokenRatio: ratio).tokenRatio, equals: ratio)
  }
}
