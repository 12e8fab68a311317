/// The sequential specification of a thing: what it does for one client at a time. A judge compares concurrent histories with it.
///
///     let register = SequentialModel<Int, RegisterOperation, Int>(initial: 0) { state, operation in
///       switch operation {
///       case .read: return state
///       case .write(let value): state = value
///       }
///       return 0
///     }
public struct SequentialModel<State: Hashable & Sendable, Operation: Sendable, Output: Sendable>: Sendable {
  /// The first state of the whole, or of each part if the model was ``partitioned(by:)``.
  public let initial: State
  /// The states to which the operation may lead from a state with this output. None: it cannot have this output there. Several: the
  /// specification leaves the next state open. If the output is nil, it is unknown: then all states to which the operation may lead with
  /// any output.
  public let step: @Sendable (State, Operation, Output?) -> [State]
  /// The number of each operation's part, from 0; nil where there are no parts.
  let partNumbers: (@Sendable ([Operation]) -> [Int])?

  /// A model that begins in `initial` and moves by `step`. It has no parts: see ``partitioned(by:)``.
  public init(initial: State, step: @escaping @Sendable (State, Operation, Output?) -> [State]) {
    self.init(initial: initial, step: step, partNumbers: nil)
  }

  private init(
    initial: State, step: @escaping @Sendable (State, Operation, Output?) -> [State],
    partNumbers: (@Sendable ([Operation]) -> [Int])?
  ) {
    self.initial = initial
    self.step = step
    self.partNumbers = partNumbers
  }

  /// A deterministic model: `apply` changes the state and returns the output.
  public init(initial: State, apply: @escaping @Sendable (inout State, Operation) -> Output) where Output: Equatable {
    self.init(initial: initial) { state, operation, output in
      var next = state
      let given = apply(&next, operation)
      return output.map { $0 == given } ?? true ? [next] : []
    }
  }

  /// The same model as independent parts, one for each key. Every operation belongs to one part, and neither sees nor changes another. A
  /// history is linearizable if the history of each part is (P-compositionality).
  ///
  /// The judge relies on this independence and does not check it: an operation on two keys, or a counter that all keys share, breaks it.
  public func partitioned<Key: Hashable & SendableMetatype>(
    by key: @escaping @Sendable (Operation) -> Key
  ) -> SequentialModel {
    SequentialModel(initial: initial, step: step) { operations in
      var numbers: [Key: Int] = [:]
      return operations.map { operation in
        let key = key(operation)
        if let number = numbers[key] { return number }
        numbers[key] = numbers.count
        return numbers.count - 1
      }
    }
  }
}
