import ArgusReference
import PropertyTesting

/// How an operation ends.
public enum OperationEnd: Sendable, Hashable {
  /// With a value of its own.
  case value
  /// With an error of its own.
  case failure
  /// With a `CancellationError`.
  case cancelled
}

/// A request, and what its operation does.
public struct CloudRequest: Sendable {
  /// The type of the operation.
  public let type: CloudOperationType
  /// The priority of the request.
  public let priority: OperationPriority
  /// What the operation adds to the number of its type.
  public let count: Int
  /// How often the operation lets others go on between reading that number and writing it.
  public let turns: Int
  /// How the operation ends.
  public let end: OperationEnd
  /// After so many turns of others the caller is cancelled; nil: never.
  public let cancelledAfter: Int?
}

extension Generator where Value == OperationEnd {
  /// Seldom a cancellation.
  public static let operationEnd = Generator.frequency((3, .constant(.value)), (3, .constant(.failure)), (1, .constant(.cancelled)))
}

extension Generator where Value == [[CloudRequest]] {
  /// For each of several clients, its requests, one after the other.
  public static func clients(
    _ clients: ClosedRange<Int>, requests: ClosedRange<Int> = 1...1, of types: Generator<CloudOperationType> = .anyCase(),
    turns: ClosedRange<Int> = 0...3
  ) -> Generator {
    let cancelledAfter = Generator<Int?>.frequency((1, .constant(nil)), (1, Generator<Int>.int(in: 0...12).map { $0 }))
    let request = Generator<CloudRequest>.build(
      CloudRequest.init, from: types, .anyCase(), .int(in: 1...3), .int(in: turns), .operationEnd, cancelledAfter)
    return .array(of: .array(of: request, count: requests), count: clients)
  }

  /// Two clients with a request each, of one type or two: one of 54 pairs, few enough for all of them to be tried.
  public static var twoRequests: Generator {
    let end = Generator<OperationEnd>.element(of: [.value, .failure, .cancelled])
    return .build(
      { isOneType, ends, cancelled in
        [ends.0, ends.1].enumerated().map { number, end in
          let type = isOneType || number == 0 ? CloudOperationType.export : .fetch
          let turns = cancelled == number + 1 ? 1 : nil
          return [CloudRequest(type: type, priority: .normal, count: 1, turns: 1, end: end, cancelledAfter: turns)]
        }
      }, from: .bool, Generator<(OperationEnd, OperationEnd)>.zip(end, end), Generator<Int>.int(in: 0...2))
  }
}
