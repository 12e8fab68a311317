import Foundation

/// The news API as the app asks it: every request of the feed goes by way of proxy, circuit breaker, back-off and throttle,
/// and the monitor counts it.
public struct NewsNetwork: Sendable {
  /// What the app has for it.
  public struct Setup: Sendable {
    /// With the network itself as transport.
    public var proxy: NewsProxyClient.Setup
    public var limits: ThrottleLimits
    public var clock: any Clock<Duration>
    /// Of the back-off; nil: none.
    public var jitter: (any RandomNumberGenerator & Sendable)?
    public var log: any ErrorLog
    /// What the log's entries are dated by.
    public var now: @Sendable () -> Date

    public init(
      proxy: NewsProxyClient.Setup, limits: ThrottleLimits, clock: any Clock<Duration>,
      jitter: (any RandomNumberGenerator & Sendable)? = nil, log: any ErrorLog, now: @escaping @Sendable () -> Date
    ) {
      self.proxy = proxy
      self.limits = limits
      self.clock = clock
      self.jitter = jitter
      self.log = log
      self.now = now
    }
  }

  public let feed: any NewsFeed
  public let monitor: any UsageMonitoring

  /// The parts of `api`, wired. Without a usable proxy there is a network all the same: each request fails with
  /// ``NewsProxyError``.
  public init(_ setup: Setup, of api: APISystem) {
    let monitor = api.makeMonitor(setup.log, setup.now)
    let pipeline = api.makePipeline(
      RequestPipeline.Parts(
        breaker: api.openBreaker(api.makeBreaker(), setup.clock),
        backoff: api.openBackoff(api.makeBackoff(setup.jitter), setup.clock),
        throttle: api.openThrottle(api.makeThrottle(setup.limits), setup.clock), monitor: monitor))
    var proxy = setup.proxy
    proxy.transport = api.makeTransport(pipeline, proxy.transport)
    let (reached, makeClient) = (proxy, api.makeNewsClient)
    feed = api.makeFeed { try makeClient(reached) }
    self.monitor = monitor
  }
}
