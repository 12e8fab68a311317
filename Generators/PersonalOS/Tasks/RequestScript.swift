import PersonalOSReference
import PropertyTesting

/// What a request does, step by step.
public struct RequestPlan: Sendable, Equatable {
  public enum Step: Sendable, Equatable {
    /// Lets others have so many turns.
    case work(turns: Int, heedsCancellation: Bool)
    /// Fails after so many turns, whether it is cancelled or not.
    case fail(turns: Int)
    case show
    /// One transaction of so many writes.
    case save(writes: Int)
  }

  public let steps: [Step]

  public init(_ steps: [Step]) {
    self.steps = steps
  }
}

/// Requests of two views at one time, and what cancels some of them.
public struct RequestScript: Sendable {
  public enum Manner: Sendable, CaseIterable {
    case byID, withItsView, withAllOthers, byAnotherRequest, byItsTask
  }

  public struct Cancellation: Sendable {
    /// How many turns of other tasks it waits for, unless they are done.
    public let waits: Int
    /// The place of the request, counted around.
    public let request: Int
    public let manner: Manner
  }

  public struct Request: Sendable {
    public let plan: RequestPlan
    /// Whether it is carried out by a detached task, which the cancellation of its own does not reach: only
    /// the gate does.
    public let isDetached: Bool
  }

  public let requests: [Request]
  public let cancellations: [Cancellation]
  /// It takes another's place.
  public let replacement: Request
}

extension Generator where Value == RequestPlan {
  /// Up to `steps` steps, of which one in six or so fails; work takes up to so many turns.
  public static func requestPlan(steps: ClosedRange<Int>, turns: Int = 3) -> Generator {
    let turns = Generator<Int>.int(in: 0...turns)
    let step = Generator<RequestPlan.Step>.frequency(
      (3, .constant(.show)),
      (3, Generator<Int>.int(in: 1...3).map { .save(writes: $0) }),
      (4, Generator<RequestPlan.Step> { source in
        .work(turns: try source(turns), heedsCancellation: try source(.bool))
      }),
      (2, turns.map { .fail(turns: $0) }))
    return Generator<[RequestPlan.Step]>.array(of: step, count: steps).map { RequestPlan($0) }
  }
}

extension Generator where Value == RequestScript {
  public static var requestScript: Generator {
    let plan = Generator<RequestPlan>.requestPlan(steps: 2...7, turns: 12)
    let cancellation = Generator<RequestScript.Cancellation> { source in
      RequestScript.Cancellation(
        waits: try source(.oneOf(.int(in: 0...4), .int(in: 0...20))),
        request: try source(.int(in: 0...3)), manner: try source(.anyCase()))
    }
    let request = Generator<RequestScript.Request> { source in
      RequestScript.Request(
        plan: try source(plan),
        isDetached: try source(.frequency((2, .constant(false)), (1, .constant(true)))))
    }
    return Generator { source in
      RequestScript(
        requests: try source(.array(of: request, count: 1...4)),
        cancellations: try source(.array(of: cancellation, count: 1...3)),
        replacement: try source(request))
    }
  }
}
