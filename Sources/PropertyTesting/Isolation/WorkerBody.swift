extension Execution.Synchronous {
  /// Serves requests over one system, which was made before the worker was.
  func workerBody(_ identity: String, _ system: System) -> WorkerBody {
    WorkerBody(
      identity,
      .synchronous { port in
        while let request = port.nextRequest().flatMap({ try? WorkerRequest($0) }) {
          switch request {
          case .sweep(let block, let seed):
            port.reply(sweep(block, seed, system, port.beacon).bytes)
          case .examine(let details):
            let examination = Examination(details, port)
            examine(examination, system)
            port.finish(examination)
          }
        }
      })
  }
}

extension Execution.Asynchronous {
  /// Serves requests, with a system of its own for each case, made in the worker.
  func workerBody(_ identity: String, _ fixture: Fixture<System>) -> WorkerBody {
    WorkerBody(
      identity,
      .asynchronous { port in
        while let request = port.nextRequest().flatMap({ try? WorkerRequest($0) }) {
          switch request {
          case .sweep(let block, let seed):
            port.reply(await sweep(block, seed, fixture, port.beacon).bytes)
          case .examine(let details):
            let examination = Examination(details, port)
            do {
              try await fixture.with { system in await examine(examination, system) }
            } catch {
              examination.refuse(error)
            }
            port.finish(examination)
          }
        }
      })
  }
}

extension Sweep {
  fileprivate var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(self)
    return writer.bytes
  }
}

extension Examination {
  /// In the worker, what the supervisor asked for.
  fileprivate convenience init(_ details: WorkerRequest.Details, _ port: any WorkerPort) {
    self.init(
      seed: details.seed, index: details.index, replaying: details.script,
      printsValue: details.printsValue, isEnumerated: details.isEnumerated,
      isWanted: details.asks ? { _ in port.askIfWanted() } : nil)
    let journal = CaseJournal(port.journal, beacon: port.beacon)
    // A worker before this one may have begun to write.
    journal.reset()
    tape.journal = journal
    excuses = false
    watchesClaims = true
  }
}

extension WorkerPort {
  fileprivate func finish(_ examination: Examination) {
    if examination.printsValue, let journal = examination.tape.journal {
      journal.append(.steps(journal.offTheClock { examination.steps.words }))
    }
    if !examination.labels.isEmpty || !examination.targets.isEmpty || !examination.collected.isEmpty {
      examination.tape.journal?.append(
        .marks(
          labels: examination.labels.sorted(), targets: examination.targets, collected: examination.collected))
    }
    if examination.evidence > .none { examination.tape.journal?.append(.claimed(examination.evidence)) }
    if let known = examination.knownFailure { examination.tape.journal?.append(.known(known)) }
    examination.tape.journal?.append(.result(examination.result))
    reply([])
  }
}
