import StorageContract
import Synchronization

/// One store's talk with its adapter: requests of one session, and what their failures mean for the store.
final class SessionWire: Sendable {
  let channel: AdapterChannel
  let session: Int
  let location: String
  private let idle = Mutex(true)
  /// Whether the session is open and in no transaction.
  var isIdle: Bool { idle.withLock { $0 } }

  init(_ channel: AdapterChannel, session: Int, location: String) {
    self.channel = channel
    self.session = session
    self.location = location
  }

  func setIdle(_ isIdle: Bool) { idle.withLock { $0 = isIdle } }

  func request(_ operation: WireOperation, collection: String? = nil, key: String? = nil) -> WireRequest {
    WireRequest(operation, session: session, collection: collection, key: key)
  }

  /// - Parameter changesContents: whether the store may have changed where no answer comes.
  /// - Throws: ``StoreError``.
  @discardableResult
  func ask(_ request: WireRequest, changesContents: Bool = false) throws -> WireResult {
    try channel.result(of: request, changesContents: changesContents)
  }

  /// Asks for one member of the result.
  func ask<Value>(_ request: WireRequest, for member: String, _ value: (WireResult) -> Value?) throws -> Value {
    try channel.member(member, value(try ask(request)), of: request)
  }
}

extension AdapterChannel {
  /// Asks, and turns everything but a result into a ``StoreError``.
  @discardableResult
  func result(of request: WireRequest, changesContents: Bool = false) throws -> WireResult {
    let contents: WireReply.Contents
    do {
      contents = try ask(request)
    } catch let failure as Failure {
      if failure.isOld { throw StoreError.lost(reason: "\(name) has failed before: \(failure.reason)") }
      if failure.wasKilled || changesContents { throw StoreError.lost(reason: "\(name): \(failure.reason)") }
      throw StoreError.io(
        operation: "run “\(request.operation.rawValue)”", path: name, reason: failure.reason)
    }
    switch contents {
    case .result(let result): return result
    case .failure(let error): throw error
    case .skipped(let reason): throw StoreError.unsupported(reason)
    case .refusal(let message):
      throw StoreError.io(
        operation: "run “\(request.operation.rawValue)”", path: name,
        reason: "the adapter says that the request is bad: \(message)")
    }
  }

  /// The adapter is not to be trusted any more where its result lacks what it must have.
  func member<Value>(_ name: String, _ value: Value?, of request: WireRequest) throws -> Value {
    if let value { return value }
    let reason = "its answer to “\(request.operation.rawValue)” lacks the member “\(name)”"
    distrust(reason)
    throw StoreError.io(
      operation: "run “\(request.operation.rawValue)”", path: self.name, reason: reason)
  }

  /// Asks who the adapter is, once.
  /// - Throws: ``StoreError``.
  package func greet() throws -> WireHello {
    if let hello { return hello }
    var request = WireRequest(.hello)
    request.protocolVersion = WireRequest.spokenProtocol
    let result = try result(of: request)
    let spoken = try member("protocol", result.protocolVersion, of: request)
    guard spoken == WireRequest.spokenProtocol else {
      let reason = "it speaks protocol \(spoken), not \(WireRequest.spokenProtocol)"
      distrust(reason)
      throw StoreError.io(operation: "talk to the adapter", path: name, reason: reason)
    }
    let hello = WireHello(
      name: try member("name", result.name, of: request),
      capabilities: try member("capabilities", result.capabilities, of: request))
    self.hello = hello
    return hello
  }
}
