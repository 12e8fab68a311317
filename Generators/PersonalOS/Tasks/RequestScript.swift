import PersonalOSReference
import PropertyTesting

/// The steps of a request, in order.
public struct RequestPlan: Sendable, Equatable {
  /// One step of a request.
  public enum Step: Sendable, Equatable {
    /// Yields this many turns to other tasks. If `heedsCancellation` is true, a cancelled request stops there.
    case work(turns: Int, heedsCancellation: Bool)
    /// Fails after this many turns, whether it is cancelled or not.
    case fail(turns: Int)
    case show
    /// Writes this many records in one transaction.
    case save(writes: Int)
  }

  /// The steps in order.
  public let steps: [Step]

  /// Creates a plan with these steps in this order.
  public init(_ steps: [Step]) {
    self.steps = steps
  }
}

/// Requests of two views that run at the same time, and cancellations of some of them.
public struct RequestScript: Sendable {
  /// How a request is cancelled: by its id, with its view, with all others, by another request under its key, or by its
  /// `Task`.
  public enum Manner: Sendable, CaseIterable {
    case byID, withItsView, withAllOthers, byAnotherRequest, byItsTask
  }

  /// One cancellation.
  public struct Cancellation: Sendable {
    /// How many times its task yields to other tasks before it cancels.
    public let waits: Int
    /// The place of the request, modulo the number of requests.
    public let request: Int
    /// How it cancels the request.
    public let manner: Manner
  }

  /// A request and the task that runs it.
  public struct Request: Sendable {
    /// What the request does.
    public let plan: RequestPlan
    /// Whether a detached task runs the request. Cancelling the request's own task does not reach it; only the gate
    /// stops it.
    public let isDetached: Bool
  }

  /// The requests, one to four. They belong to the two views in turn.
  public let requests: [Request]
  /// The cancellations, one to three, which run at the same time as the requests.
  public let cancellations: [Cancellation]
  /// The request that replaces a cancelled one under its key, if the manner is `byAnotherRequest`.
  public let replacement: Request
}

extension Generator where Value == RequestPlan {
  /// Plans with `steps` steps, of which about one in six fails. Work yields up to `turns` turns.
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
  /// One to four requests of 2 to 7 steps, and one to three cancellations.
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
