import Foundation

/// The app's access to the news API. Each request of the feed passes through the circuit breaker, the back-off and the
/// throttle to the proxy, and the monitor counts it.
public struct NewsNetwork: Sendable {
  /// The app's parts and settings that the network needs.
  public struct Setup: Sendable {
    /// The setup of the proxy client. Its transport is the plain network; ``NewsNetwork`` puts the pipeline in front of it.
    public var proxy: NewsProxyClient.Setup
    /// The limits of the throttle.
    public var limits: ThrottleLimits
    /// The clock of the circuit breaker, the back-off and the throttle.
    public var clock: any Clock<Duration>
    /// The jitter of the back-off. Nil means no jitter.
    public var jitter: (any RandomNumberGenerator & Sendable)?
    /// The log for failed requests and usage counters.
    public var log: any ErrorLog
    /// Returns the date for the log entries.
    public var now: @Sendable () -> Date

    /// Creates a setup from its parts. By default the back-off has no jitter.
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

  /// The news feed. All its requests go through the pipeline.
  public let feed: any NewsFeed
  /// The usage monitor of the feed's requests.
  public let monitor: any UsageMonitoring

  /// Connects the parts of `api`. This succeeds even without a usable proxy: then each request throws ``NewsProxyError``.
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
