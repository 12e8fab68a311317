import PlatformStandIns
import Synchronization

/// Sends requests by way of all that stands before the network.
public protocol RequestSending: Sendable {
  /// Runs the operation, which sends the request, when it may be sent, and gives what it gives.
  /// - Throws: `NetworkError.serverError(503)`, at once, while the circuit is open; what the operation
  ///   throws; `CancellationError`. Only the second of them has reached the network.
  func send(_ call: APICall, _ operation: @escaping APIOperation) async throws -> HTTPResponse
}

/// The way of each request to the news proxy: circuit breaker, back-off, throttle, monitor, network.
///
/// The breaker comes first, so that what it refuses waits for nothing and takes nobody's turn. The throttle
/// comes last: it counts what is sent when it is sent, so that all that a back-off lets go at once is spread
/// as well. What waits at the throttle already is not called back by a rate limit that arrives meanwhile.
public struct RequestPipeline: RequestSending {
  public struct Parts: Sendable {
    public var breaker: any RequestGate
    public var backoff: any RequestGate
    public var throttle: any RequestGate
    public var monitor: any UsageMonitoring

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

  public init(_ parts: Parts) {
    self.parts = parts
  }

  public func send(_ call: APICall, _ operation: @escaping APIOperation) async throws -> HTTPResponse {
    let parts = parts
    // It may have to wait at two gates, and is throttled once all the same.
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

/// A network client whose requests go through a pipeline. An endpoint is a URL without its query, which may
/// say what somebody looks for.
public struct PipelinedTransport: HTTPTransport {
  private let pipeline: any RequestSending
  private let transport: any HTTPTransport

  public init(_ pipeline: any RequestSending, _ transport: any HTTPTransport) {
    self.pipeline = pipeline
    self.transport = transport
  }

  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let transport = transport
    let endpoint = String(request.url.prefix { $0 != "?" && $0 != "#" })
    return try await pipeline.send(APICall(endpoint: endpoint)) { try await transport.send(request) }
  }
}

private final class Flag: Sendable {
  private let isSet = Mutex(false)

  /// Whether it was not set before.
  func set() -> Bool {
    isSet.withLock { isSet in
      defer { isSet = true }
      return !isSet
    }
  }
}
