import Foundation
import PlatformStandIns

/// How the properties make the news proxy client, the throttle, the back-off, the circuit breaker and the usage monitor:
/// one factory for each component. The factory of a gate takes the state machine that the gate drives.
public struct APISystem: Sendable {
  /// Makes the client of the news proxy. It throws ``NewsProxyError`` if the environment has no usable proxy URL.
  public var makeNewsClient: @Sendable (NewsProxyClient.Setup) throws -> any NewsFetching
  /// Makes the limits of a throttle. Nil stands for the app's default.
  public var makeLimits: @Sendable (_ requests: Int?, _ window: Duration?) -> ThrottleLimits
  /// Makes the state machine of a throttle with these limits.
  public var makeThrottle: @Sendable (ThrottleLimits) -> any RequestThrottling
  /// Makes the gate that drives a throttle by a clock.
  public var openThrottle: @Sendable (any RequestThrottling, any Clock<Duration>) -> any RequestGate
  /// Makes the back-off policy. Nil instead of a random number generator means no jitter.
  public var makeBackoff: @Sendable ((any RandomNumberGenerator & Sendable)?) -> any BackingOff
  /// Makes the gate that drives a back-off policy by a clock.
  public var openBackoff: @Sendable (any BackingOff, any Clock<Duration>) -> any RequestGate
  /// Makes the state machine of a circuit breaker, in the closed state.
  public var makeBreaker: @Sendable () -> any CircuitBreaking
  /// Makes the gate that drives a circuit breaker by a clock.
  public var openBreaker: @Sendable (any CircuitBreaking, any Clock<Duration>) -> any RequestGate
  /// Makes a usage monitor. It writes failures to `log` with the date from `now`.
  public var makeMonitor:
    @Sendable (_ log: any ErrorLog, _ now: @escaping @Sendable () -> Date) -> any UsageMonitoring
  /// Makes the pipeline of breaker, back-off, throttle and monitor that each request passes through.
  public var makePipeline: @Sendable (RequestPipeline.Parts) -> any RequestSending
  /// Makes a network client that sends its requests through the pipeline.
  public var makeTransport: @Sendable (any RequestSending, any HTTPTransport) -> any HTTPTransport
  /// Makes a news feed. The feed calls the closure for a new client at each request.
  public var makeFeed: @Sendable (@escaping @Sendable () throws -> any NewsFetching) -> any NewsFeed

  /// The components of the reference core.
  public static let reference = APISystem(
    makeNewsClient: { try NewsProxyClient($0) },
    makeLimits: { limits($0, $1) }, makeThrottle: { RequestThrottle($0) }, openThrottle: { gate($0, $1) },
    makeBackoff: { BackoffPolicy(jitter: $0) }, openBackoff: { gate($0, $1) },
    makeBreaker: { CircuitBreaker() }, openBreaker: { gate($0, $1) },
    makeMonitor: { APIUsageMonitor(log: $0, now: $1) }, makePipeline: { RequestPipeline($0) },
    makeTransport: { PipelinedTransport($0, $1) }, makeFeed: { ProxyNewsFeed($0) })

  private static func limits(_ requests: Int?, _ window: Duration?) -> ThrottleLimits {
    switch (requests, window) {
    case (let requests?, let window?): ThrottleLimits(requests: requests, window: window)
    case (let requests?, nil): ThrottleLimits(requests: requests)
    case (nil, let window?): ThrottleLimits(window: window)
    case (nil, nil): ThrottleLimits()
    }
  }

  private static func gate(
    _ throttle: any RequestThrottling, _ clock: some Clock<Duration>
  ) -> any RequestGate { ThrottleGate(throttle, clock: clock) }

  private static func gate(_ policy: any BackingOff, _ clock: some Clock<Duration>) -> any RequestGate {
    BackoffGate(policy, clock: clock)
  }

  private static func gate(
    _ breaker: any CircuitBreaking, _ clock: some Clock<Duration>
  ) -> any RequestGate { CircuitBreakerGate(breaker, clock: clock) }
}
