import HistoryJudging
import PropertyTesting
import StorageContract
import Synchronization

/// Clients with many transactions over lists, whose stores' process is killed now and then. The transactions of stores that may be open
/// at the same time alternate step by step, with a store for each client; otherwise the clients share a store, and take turns
/// transaction by transaction.
struct KilledListScript: Sendable {
  /// What the clients do. Of a transaction that a kill cuts off, nobody tries again.
  var workload: Workload
  /// Stands for the order of the clients' steps. 0: each in its turn.
  var order: UInt64
  /// After each kill the clients go on over a new process. Calls and commits are counted from its opening.
  var kills: [KillMoment]
}

extension Generator where Value == KilledListScript {
  /// One to six kills, and two to four clients with up to 60 transactions each. No kill depends on the clock, so that a case ends
  /// as it did before.
  static let killedLists = Generator { source in
    let kind = Workload.Kind.listAppend(keys: 3, writesPerKey: 16, steps: 1...4, scans: true)
    let kill = Generator<KillMoment> { source in
      let place = try source(.int(in: 0...9))
      return try source(.element(of: [.beforeCall(place * 4), .beforeCommit(place), .afterCommit(place)]))
    }
    return KilledListScript(
      workload: try source(.workload(kind, clients: 2...4, calls: 1...12, rounds: 2...5)),
      order: try source(.integer(in: 0...1000)), kills: try source(.array(of: kill, count: 1...6)))
  }
}

extension KilledListScript: CounterexampleDescribable {
  var counterexampleDescription: String {
    let moments = kills.map { kill in
      switch kill {
      case .beforeCall(let number): "before call \(number + 1)"
      case .beforeCommit(let number): "before commit \(number + 1)"
      case .afterCommit(let number): "after commit \(number + 1)"
      case .withinCommit(let number, let percent): "within commit \(number + 1), at \(percent) %"
      }
    }.joined(separator: ", then ")
    return "\(workload.counterexampleDescription)\norder of the steps: \(order)\nkill -9 \(moments)"
  }
}

extension KilledListScript {
  /// Runs the clients over one process after the other, and reads all lists at last.
  /// - Returns: what happened, and how many kills came while transactions were under way.
  /// - Throws: what the location throws when it is opened.
  func run(on subject: LawSubject, _ trial: Trial) async throws -> (run: ListAppendRun, kills: Int) {
    guard let process = subject.process else { throw StoreError.unsupported("a process to kill") }
    var run = ListAppendRun()
    let clients = Mutex(workload.clients.enumerated().map { Progress(process: $0.offset, callsLeft: $0.element[...]) })
    var killed = 0
    for kill in kills.map(Optional.some) + [nil] {
      let stores = try await openStores(subject)
      if let kill, let identifier = await process.processIdentifier { subject.killPoints.arm(identifier, kill) }
      let longestWait = subject.location.longestClientWait
      let stuck = await ClientTurns.run(
        clients: stores.count, order: order, longestWait: longestWait
      ) { [recorder = run.recorder, alternates = subject.capabilities.simultaneousStores] number, turns in
        let client = ListAppendClient(number: number, recorder: recorder, turns: turns, alternates: alternates)
        let progress = await go(clients.withLock { $0[number] }, client, stores[number])
        clients.withLock { $0[number] = progress }
      }
      let isKilled = subject.killPoints.disarm()
      if isKilled { killed += 1 }
      run.note(stuck: stuck, longestWait: longestWait)
      // A client whose store fails stops: without a kill, it should not have.
      let (garbage, errors) = clients.withLock { ($0.compactMap(\.garbage), $0.compactMap(\.error)) }
      if let problem = garbage.first ?? (isKilled ? nil : errors.first) { run.problem = problem }
      if kill != nil {
        trial.note("kill -9\(isKilled ? " while transactions run" : "")")
        await process.kill()
      }
      for store in stores { try? await store.close() }
      if run.problem != nil { return (run, killed) }
    }
    run.isolation = try await workload.readLists(at: subject.location, run.recorder)
    return (run, killed)
  }

  private func openStores(_ subject: LawSubject) async throws -> [any Store] {
    let first = try await subject.location.open()
    var stores = [first]
    while stores.count < workload.clients.count {
      stores.append(subject.capabilities.simultaneousStores ? try await subject.location.open() : first)
    }
    return stores
  }

  /// Where a client is.
  private struct Progress: Sendable {
    /// The number under which its next call is noted.
    var process: Int
    var callsLeft: ArraySlice<Workload.Call>
    /// What its store failed with.
    var error: String?
    /// What it read that no transaction put.
    var garbage: String?
  }

  /// Makes calls until there are no more, or the store fails.
  private func go(_ progress: Progress, _ client: ListAppendClient, _ store: any Store) async -> Progress {
    var progress = progress
    progress.error = nil
    while let call = progress.callsLeft.popFirst() {
      do {
        try await client.make(call, on: store, as: progress.process)
      } catch let error as StoreError {
        progress.process += workload.clients.count
        progress.error = "client \(client.number) failed with “\(error)”, though its process was not killed"
        return progress
      } catch {
        if !(error is ClientTurns.Abandoned) { progress.garbage = "client \(client.number): \(error)" }
        return progress
      }
    }
    return progress
  }
}
