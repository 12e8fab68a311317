/// A bug over threads, locks, atomics or Dispatch as it is met in applications, with its mended twin.
///
/// Subjects are ordinary code, which knows nothing of a scheduler. Each run makes all that it touches.
package struct ThreadBug: Sendable, CustomStringConvertible {
  /// What a run that goes wrong is.
  package enum Verdict: String, Sendable {
    case falsified, deadlocked, livelocked
    case race = "data race"
  }

  package let name: String
  /// In a sentence.
  package let whatGoesWrong: String
  package let verdict: Verdict
  /// Shows only if an atomic may return a value that another thread has already replaced, as C11 permits.
  package let needsStaleValues: Bool
  package let buggy: @Sendable () throws -> Void
  package let fixed: @Sendable () throws -> Void

  init(
    _ name: String, _ whatGoesWrong: String, verdict: Verdict = .falsified, needsStaleValues: Bool = false,
    buggy: @escaping @Sendable () throws -> Void, fixed: @escaping @Sendable () throws -> Void
  ) {
    self.name = name
    self.whatGoesWrong = whatGoesWrong
    self.verdict = verdict
    self.needsStaleValues = needsStaleValues
    self.buggy = buggy
    self.fixed = fixed
  }

  package var description: String { name }

  /// Those that no schedule shows: memory that the standard library gives back does not count as written, and two timers do not run at once.
  package static let missed: [ThreadBug] = [.freedWhileRead, .completionAndTimeout]

  /// Those that schedules show.
  package static let all: [ThreadBug] = [
    // Locks.
    .lostUpdate, .totalDuringTransfer, .numbersOutOfOrder, .lateOrder, .onceThatThrows, .callbackAfterClose, .cacheUpgrade,
    .upgradeInPlace, .lockOrder, .forgottenUnlock, .lockedCallback,
    // What waits.
    .missedWakeUp, .conditionWithoutLoop, .wrongOneWoken, .reusedBarrier, .readerStarvation, .diningPhilosophers,
    .nestedPermits, .signalForOne,
    // Atomics.
    .aba, .sequenceLock, .hazardPointer, .readCopyUpdate, .ringBuffer, .resurrection, .spinLock, .exchangeIgnored, .twoAtomics,
    .publishedBeforeWritten, .flagSetTooSoon, .storeBuffering,
    // Memory.
    .relaxedFlag, .doubleCheckedInitialisation, .tornRead, .lazyProperty, .nonisolatedUnsafe, .uncheckedSendable, .stopFlag,
    // Dispatch.
    .parallelSum, .checkedThenTaken, .observerRemoved,
    // Tasks.
    .tokenFetchedTwice, .registeredTooLate, .guardedByTwo,
  ]
}
