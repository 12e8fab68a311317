/// A property in workers, as the rest of the engine sees it: runs blocks of cases and examinations, whatever
/// becomes of the processes. For one thread.
final class IsolatedWorker {
  private let supervisor: any CaseSupervisor
  private let journal: CaseJournal

  init(_ supervisor: any CaseSupervisor) {
    self.supervisor = supervisor
    journal = CaseJournal(supervisor.journal)
  }

  /// What a sweep without isolation comes to, but that a case may end its process.
  ///
  /// A worker that dies takes the counts of its block along. The cases before the one that ended it are run
  /// again, in another worker: the same cases, since a case is (seed, index).
  func sweep(_ block: Range<Int>, seed: UInt64) -> Sweep {
    var end = block.upperBound
    var death: String?
    while true {
      supervisor.beacon.pointee.store(block.lowerBound, ordering: .relaxed)
      let request = WorkerRequest.sweep(block.lowerBound..<end, seed: seed)
      switch supervisor.perform(request.bytes, inNewWorker: false, isWanted: { true }) {
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
    let outcome = supervisor.perform(request.bytes, inNewWorker: examination.isShown) {
      examination.restore(from: journal, nil)
      return examination.isWanted?(examination.tape) ?? true
    }
    switch outcome {
    case .replied: examination.restore(from: journal, nil)
    case .died(let interruption): examination.restore(from: journal, interruption)
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
