import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// A view of a ``HostsModel``: what it does, and how far its life has come.
struct HostedView: Sendable {
  /// A task that a view starts each time it appears.
  enum Work: Sendable, CaseIterable {
    /// With the model in its hands.
    case waitsForLong
    case readsAStream
    /// Ends a few turns after its cancellation.
    case ignoresCancellation
    case isQuick
  }

  /// A number that the view itself counts up.
  struct Counting: Sendable {
    enum Place: Sendable, CaseIterable {
      /// After each evaluation, where a view may write.
      case afterwards
      /// In the evaluation, before it reads or after: where no view should.
      case beforeReading, afterReading
    }

    let place: Place
    let number: Int
    /// The value at which it stops.
    let until: Int
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
  /// What the last evaluation read, and the first.
  private(set) var dependencies: Set<Int> = []
  private(set) var firstDependencies: Set<Int>?
  /// Of the model, at the last tick.
  var lastNumbers: [Int] = []

  mutating func noteDependencies(_ read: Set<Int>) {
    dependencies = read
    firstDependencies = firstDependencies ?? read
  }

  var isHidden: Bool { phase == .ready && hasBeenBound && !isBound }
  var hasModel: Bool { phase == .ready || phase == .visible }

  /// Those that go on for as long as the view is visible.
  var longTasks: [Int] {
    phase == .visible ? work.indices.filter { work[$0] == .waitsForLong || work[$0] == .readsAStream } : []
  }
}

extension HostedView: CounterexampleDescribable {
  /// Without what is at its beginning.
  var counterexampleDescription: String {
    "\(phase), model of \(provider)"
      + (bindings.isEmpty ? "" : ", tells itself \(describe(bindings))\(isRestless ? " each time" : "")")
      + (work.isEmpty ? "" : ", starts \(describe(work))") + (readings.isEmpty ? "" : ", reads \(describe(readings))")
      + (counting.map { ", counts \(describe($0))" } ?? "")
  }
}
