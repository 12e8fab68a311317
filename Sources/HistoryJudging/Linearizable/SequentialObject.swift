/// What a thing does for one client at a time. An operation here holds its output too: `dequeue(3)` is a dequeue that returned 3.
///
/// Operations are equal if they have the same effect and the same output, whoever called: the search treats equal operations alike, which
/// is what keeps it short.
protocol SequentialObject: Sendable {
  associatedtype State: Hashable & Sendable
  associatedtype Operation: Hashable & Sendable

  var initial: State { get }

  /// The states to which the operation may lead. None: it cannot have its output in this state. Several: the outcome is open.
  func step(_ state: State, _ operation: Operation) -> [State]

  /// Whether the operation never changes any state. Such a call may take effect as soon as its output fits, and costs nothing if it does:
  /// the search places it at once.
  func observes(_ operation: Operation) -> Bool

  /// The same object when no other operations will be asked for: states that none of them can tell apart, now or later, may be one.
  func watched(by operations: [Operation]) -> Self

  /// The state in words, as in "the register holds 3".
  func text(of state: State) -> String
}

extension SequentialObject {
  func watched(by operations: [Operation]) -> Self { self }
}

/// A call of a sequential object, with its times.
struct ObjectCall<Operation: Hashable & Sendable>: Sendable {
  var start: Int
  /// Nil: the outcome is unknown. The operation is then what the call does if it takes effect.
  var end: Int?
  var operation: Operation
  /// The number of the process that called.
  var process = 0
}

/// Which calls must stand before which.
enum CallOrder: Sendable {
  /// Those that ended before others began: linearizability (Herlihy and Wing, 1990).
  case time
  /// Those of one process that were acknowledged before its others began: sequential consistency (Lamport, 1979).
  case process
}
