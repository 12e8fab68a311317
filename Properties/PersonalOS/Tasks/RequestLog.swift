import PersonalOSGenerators
import PersonalOSReference
import StorageContract
import Synchronization

/// What a request was seen to do, and when it was cancelled, in the order of time.
final class RequestLog: Sendable {
  enum Event: Sendable, Equatable {
    /// The work that a step is has begun. That counts as an effect: a server was asked.
    case began(step: Int)
    /// The change of what is shown that a step is.
    case shown(step: Int)
    /// One write of the transaction that a step is.
    case wrote(step: Int, write: Int)
    case showedFailure
    case cancelled

    var isEffect: Bool { self != .cancelled }
  }

  /// How it came out.
  enum Outcome: Sendable, Equatable {
    case finished, cancelled, failed
    case otherwise(String)
  }

  /// The failure of a step.
  struct StepFailure: Error {}

  static let collection = "RequestEffects"

  let plan: RequestPlan
  /// No two logs of a store have the same.
  let name: String
  private let events_ = Mutex<[Event]>([])
  private let outcome_ = Mutex<Outcome?>(nil)

  init(_ plan: RequestPlan, name: String) {
    self.plan = plan
    self.name = name
  }

  var events: [Event] { events_.withLock { $0 } }
  var outcome: Outcome? { outcome_.withLock { $0 } }

  func note(_ event: Event) { events_.withLock { $0.append(event) } }

  /// Carries the plan out.
  /// - Parameter onWrite: called in the transaction, after each of its writes.
  func carryOut(
    with runner: any RequestRunner, as token: EffectToken,
    onWrite: @escaping @Sendable (_ step: Int, _ write: Int) -> Void = { _, _ in }
  ) async {
    let outcome: Outcome
    do {
      try await runner.run(steps(onWrite), as: token) { _ in self.note(.showedFailure) }
      outcome = .finished
    } catch is CancellationError {
      outcome = .cancelled
    } catch is StepFailure {
      outcome = .failed
    } catch {
      outcome = .otherwise("\(error)")
    }
    outcome_.withLock { $0 = outcome }
  }

  func key(step: Int, write: Int) -> String { "\(name) step \(step) write \(write)" }

  private func steps(_ onWrite: @escaping @Sendable (Int, Int) -> Void) -> [RequestStep] {
    plan.steps.enumerated().map { step, kind in
      switch kind {
      case .work(let turns, let heedsCancellation):
        .work {
          self.note(.began(step: step))
          for _ in 0..<turns {
            if heedsCancellation { try Task.checkCancellation() }
            await Task.yield()
          }
        }
      case .fail(let turns):
        .work {
          self.note(.began(step: step))
          for _ in 0..<turns { await Task.yield() }
          throw StepFailure()
        }
      case .show: .show { self.note(.shown(step: step)) }
      case .save(let writes):
        .save(
          (0..<writes).map { write in
            { scope in
              self.note(.wrote(step: step, write: write))
              let key = self.key(step: step, write: write)
              try scope.live().put(["written": .bool(true)], at: key, in: Self.collection)
              onWrite(step, write)
            }
          })
      }
    }
  }
}

extension RequestPlan {
  /// The effects that it has when nothing comes in between, in order.
  var effects: [RequestLog.Event] {
    var effects: [RequestLog.Event] = []
    for (number, step) in steps.enumerated() {
      switch step {
      case .work: effects.append(.began(step: number))
      case .fail: return effects + [.began(step: number), .showedFailure]
      case .show: effects.append(.shown(step: number))
      case .save(let writes): effects += (0..<writes).map { .wrote(step: number, write: $0) }
      }
    }
    return effects
  }

  var fails: Bool {
    steps.contains { if case .fail = $0 { true } else { false } }
  }
}
