import Foundation

extension Property {
  /// Runs blocks of cases in workers; see ``sweepInParallel(_:jobs:_:)`` for what comes back.
  func sweep(
    _ blocks: [Range<Int>], settings: RunSettings, over fixture: Fixture<System>,
    in isolation: Isolation
  ) async -> [(Range<Int>, Sweep)] {
    let progress = SweepProgress(blockCount: blocks.count)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<min(settings.jobs, blocks.count) {
        group.addTask {
          do {
            try await withWorker(over: fixture, in: isolation) { worker in
              while settings.watch?.isStopped != true, let block = progress.take() {
                progress.finish(block, worker.sweep(blocks[block], seed: settings.seed))
                settings.watch?.ran(blocks[block].count)
              }
            }
          } catch {
            let reason = SetUpError(error).reason
            if let block = progress.take() {
              progress.finish(block, .failed(at: blocks[block].lowerBound, setUpError: reason))
            }
          }
        }
      }
    }
    return progress.results(of: blocks)
  }

  /// Calls `body` with a judge whose examinations run in workers.
  func withJudge<Result: Sendable>(
    over fixture: Fixture<System>, settings: RunSettings, in isolation: Isolation,
    _ body: @escaping @Sendable (CaseJudge) -> Result
  ) async -> Result {
    let id = tokenID
    let subject = RunNote.Subject(self, settings, fixture: fixture.name)
    do {
      return try await withWorker(over: fixture, in: isolation) { worker in
        body(
          CaseJudge(propertyID: id, settings: settings, note: RunNote(subject, isHere: true, isWatched: false), hasNewProcesses: true) {
            worker.examine($0)
          })
      }
    } catch {
      let failure = SetUpError(error)
      return body(CaseJudge(propertyID: id, settings: settings) { $0.refuse(failure) })
    }
  }

  /// In a process that was started as a worker: serves this property, where it is the one, and ends.
  func serve(over fixture: Fixture<System>, in isolation: Isolation) async {
    try? await withWorkerBody(over: fixture) { await isolation.cases.serve($0) }
  }

  /// Calls `body`, on a thread of its own, with a worker for this property.
  /// - Throws: where the fixture does.
  private func withWorker<Result: Sendable>(
    over fixture: Fixture<System>, in isolation: Isolation,
    _ body: @escaping @Sendable (IsolatedWorker) -> Result
  ) async throws -> Result {
    try await withWorkerBody(over: fixture) { workerBody in
      let cancellation = Cancellation()
      return await withTaskCancellationHandler {
        await onThreadOfItsOwn { () -> Swift.Result<Result, any Error> in
          Swift.Result {
            let worker = IsolatedWorker(try isolation.cases.supervisor(of: workerBody, cancellation), knowing: knownFailures)
            defer { worker.end() }
            return body(worker)
          }
        }
      } onCancel: {
        cancellation.set()
      }
    }.get()
  }

  private func withWorkerBody<Result: Sendable>(
    over fixture: Fixture<System>, _ body: (WorkerBody) async -> Result
  ) async throws -> Result {
    let identity = workerIdentity(fixture.name)
    switch execution {
    case .synchronous(let synchronous):
      return try await fixture.with { system in await body(synchronous.workerBody(identity, system)) }
    case .asynchronous(let asynchronous):
      return try await fixture.withOneForWorker { fixture in
        await body(asynchronous.workerBody(identity, fixture))
      }
    }
  }

  func workerIdentity(_ fixture: String) -> String {
    "\(id) \(location.fileID):\(location.line) \(fixture)"
  }
}
