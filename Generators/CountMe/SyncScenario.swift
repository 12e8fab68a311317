import CountMeReference
import Foundation
import PropertyTesting

/// One or two passes over a queue, with what the server answers and what happens meanwhile.
public struct SyncScenario: Sendable {
  /// What the server does with an operation, attempt after attempt.
  public enum Answer: Sendable, Equatable {
    case ok
    /// So many transient failures, then success: past the last retry it counts as a final failure.
    case okAfter(transientFailures: Int)
    case alwaysTransient
    /// So many transient failures, then an error that no retry will cure.
    case refusedAfter(transientFailures: Int)
  }

  /// What the app does while an operation's first attempt is on its way.
  public enum Meanwhile: Sendable {
    case queue(SyncOperation)
    /// Another change of the very entity that is being sent.
    case queueSameEntity(SyncOperation.Kind)
    /// A second pass is asked for.
    case processAgain
  }

  public struct Pass: Sendable {
    /// Queued before the pass, on top of what an earlier one left.
    public let queued: [SyncOperation]
    /// For each operation of the pass, in the order in which they are sent; `ok` past the end.
    public let answers: [Answer]
    public let meanwhile: [Int: Meanwhile]
    /// Whether the app is started again before this pass.
    public let startsWithRelaunch: Bool
  }

  public let passes: [Pass]
}

extension Generator where Value == SyncScenario {
  /// Queues of up to 40 operations; answers of every kind in one pass.
  public static var syncScenario: Generator {
    // Few entities meet again in the second pass, many make long ones.
    let queued = Generator<[SyncOperation]>.oneOf(
      .array(of: .syncOperation(entities: 4), count: 0...12),
      .array(of: .syncOperation(entities: 24), count: 0...40))
    let answers = Generator<[SyncScenario.Answer]>.array(of: .answer, count: 0...24)
    let meanwhile = Generator<[Int: SyncScenario.Meanwhile]>.dictionary(
      of: .int(in: 0...5), .meanwhile, count: 0...3)
    let pass = Generator<SyncScenario.Pass> { source in
      SyncScenario.Pass(
        queued: try source(queued), answers: try source(answers),
        meanwhile: try source(meanwhile), startsWithRelaunch: try source(.bool))
    }
    return Generator<[SyncScenario.Pass]>.array(of: pass, count: 1...2).map { SyncScenario(passes: $0) }
  }
}

extension Generator where Value == SyncScenario.Answer {
  fileprivate static var answer: Generator {
    .frequency(
      (4, .constant(.ok)),
      (4, Generator<Int>.int(in: 1...4).map { .okAfter(transientFailures: $0) }),
      (2, .constant(.alwaysTransient)),
      (2, Generator<Int>.int(in: 0...3).map { .refusedAfter(transientFailures: $0) }))
  }
}

extension Generator where Value == SyncScenario.Meanwhile {
  fileprivate static var meanwhile: Generator {
    .frequency(
      (3, Generator<SyncOperation.Kind>.anyCase().map { .queueSameEntity($0) }),
      (1, Generator<SyncOperation>.syncOperation(entities: 24).map { .queue($0) }),
      (1, .constant(.processAgain)))
  }
}
