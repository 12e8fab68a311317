import PlatformStandIns
import Synchronization

/// Sends requests through all stages in front of the network.
public protocol RequestSending: Sendable {
  /// Runs the operation, which sends the request, as soon as every stage allows it, and returns its response.
  /// - Throws: `NetworkError.serverError(503)`, at once, while the circuit is open; `CancellationError` if the task is
  ///   cancelled while it waits; what the operation throws. In the first two cases nothing has reached the network.
  func send(_ call: APICall, _ operation: @escaping APIOperation) async throws -> HTTPResponse
}

/// The path of each request to the news proxy: circuit breaker, back-off, throttle, monitor, network.
///
/// The breaker comes first, so a request that it refuses neither waits nor uses up a place in the throttle. The throttle
/// comes last, because it counts requests at the moment of sending. So it also spreads the requests that a back-off
/// releases all at once. A rate limit that arrives later does not call back a request that already waits at the throttle.
public struct RequestPipeline: RequestSending {
  /// The stages of the pipeline.
  public struct Parts: Sendable {
    /// The first stage: the circuit breaker.
    public var breaker: any RequestGate
    /// The second stage: the back-off.
    public var backoff: any RequestGate
    /// The third stage: the throttle.
    public var throttle: any RequestGate
    /// The last stage, which counts each request that is sent. It also counts the waits and the refusals of the other
    /// stages.
    public var monitor: any UsageMonitoring

    /// Creates the stages from their gates.
    public init(
      breaker: any RequestGate, backoff: any RequestGate, throttle: any RequestGate,
      monitor: any UsageMonitoring
    ) {
      self.breaker = breaker
      self.backoff = backoff
      self.throttle = throttle
      self.monitor = monitor
    }
  }

  private let parts: Parts

  /// Connects the stages. Nothing is sent yet.
  public init(_ parts: Parts) {
    self.parts = parts
  }

  public func send(_ call: APICall, _ operation: @escaping APIOperation) async throws -> HTTPResponse {
    let parts = parts
    // The request may wait at two gates but counts as throttled only once.
    let hasWaited = Flag()
    let noteWait: @Sendable () async -> Void = {
      if hasWaited.set() { await parts.monitor.noteThrottled(call.endpoint) }
    }
    let inTurn: APIOperation = {
      try await parts.throttle.send(
        { try await parts.monitor.send(call, operation) }, whenHeldBack: noteWait)
    }
    return try await parts.breaker.send(
      { try await parts.backoff.send(inTurn, whenHeldBack: noteWait) },
      whenHeldBack: { await parts.monitor.noteShortCircuited(call.endpoint) })
  }
}

/// A network client that sends its requests through a pipeline. The endpoint of a request is its URL without query and
/// fragment, because a query may reveal what the user searches for.
public struct PipelinedTransport: HTTPTransport {
  private let pipeline: any RequestSending
  private let transport: any HTTPTransport

  /// Puts `pipeline` in front of `transport`.
  public init(_ pipeline: any RequestSending, _ transport: any HTTPTransport) {
    self.pipeline = pipeline
    self.transport = transport
  }

  /// Sends the request through the pipeline and returns its response.
  /// - Throws: as ``RequestSending/send(_:_:)``.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let transport = transport
    let endpoint = String(request.url.prefix { $0 != "?" && $0 != "#" })
    return try await pipeline.send(APICall(endpoint: endpoint)) { try await transport.send(request) }
  }
}

private final class Flag: Sendable {
  private let isSet = Mutex(false)

  /// Sets the flag.
  /// - Returns: whether this call was the first.
  func set() -> Bool {
    isSet.withLock { isSet in
      defer { isSet = true }
      return !isSet
    }
  }
}
