import PropertyTesting

/// What several tasks do with the same few amounts.
public struct AmountScript: Sendable {
  /// One operation on the amounts.
  public enum Operation: Sendable {
    /// Adds this much, which may be negative, to the amount of this name.
    case add(Int64, to: String)
    /// Moves this much from one amount to another, in one step; nothing if the source has less or the number is
    /// negative.
    case transfer(Int64, from: String, to: String)
    case readAll
  }

  /// The amounts before the tasks start, by name.
  public let initial: [String: Int64]
  /// One list of operations for each task.
  public let tasks: [[Operation]]

  /// The number of operations of all tasks together.
  public var operationCount: Int { tasks.reduce(0) { $0 + $1.count } }
}

extension Generator where Value == AmountScript {
  /// Half of the scripts have few operations, and half have up to 16 tasks. Now and then an added amount is negative,
  /// or so large that the sum exceeds `Int64`.
  public static var amountScript: Generator {
    let name = Generator<String>.element(of: ["a", "b", "c"])
    let amount = Generator<Int64>.frequency(
      (12, .integer(in: 1...4)), (3, .integer(in: -4...0)), (3, .integer(in: (.max - 9)...(.max))))
    let operation = Generator<AmountScript.Operation>.frequency(
      (3, .constant(.readAll)),
      (4, Generator<AmountScript.Operation> { source in
        .add(try source(amount), to: try source(name))
      }),
      (4, Generator<AmountScript.Operation> { source in
        .transfer(try source(amount), from: try source(name), to: try source(name))
      }))
    let few = Generator<[[AmountScript.Operation]]>.array(
      of: .array(of: operation, count: 1...2), count: 2...3)
    let many = Generator<[[AmountScript.Operation]]>.array(
      of: .array(of: operation, count: 1...4), count: 2...16)
    return Generator { source in
      var initial: [String: Int64] = [:]
      for key in ["a", "b"] { initial[key] = try source(.integer(in: 0...4)) }
      return AmountScript(initial: initial, tasks: try source(.oneOf(few, many)))
    }
  }
}
