/// A property in workers, as the rest of the engine sees it: runs blocks of cases and examinations, whatever
/// becomes of the processes. For one thread.
final class IsolatedWorker {
  private let supervisor: any CaseSupervisor
  private let journal: CaseJournal

  private let knownFailures: [KnownFailureRule]

  init(_ supervisor: any CaseSupervisor, knowing known: [KnownFailureRule]) {
    self.supervisor = supervisor
    knownFailures = known
    journal = CaseJournal(supervisor.journal)
  }

  /// What a sweep without isolation comes to, but that a case may end its process. Goes on behind a case that ended it as a
  /// known failure does.
  func sweep(_ block: Range<Int>, seed: UInt64) -> Sweep {
    var whole = Sweep()
    var next = block.lowerBound
    while next < block.upperBound {
      var part = sweepToFirstDeath(next..<block.upperBound, seed: seed)
      guard part.death != nil, !knownFailures.isEmpty, let index = part.failure else {
        whole.add(part)
        break
      }
      let examination = Examination(seed: seed, index: index)
      // It has taken its time before.
      examination.isHasty = true
      examine(examination)
      guard let known = examination.knownFailure else {
        whole.add(part)
        break
      }
      (part.failure, part.death) = (nil, nil)
      part.passed += 1
      part.knownFailures[known, default: 0] += 1
      whole.add(part)
      next = index + 1
    }
    return whole
  }

  /// The cases up to the first that fails or ends its process.
  ///
  /// A worker that dies takes the counts of its block along. The cases before the one that ended it are run
  /// again, in another worker: the same cases, since a case is (seed, index).
  private func sweepToFirstDeath(_ block: Range<Int>, seed: UInt64) -> Sweep {
    var end = block.upperBound
    var death: String?
    while true {
      supervisor.beacon.pointee.store(block.lowerBound, ordering: .relaxed)
      let request = WorkerRequest.sweep(block.lowerBound..<end, seed: seed)
      switch supervisor.perform(request.bytes, inNewWorker: false, isHasty: false, isWanted: { true }) {
      case .replied(let bytes):
        guard var sweep = try? bytes.withUnsafeBytes({ bytes -> Sweep in
          var reader = ByteReader(bytes)
          return try reader.sweep()
        }) else { return .failed(at: block.lowerBound, setUpError: "a worker's reply cannot be read") }
        if death != nil, sweep.failure == nil {
          sweep.failure = end
          sweep.death = death
        }
        return sweep
      case .died(let interruption):
        // Where a case wrote over the beacon, the block's first case stands for it: it will not be confirmed.
        let index = supervisor.beacon.pointee.load(ordering: .relaxed)
        end = (block.lowerBound..<end).contains(index) ? index : block.lowerBound
        death = interruption.message
        if end == block.lowerBound {
          var sweep = Sweep()
          sweep.failure = end
          sweep.death = death
          return sweep
        }
      case .unavailable(let reason):
        return .failed(at: block.lowerBound, setUpError: reason)
      }
    }
  }

  /// Runs an examination in a worker, in a new one where its outcome will be shown to a person.
  func examine(_ examination: Examination) {
    journal.reset()
    let request = WorkerRequest.examine(
      WorkerRequest.Details(
        seed: examination.seed, index: examination.index, script: examination.script,
        printsValue: examination.printsValue, asks: examination.isWanted != nil,
        isEnumerated: examination.tape.isEnumerated))
    let outcome = supervisor.perform(request.bytes, inNewWorker: examination.isShown, isHasty: examination.isHasty) {
      examination.restore(from: journal, nil, knowing: knownFailures)
      return examination.isWanted?(examination.tape) ?? true
    }
    switch outcome {
    case .replied: examination.restore(from: journal, nil, knowing: knownFailures)
    case .died(let interruption): examination.restore(from: journal, interruption, knowing: knownFailures)
    case .unavailable(let reason): examination.refuse(SetUpError(reason: reason))
    }
  }

  func end() { supervisor.end() }
}

extension Sweep {
  /// No case was run, since the system could not be made.
  static func failed(at index: Int, setUpError reason: String) -> Sweep {
    var sweep = Sweep()
    sweep.failure = index
    sweep.setUpError = reason
    return sweep
  }
}
