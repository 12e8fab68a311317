import Foundation
import Synchronization

/// Watches properties while they run, and can end a run early: for progress, for files of every case, and for Ctrl-C.
///
/// One watch serves any number of properties that run one after the other. Any thread may use it.
public final class RunWatch: Sendable {
  /// How far the property that runs has come.
  public struct Progress: Sendable, Equatable {
    /// The phase that runs.
    public var phase = Phase.saved
    /// Cases of this property so far, in all phases but shrinking.
    public var cases = 0
    /// Calls of the property to make a failing case simpler.
    public var shrinkCalls = 0
    /// How many choices the failing case has so far; nil: no case has failed.
    public var choices: Int?
  }

  private struct State {
    var progress = Progress()
    /// Of all properties.
    var cases = 0
  }

  private let state = Mutex(State())
  private let stop = Atomic(false)
  private let observer: (@Sendable (ObservedCase) -> Void)?

  /// A watch.
  /// - Parameter observer: receives each case when it ends. The cases then run one after the other and their values are printed, which
  ///   takes longer. Nil: the cases run as usual.
  public init(observer: (@Sendable (ObservedCase) -> Void)? = nil) {
    self.observer = observer
  }

  /// How far the current property has come.
  public var progress: Progress { state.withLock { $0.progress } }
  /// Cases of all properties so far.
  public var cases: Int { state.withLock { $0.cases } }
  /// Whether ``stopAfterThisCase()`` was called.
  public var isStopped: Bool { stop.load(ordering: .relaxed) }

  /// Ends the run after the current case; for a synchronous property, after at most a hundred more. The result then covers the cases so
  /// far. If all of them passed, the verdict is ``Shortfall/unfinished(_:)``.
  public func stopAfterThisCase() { stop.store(true, ordering: .relaxed) }

  var observes: Bool { observer != nil }

  func enter(_ phase: Phase) {
    state.withLock { state in
      if phase == .saved { state.progress = Progress() }
      state.progress.phase = phase
    }
  }

  func ran(_ cases: Int) {
    state.withLock { state in
      state.progress.cases += cases
      state.cases += cases
    }
  }

  func shrinks(choices: Int) {
    state.withLock { state in
      state.progress.shrinkCalls += 1
      state.progress.choices = choices
    }
  }

  /// Runs an examination, and hands it on.
  func look(at examination: Examination, of propertyID: String, _ examine: (Examination) -> Void) {
    guard let observer else {
      examine(examination)
      if examination.ranPredicate, progress.phase != .shrinking { ran(1) }
      return
    }
    examination.printsValue = true
    let start = ContinuousClock.now
    let time = Date().timeIntervalSince1970
    examine(examination)
    guard examination.ranPredicate || !examination.isSkipped else { return }
    let phase = progress.phase
    if phase != .shrinking { ran(1) }
    observer(
      ObservedCase(
        examination, of: propertyID, in: phase == .random ? Phase(ofCase: examination.index) : phase,
        startedAt: time, took: ContinuousClock.now - start))
  }
}

extension Examination {
  fileprivate var isSkipped: Bool { if case .skipped = result { true } else { false } }
}

extension Property {
  /// Runs blocks of cases one after the other, each of them closely, for the one who looks on.
  func observedSweep(
    _ blocks: [Range<Int>], settings: RunSettings, over fixture: Fixture<System>, in isolation: Isolation?
  ) async -> [(Range<Int>, Sweep)] {
    await withJudge(over: fixture, settings: settings, in: isolation) { judge in
      var results: [(Range<Int>, Sweep)] = []
      for block in blocks {
        var sweep = Sweep()
        for index in block where sweep.failure == nil && settings.watch?.isStopped != true {
          let examination = Examination(seed: settings.seed, index: index)
          examination.watchesClaims = sweep.evidence < .claim
          judge.examine(examination)
          sweep.add(examination)
        }
        results.append((block, sweep))
        if sweep.failure != nil { break }
      }
      return results
    }
  }
}

extension Sweep {
  /// Counts a case as the loops of ``Execution`` do.
  fileprivate mutating func add(_ examination: Examination) {
    switch examination.result {
    case .passed:
      addPassed(examination)
      for (label, value) in examination.targets {
        targets.raise(label, Target.Best(value: value, index: examination.index))
      }
    case .discarded(let reason):
      discarded += 1
      discardReason = reason
      if examination.index < Tally.casesWithPhase { earlyDiscards.append(examination.index) }
    case .failed(let found):
      failure = examination.index
      failureMessage = found.message
      if found.isInterruption { death = found.message }
      gaveUp = found.kind == .interruption(.gaveUp)
      if case .setUp = found.kind { setUpError = found.message }
    case .skipped: break
    }
  }
}
