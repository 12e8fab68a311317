import CountMeReference
import Foundation
import PropertyTesting

/// A few passes over a queue, with what the server answers and what happens meanwhile.
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

  /// What other tasks do at the time of a pass: before, during or after it, as it happens.
  public struct Company: Sendable {
    /// Each queued by a task of its own; on different entities.
    public let queued: [SyncOperation]
    /// How many turns of other tasks the first of those waits for, unless they are done; the second one
    /// for twice as many.
    public let queueingWaits: Int
    /// How many turns of other tasks the pass waits for before it starts, unless they are done.
    public let passWaits: Int
    /// The same for a pass that another task asks for; nil: none does.
    public let otherPassWaits: Int?
    /// Whether and when the task of the pass is cancelled.
    public let cancellation: Cancellation?
  }

  public struct Cancellation: Sendable {
    /// How many turns of other tasks it waits for, unless they are done.
    public let waits: Int
    /// Whether the operation whose upload was cancelled is queued once more afterwards.
    public let queuesAgain: Bool
  }

  public enum Course: Sendable {
    /// One task does everything, more of it at the first attempts on some of the operations.
    case alone(meanwhile: [Int: Meanwhile])
    case inCompany(Company)
  }

  public struct Pass: Sendable {
    /// Queued before the pass, on top of what an earlier one left.
    public let queued: [SyncOperation]
    /// For each operation of the pass, in the order in which they are sent; `ok` past the end.
    public let answers: [Answer]
    public let course: Course
    /// Whether the app is started again before this pass.
    public let startsWithRelaunch: Bool

    /// Sends what is left, and all goes well.
    public static let ofTheRest = Pass(
      queued: [], answers: [], course: .alone(meanwhile: [:]), startsWithRelaunch: false)

    /// What happens at the first attempt on each operation of the pass.
    public var meanwhile: [Int: Meanwhile] {
      if case .alone(let meanwhile) = course { meanwhile } else { [:] }
    }
  }

  public let passes: [Pass]
}

extension Generator where Value == SyncScenario {
  /// Queues of up to 40 operations; answers of every kind in one pass.
  public static var syncScenario: Generator {
    // Few entities meet again in the second pass, many make long ones.
    let queued = Generator<[SyncOperation]>.oneOf(
      .array(of: .syncOperation(entities: 4), count: 0...12),
      .array(of: .syncOperation(entities: 12), count: 2...8),
      .array(of: .syncOperation(entities: 24), count: 0...40))
    let answers = Generator<[SyncScenario.Answer]>.array(of: .answer, count: 0...24)
    let meanwhile = Generator<[Int: SyncScenario.Meanwhile]>.dictionary(
      of: .int(in: 0...5), .meanwhile, count: 0...3)
    let course = Generator<SyncScenario.Course>.frequency(
      (1, meanwhile.map { .alone(meanwhile: $0) }),
      (1, Generator<SyncScenario.Company>.company.map { .inCompany($0) }))
    let pass = Generator<SyncScenario.Pass> { source in
      SyncScenario.Pass(
        queued: try source(queued), answers: try source(answers), course: try source(course),
        startsWithRelaunch: try source(.bool))
    }
    let passes = Generator<[SyncScenario.Pass]>.oneOf(
      .array(of: pass, count: 1...2), .array(of: pass, count: 2...3))
    return passes.map { SyncScenario(passes: $0) }
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

extension Generator where Value == SyncScenario.Company {
  fileprivate static var company: Generator {
    let operations = Generator<[SyncOperation]>.oneOf(
      .array(of: .syncOperation(entities: 12), count: 0...1),
      .array(of: .syncOperation(entities: 12), count: 2...3))
    let cancellation = Generator<SyncScenario.Cancellation?>.optional(
      Generator<SyncScenario.Cancellation> { source in
        SyncScenario.Cancellation(
          waits: try source(.int(in: 0...40)), queuesAgain: try source(.bool))
      })
    // Often at the same time, sometimes long after.
    let waits = Generator<Int>.oneOf(.int(in: 0...1), .int(in: 0...12))
    let passWaits = Generator<Int>.oneOf(waits, .int(in: 0...24))
    let otherPassWaits = Generator<Int?>.optional(.oneOf(waits, .int(in: 0...60)))
    return Generator { source in
      let drawn = try source(operations)
      let queued = drawn.enumerated().filter { index, operation in
        !drawn[..<index].contains { $0.concernsSameEntity(as: operation) }
      }
      return SyncScenario.Company(
        queued: queued.map(\.element), queueingWaits: try source(waits),
        passWaits: try source(passWaits), otherPassWaits: try source(otherPassWaits),
        cancellation: try source(cancellation))
    }
  }
}
