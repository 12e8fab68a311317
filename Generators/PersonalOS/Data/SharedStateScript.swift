import PropertyTesting

/// What several tasks do with state that they share.
public struct SharedStateScript: Sendable {
  /// One use of the shared state.
  public enum Operation: Sendable {
    /// Sends this many requests, 1 to 3, to the endpoint of this name, which the usage monitor counts.
    case count(String, Int)
    case readUsage(of: String)
    case publish
    case readConfiguration
    case startTask(id: String)
    case presentError
    case dismissError
  }

  /// One list of operations for each task.
  public let tasks: [[Operation]]

  /// The classes of the case: the state that two of its tasks use.
  public var classes: Set<String> {
    var classes: Set<String> = []
    for (lane, operations) in tasks.enumerated() {
      for other in tasks[(lane + 1)...].joined() {
        for operation in operations {
          switch (operation, other) {
          case (.count(let name, _), .count(let otherName, _)) where name == otherName:
            classes.insert("one count of two tasks")
          case (.publish, .readConfiguration), (.readConfiguration, .publish):
            classes.insert("published by one task and read by another")
          case (.presentError, .dismissError), (.dismissError, .presentError):
            classes.insert("presented by one task and dismissed by another")
          case (.startTask(let id), .startTask(let otherID)) where id == otherID:
            classes.insert("one id of two tasks")
          default: continue
          }
        }
      }
    }
    return classes
  }
}

extension Generator where Value == SharedStateScript {
  /// Two to six tasks of 4 to 10 operations, over few names.
  public static var sharedStateScript: Generator {
    let key = Generator<String>.element(of: ["a", "b", "c"])
    let counting = Generator<SharedStateScript.Operation> { source in
      .count(try source(key), try source(.int(in: 1...3)))
    }
    let operation = Generator<SharedStateScript.Operation>.frequency(
      (4, counting), (3, .constant(.publish)), (2, key.map { .readUsage(of: $0) }), (3, .constant(.readConfiguration)), (2, key.map { .startTask(id: $0) }),
      (2, .constant(.presentError)), (2, .constant(.dismissError)))
    return Generator<[[SharedStateScript.Operation]]>
      .array(of: .array(of: operation, count: 4...10), count: 2...6).map { SharedStateScript(tasks: $0) }
  }
}
