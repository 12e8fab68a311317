import CIsolation
import Foundation
import StorageContract
import Synchronization

/// The connection to one adapter: requests go out, each caller gets the reply with its number, within the deadline.
///
/// Any number of threads may ask at once. One of those that wait reads for all of them; there is no thread of the
/// channel's own. Once anything was wrong the adapter is ended, and every call says why.
package final class AdapterChannel: Sendable {
  package let process: AdapterProcess
  /// How the adapter is named in errors.
  package let name: String
  private let options: ProcessOptions
  private let lateAnswers: LateAnswers
  private let state = Mutex(State())
  /// Only the one thread that reads has to do with it.
  private let output = Mutex(AdapterOutput())
  /// Signalled whenever the state has changed for somebody who waits.
  private let changed = NSCondition()

  private struct State {
    var lastID = 0
    var lastSession = 0
    var asked: Set<Int> = []
    var arrived: [Int: WireReply.Contents] = [:]
    var isReading = false
    var isWriting = false
    var waiting = 0
    var failure: Failure?
    var hello: WireHello?
    /// Stores that were dropped without being closed.
    var abandonedSessions: [Int] = []
  }

  /// Why the channel is of no use any more.
  package struct Failure: Error, Sendable {
    let reason: String
    let wasKilled: Bool
    /// Whether the channel had failed before it was asked.
    var isOld = false
  }

  package init(
    _ process: AdapterProcess, name: String, options: ProcessOptions, lateAnswers: LateAnswers = LateAnswers()
  ) {
    self.lateAnswers = lateAnswers
    self.process = process
    self.name = name
    self.options = options
  }

  package var isUsable: Bool { state.withLock { $0.failure == nil } && process.ended() == nil }

  /// Whether nothing was wrong so far.
  var isTrusted: Bool { state.withLock { $0.failure == nil } }

  /// What it said was an answer, but not one that can be.
  func distrust(_ reason: String) { fail(reason) }

  func newSession() -> Int {
    state.withLock { state in
      state.lastSession += 1
      return state.lastSession
    }
  }

  /// A store is gone that was never closed: its session is closed at the next opportunity.
  func abandon(_ session: Int) { state.withLock { $0.abandonedSessions.append(session) } }

  func takeAbandoned() -> [Int] {
    state.withLock { state in
      defer { state.abandonedSessions = [] }
      return state.abandonedSessions
    }
  }

  var hello: WireHello? {
    get { state.withLock { $0.hello } }
    set { state.withLock { $0.hello = newValue } }
  }

  /// Asks, and waits for the reply.
  /// - Throws: ``Failure``.
  func ask(_ request: WireRequest) throws -> WireReply.Contents {
    var deadline = AnswerDeadline(lateAnswers.limit(options.limit(of: request)))
    let id = try state.withLock { state in
      if var failure = state.failure {
        failure.isOld = true
        throw failure
      }
      state.lastID += 1
      state.asked.insert(state.lastID)
      return state.lastID
    }
    let line = request.line(id: id)
    options.transcript?(.sent(String(decoding: line.dropLast(), as: UTF8.self)))
    try write(line, request, &deadline)
    return try reply(to: id, request, &deadline)
  }

  /// Ends the adapter for good; calls under way fail with this reason.
  package func kill(_ reason: String) {
    fail(reason, wasKilled: true)
  }

  /// Closes its standard input, which asks it to end, and ends it if it does not.
  package func shutDown() {
    process.closeInput()
    _ = process.endedSoon(milliseconds: 500)
    kill("it was shut down")
  }

  // MARK: Writing

  private func write(_ line: [UInt8], _ request: WireRequest, _ deadline: inout AnswerDeadline) throws {
    try waitUntil(&deadline, request) { state -> Void? in
      if state.isWriting { return nil }
      state.isWriting = true
      return ()
    }
    defer {
      state.withLock { $0.isWriting = false }
      tellOthers()
    }
    try process.write(line, draining: output) {
      if let failure = state.withLock({ $0.failure }) { throw failure }
      if deadline.isOver(for: process.identifier) {
        throw failLate("it did not take the request “\(request.operation.rawValue)”", request, deadline)
      }
      return min(max(deadline.milliseconds, 1), 50)
    }
  }

  // MARK: Reading

  private func reply(
    to id: Int, _ request: WireRequest, _ deadline: inout AnswerDeadline
  ) throws -> WireReply.Contents {
    while true {
      // A reply, or the task to read for all who wait.
      let reply = try waitUntil(&deadline, request) { state -> WireReply.Contents?? in
        if let contents = state.arrived.removeValue(forKey: id) { return .some(contents) }
        if state.isReading { return nil }
        state.isReading = true
        return .some(nil)
      }
      if let contents = reply { return contents }
      defer {
        state.withLock { $0.isReading = false }
        tellOthers()
      }
      do {
        try readSome(&deadline, request)
      } catch {
        // What has come before the end is an answer all the same.
        if let contents = state.withLock({ $0.arrived.removeValue(forKey: id) }) { return contents }
        throw error
      }
    }
  }

  private func readSome(_ deadline: inout AnswerDeadline, _ request: WireRequest) throws {
    switch process.wait(milliseconds: deadline.milliseconds, draining: output) {
    case .hasWritten: try takeOutput(request)
    case .hasEnded:
      let end = process.ended()?.sentence ?? "it has ended"
      throw fail("\(end) instead of answering “\(request.operation.rawValue)”")
    case .none:
      guard deadline.isOver(for: process.identifier) else { return }
      let start = output.withLock { $0.lines.start }
      let begun = start.isEmpty ? "" : "; only the start of a line arrived: “\(excerpt(start))”"
      throw failLate("no answer to “\(request.operation.rawValue)” came", request, deadline, begun)
    }
  }

  /// Reads what is there, and deals out the replies in it.
  private func takeOutput(_ request: WireRequest) throws {
    let taken = output.withLock { $0.take(from: process) }
    for line in taken.lines { try deliver(line) }
    if let first = taken.start.first, first != UInt8(ascii: "{") {
      throw fail("expected a line with one JSON object, but it wrote “\(excerpt(taken.start))”")
    }
    let limit = hello == nil ? 1 << 20 : options.maximumLineBytes
    if taken.startBytes > limit {
      throw fail("it wrote a line of more than \(limit) bytes, which begins “\(excerpt(taken.start))”")
    }
    if taken.isAtEnd {
      // Its end comes a little after that of its output.
      let end = process.endedSoon(milliseconds: 100)?.sentence ?? "it closed its standard output"
      let cut = taken.start.isEmpty ? "" : ", in the middle of the line “\(excerpt(taken.start))”"
      throw fail("\(end) instead of answering “\(request.operation.rawValue)”\(cut)")
    }
  }

  private func deliver(_ line: [UInt8]) throws {
    options.transcript?(.received(String(decoding: line, as: UTF8.self)))
    let reply: WireReply
    do {
      reply = try WireDecoding.decode(WireReply.self, from: line)
    } catch {
      let reason = (error as? WireProblem)?.reason ?? "\(error)"
      throw fail("expected a reply, but it wrote “\(excerpt(line))”: \(reason)")
    }
    let isAsked = state.withLock { state in
      guard let id = reply.id, state.asked.remove(id) != nil else { return false }
      state.arrived[id] = reply.contents
      return true
    }
    if isAsked { return }
    if reply.id == nil, case .refusal(let message) = reply.contents {
      throw fail("it could not read a request: \(message)")
    }
    throw fail("it wrote “\(excerpt(line))”, but no request with this id waits for a reply")
  }

  private func drainErrors() { output.withLock { $0.drainErrors(of: process) } }

  // MARK: Waiting and failing

  /// Waits until `take` gives something, or the channel has failed, or it is too late.
  private func waitUntil<Value>(
    _ deadline: inout AnswerDeadline, _ request: WireRequest, _ take: (inout State) -> Value?
  ) throws -> Value {
    func attempt() throws -> Value? {
      try state.withLock { state in
        if let value = take(&state) { return value }
        if let failure = state.failure { throw failure }
        return nil
      }
    }
    if let value = try attempt() { return value }
    state.withLock { $0.waiting += 1 }
    defer { state.withLock { $0.waiting -= 1 } }
    changed.lock()
    defer { changed.unlock() }
    while true {
      if let value = try attempt() { return value }
      if deadline.isOver(for: process.identifier) {
        throw failLate("no answer to “\(request.operation.rawValue)” came", request, deadline, tells: false)
      }
      _ = changed.wait(until: Date(timeIntervalSinceNow: Double(min(max(deadline.milliseconds, 1), 1_000)) / 1_000))
    }
  }

  private func tellOthers() {
    guard state.withLock({ $0.waiting > 0 }) else { return }
    changed.lock()
    changed.broadcast()
    changed.unlock()
  }

  private func failLate(
    _ what: String, _ request: WireRequest, _ deadline: AnswerDeadline, _ begun: String = "", tells: Bool = true
  ) -> Failure {
    if isTrusted { lateAnswers.note(request.operation.rawValue, within: deadline.limit) }
    return fail("\(what) within \(deadline.limit)\(deadline.circumstances)\(begun)", tells: tells)
  }

  /// The first failure is the one that counts. Ends the adapter.
  /// - Parameter tells: false for who holds the condition's lock.
  @discardableResult
  private func fail(_ reason: String, wasKilled: Bool = false, tells: Bool = true) -> Failure {
    if let failure = state.withLock({ $0.failure }) { return failure }
    var reason = reason
    if !wasKilled {
      drainErrors()
      reason += output.withLock { $0.lastWords }
    }
    let failure = state.withLock { state in
      if let failure = state.failure { return failure }
      let failure = Failure(reason: reason, wasKilled: wasKilled)
      state.failure = failure
      return failure
    }
    process.kill()
    if tells { tellOthers() } else { changed.broadcast() }
    return failure
  }
}

extension ProcessOptions {
  fileprivate func limit(of request: WireRequest) -> Duration {
    request.operation == .hello ? firstReplyDeadline ?? replyDeadline : replyDeadline
  }
}
