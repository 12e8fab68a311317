import PropertyTesting

/// A call on the amounts.
public enum AmountCall: Hashable, Sendable {
  /// Adds this much, which may be negative, to the amount of this name.
  case add(Int64, to: String)
  /// Moves this much from one amount to another, in one step; nothing if the source has less or the number is
  /// negative.
  case transfer(Int64, from: String, to: String)
  case readAll
}

/// What several tasks do with the same few amounts.
public struct AmountScript: Sendable {
  /// The calls before the tasks start.
  public let beginning: [AmountCall]
  /// One list of calls for each task.
  public let lanes: [[AmountCall]]
}

extension Generator where Value == AmountScript {
  /// Half of the scripts have few calls, and half have up to 16 tasks. Now and then an added amount is negative, or so
  /// large that the sum exceeds `Int64`.
  public static var amountScript: Generator {
    let name = Generator<String>.element(of: ["a", "b", "c"])
    let amount = Generator<Int64>.frequency(
      (12, .integer(in: 1...4)), (3, .integer(in: -4...0)), (3, .integer(in: (.max - 9)...(.max))))
    let call = Generator<AmountCall>.frequency(
      (3, .constant(.readAll)), (4, .build({ .add($0, to: $1) }, from: amount, name)),
      (4, .build({ .transfer($0, from: $1, to: $2) }, from: amount, name, name)))
    let first = Generator<Int64>.integer(in: 0...4)
    let few = Generator<[[AmountCall]]>.array(of: .array(of: call, count: 1...2), count: 2...3)
    let many = Generator<[[AmountCall]]>.array(of: .array(of: call, count: 1...4), count: 2...16)
    return .build(
      { AmountScript(beginning: [.add($0, to: "a"), .add($1, to: "b")], lanes: $2) },
      from: first, first, .oneOf(few, many))
  }
}
