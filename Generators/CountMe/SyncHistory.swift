import CountMeReference
import Foundation
import PropertyTesting

/// What happens to one offline queue, from a first launch on.
public struct SyncHistory: Sendable {
  public enum Step: Sendable {
    case queue(SyncOperation)
    /// Operations on so many entities that nothing else in the history touches.
    case queueNewEntities(Int)
    /// A pass in which every upload succeeds; at the given attempts of it, more is queued.
    case process(queuedDuringAttempts: [Int: SyncOperation])
    /// The app ends and starts again, with a cap that is so much higher or lower.
    case relaunch(capChange: Int)
    /// Each of them queued by a task of its own, in whatever order. Then the app may end and start again.
    case queueAtOnce([SyncOperation], thenRelaunch: Bool)
  }

  /// The cap of the queue at the first launch.
  public let cap: Int
  /// Operations on different entities that are in the queue before the first step.
  public let prefilled: Int
  public let steps: [Step]
}

extension SyncHistory {
  /// How many operations are queued in all, those during passes left aside.
  public var queuedCount: Int {
    steps.reduce(prefilled) { total, step in
      switch step {
      case .queue: total + 1
      case .queueNewEntities(let count): total + count
      case .queueAtOnce(let operations, _): total + operations.count
      case .process, .relaunch: total
      }
    }
  }
}

extension Generator where Value == SyncHistory {
  /// Mostly with a cap of a few, around which everything happens; half of those of full size with the true cap
  /// and a queue filled nearly to it or past it. Few entities make duplicates, many fill the queue.
  public static var syncHistory: Generator {
    let large = Generator.oneOf(.scaled, .full)
    // What breaks at any cap is found at a small one first.
    return Generator { source in try source(source.size == 100 ? large : .scaled) }
  }

  private static var scaled: Generator {
    let cap = Generator<Int>.int(in: 1...8)
    return Generator { source in
      let cap = try source(cap)
      let entities = try source(.element(of: [3, 12, 40]))
      let prefilled = try source(.int(in: 0...cap))
      let steps = try source(
        .array(of: .step(entities: entities, burst: 0...12, capChange: -4...4), count: 0...40))
      return SyncHistory(cap: cap, prefilled: prefilled, steps: steps)
    }
  }

  private static var full: Generator {
    let cap = SpecifiedLimits.queuedOperations
    return Generator { source in
      let prefilled = try source(.int(in: (cap - 3)...cap))
      let steps = try source(
        .array(of: .step(entities: 40, burst: 1...30, capChange: -3...3), count: 1...12))
      return SyncHistory(cap: cap, prefilled: prefilled, steps: steps)
    }
  }
}

extension Generator where Value == SyncHistory.Step {
  fileprivate static func step(
    entities: Int, burst: ClosedRange<Int>, capChange: ClosedRange<Int>
  ) -> Generator {
    let operation = Generator<SyncOperation>.syncOperation(entities: entities)
    let atOnce = Generator<[SyncOperation]>.array(of: operation, count: 2...3)
    let relaunches = Generator<Bool>.frequency((1, .constant(false)), (3, .constant(true)))
    let duringPass = Generator<[Int: SyncOperation]>.dictionary(
      of: .int(in: 0...2), operation, count: 0...2)
    return .frequency(
      (12, operation.map { .queue($0) }),
      (2, Generator<Int>.int(in: burst).map { .queueNewEntities($0) }),
      (2, duringPass.map { .process(queuedDuringAttempts: $0) }),
      (2, Generator<Int>.int(in: capChange).map { .relaunch(capChange: $0) }),
      (6, Generator { .queueAtOnce(try $0(atOnce), thenRelaunch: try $0(relaunches)) }))
  }
}
