import PropertyTesting

/// One use of state that several tasks share.
public enum SharedStateCall: Sendable, Hashable {
  /// Sends this many requests, 1 to 3, to the endpoint of this name, which the usage monitor counts.
  case count(String, Int)
  case readUsage(of: String)
  case publish
  case readConfiguration
  case startTask(id: String)
  case presentError
  case dismissError
}

/// What several tasks do with state that they share.
public struct SharedStateScript: Sendable {
  /// One list of calls for each task.
  public let lanes: [[SharedStateCall]]

  /// The calls of all tasks.
  public var calls: [SharedStateCall] { Array(lanes.joined()) }

  /// The classes of the case: the state that two of its tasks use.
  public var classes: Set<String> {
    let calls = lanes.enumerated().flatMap { lane, calls in calls.map { (lane: lane, call: $0) } }
    let pairs = calls.flatMap { one in
      calls.compactMap { one.lane == $0.lane ? nil : (one.call, $0.call) }
    }
    return Set(
      pairs.compactMap { pair in
        switch pair {
        case (.count(let name, _), .count(let other, _)) where name == other: "one count of two tasks"
        case (.publish, .readConfiguration): "published by one task and read by another"
        case (.presentError, .dismissError): "presented by one task and dismissed by another"
        case (.startTask(let id), .startTask(let other)) where id == other: "one id of two tasks"
        default: nil
        }
      })
  }
}

extension Generator where Value == SharedStateScript {
  /// Two to six tasks of 4 to 10 calls, over few names.
  public static var sharedStateScript: Generator {
    let key = Generator<String>.element(of: ["a", "b", "c"])
    let call = Generator<SharedStateCall>.frequency(
      (4, .build({ .count($0, $1) }, from: key, .int(in: 1...3))), (3, .constant(.publish)),
      (2, key.map { .readUsage(of: $0) }), (3, .constant(.readConfiguration)), (2, key.map { .startTask(id: $0) }),
      (2, .constant(.presentError)), (2, .constant(.dismissError)))
    return .array(of: .array(of: call, count: 4...10), count: 2...6).map { SharedStateScript(lanes: $0) }
  }
}
