import Foundation
import PlatformStandIns

/// The news proxy, throttle, back-off, circuit breaker and usage monitor, as the properties see it: how each
/// component is made. A gate takes the state machine that it drives.
public struct APISystem: Sendable {
  public var makeNewsClient: @Sendable (NewsProxyClient.Setup) throws -> any NewsFetching
  /// The limits of a throttle; nil: what the app has by itself.
  public var makeLimits: @Sendable (_ requests: Int?, _ window: Duration?) -> ThrottleLimits
  public var makeThrottle: @Sendable (ThrottleLimits) -> any RequestThrottling
  public var openThrottle: @Sendable (any RequestThrottling, any Clock<Duration>) -> any RequestGate
  public var makeBackoff: @Sendable ((any RandomNumberGenerator & Sendable)?) -> any BackingOff
  public var openBackoff: @Sendable (any BackingOff, any Clock<Duration>) -> any RequestGate
  public var makeBreaker: @Sendable () -> any CircuitBreaking
  public var openBreaker: @Sendable (any CircuitBreaking, any Clock<Duration>) -> any RequestGate
  public var makeMonitor:
    @Sendable (_ log: any ErrorLog, _ now: @escaping @Sendable () -> Date) -> any UsageMonitoring
  public var makePipeline: @Sendable (RequestPipeline.Parts) -> any RequestSending
  /// A network whose requests go through the pipeline.
  public var makeTransport: @Sendable (any RequestSending, any HTTPTransport) -> any HTTPTransport
  /// A feed of what a client fetches; the client is made for each request.
  public var makeFeed: @Sendable (@escaping @Sendable () throws -> any NewsFetching) -> any NewsFeed

  /// The reference.
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
