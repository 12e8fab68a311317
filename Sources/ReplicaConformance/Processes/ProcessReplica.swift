import Foundation
import ProcessStorage
import ReplicaContract

/// A replica that another process keeps, in any language: see docs/replica-protocol.md.
///
/// While the process works on a request, it may call the server and the disk of the place over the same pipe. If either ends the device,
/// the process is ended as by `kill -9`, wherever it is.
actor ProcessReplica: Replica {
  nonisolated let capabilities: ReplicaCapabilities
  private let adapter: ReplicaAdapter
  private let place: ReplicaPlace
  /// Where the process goes when the replica is closed.
  private let processes: ReplicaProcesses
  private var server: (any SyncServer)?
  private var hasEnded = false
  /// The numbers of the requests that are not answered: the process works on the last one, and on the others only after that.
  private var asking: [Int] = []
  /// How many writes have come, and how many of them are done.
  private var writes = (begun: 0, done: 0)

  /// Whether its process has ended.
  var isGone: Bool { adapter.isGone }

  /// Opens the replica at `place` in this process.
  init(_ adapter: ReplicaAdapter, _ place: ReplicaPlace, _ processes: ReplicaProcesses) async throws {
    self.adapter = adapter
    self.place = place
    self.processes = processes
    capabilities = try adapter.hello().capabilities
    var request = ReplicaRequest(.open)
    request.device = place.device
    request.directory = try place.directory()
    if place.isOldApp { request.old = true }
    request.account = place.account
    try await ask(request)
  }

  /// One that was dropped without a close has no other use.
  deinit { if !hasEnded { adapter.kill() } }

  func perform(_ edit: ReplicaEdit) async throws { try await ask(ReplicaRequest(edit)) }

  func contents() async throws -> ReplicaContents {
    let reply = try await ask(ReplicaRequest(.contents))
    guard capabilities.hasRecords == false || reply.records != nil, capabilities.hasList == false || reply.list != nil else {
      let lacking = capabilities.hasRecords && reply.records == nil ? "records" : "list"
      throw adapter.failure("its answer to “contents” lacks the member “\(lacking)”, which it declares")
    }
    return ReplicaContents(records: reply.records ?? [:], list: reply.list ?? [])
  }

  func sync(with server: any SyncServer) async throws {
    self.server = server
    defer { self.server = nil }
    try await ask(ReplicaRequest(.sync))
  }

  func close() async throws {
    try await ask(ReplicaRequest(.close))
    hasEnded = true
    processes.takeBack(adapter)
  }

  /// Asks, and answers the calls that come before the reply.
  @discardableResult
  private func ask(_ request: ReplicaRequest) async throws -> ReplicaMessage.Reply {
    if hasEnded { throw DeviceEnded() }
    var request = request
    request.clock = place.clock.milliseconds
    let own = try adapter.send(request)
    asking.append(own)
    defer { asking.removeAll { $0 == own } }
    while true {
      switch try adapter.next(for: own, request.op) {
      case .reply(let result):
        switch result {
        case .success(let reply): return reply
        case .failure(let error):
          throw error.meaning
            ?? ReplicaAdapterError(adapter.command, "it fails “\(request.op.rawValue)”: \(error.message ?? "it says no more")")
        }
      case .call(let call, let number):
        let answer = try await answer(call, number)
        // An edit that was made meanwhile may have ended the device.
        while asking.last != own { await Task.yield() }
        if hasEnded { throw DeviceEnded() }
        try adapter.answer(answer, during: request.op)
      }
    }
  }

  private func answer(_ call: ReplicaMessage.Call, _ number: Int) async throws -> ReplicaAnswer {
    var answer = ReplicaAnswer(call: number)
    do {
      answer.ok = try await carryOut(call)
    } catch let error as SyncError {
      answer.err = WireError(error)
    } catch is DeviceEnded {
      hasEnded = true
      adapter.kill()
      throw DeviceEnded()
    }
    return answer
  }

  private func carryOut(_ call: ReplicaMessage.Call) async throws -> ReplicaAnswer.Success {
    var success = ReplicaAnswer.Success()
    switch call {
    case .push(let changes):
      let outcomes = try await syncing("push").push(changes.map { $0.change })
      success.outcomes = outcomes.map { ReplicaAnswer.Outcome($0) }
    case .pull(let token, let limit):
      let page = try await syncing("pull").pull(after: token, limit: limit)
      success.records = page.records.map { ReplicaAnswer.Record($0) }
      (success.token, success.isLast) = (page.token, page.isLast)
    case .read: success.texts = try await place.disk.read()
    case .write(let texts):
      // They come by one pipe, so the first one is on the disk first, whoever goes on at a suspension.
      let turn = writes.begun
      writes.begun += 1
      while writes.done < turn { await Task.yield() }
      defer { writes.done += 1 }
      try await place.disk.write(texts)
    }
    return success
  }

  private func syncing(_ call: String) throws -> any SyncServer {
    guard let server else { throw adapter.failure("it calls “\(call)” while no “sync” runs") }
    return server
  }
}
