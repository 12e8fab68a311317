import PersonalOSReference
import PropertyTesting

/// A view of a ``HostsModel``: what it does, and how far its life has come.
struct HostedView: Sendable {
  /// A task that a view starts each time it appears. One waits with the model in its hands; one ends a few turns after its cancellation.
  enum Work: Sendable, CaseIterable { case waitsForLong, readsAStream, ignoresCancellation, isQuick }

  /// A number that the view itself counts up, to a limit.
  struct Counting: Sendable {
    /// After each evaluation, where a view may write; or in the evaluation, where none should.
    enum Place: Sendable, CaseIterable { case afterwards, beforeReading, afterReading }

    let place: Place
    let number: Int
    let limit: Int
  }

  /// The view whose model it shows: itself or an earlier one.
  let provider: Int
  /// What each binding tells its own view while it is made; mostly nothing. Each also subscribes to events.
  var bindings: [HostsModel.Request?] = []
  /// Told each time that a binding is made, not only the first time: such a view may come and go for ever.
  var isRestless = false
  var work: [Work] = []
  var readings: [Reading] = []
  var counting: Counting?

  var phase = ViewPhase.initial
  var isBound = false
  var hasBeenBound = false
  var isDue = true
  /// Whether it came and went, or changed what it shows, without an end, and was stopped.
  var isStopped = false
  var text = ""
  /// The numbers that the last evaluation read, and the first.
  var dependencies: Set<Int> = []
  var firstDependencies: Set<Int>?
  /// Of the model, at the last tick.
  var lastNumbers: [Int] = []

  var isHidden: Bool { phase == .ready && hasBeenBound && !isBound }
  var hasModel: Bool { phase == .ready || phase == .visible }
}

extension HostedView: CounterexampleDescribable {
  /// Without what is at its beginning.
  var counterexampleDescription: String {
    "\(phase), model of \(provider), tells itself \(describe(bindings))\(isRestless ? " each time" : ""), starts \(describe(work)), "
      + "reads \(describe(readings)), counts \(describe(counting))"
  }
}
