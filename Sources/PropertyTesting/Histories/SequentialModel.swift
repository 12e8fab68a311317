/// What a thing does that is used by one client at a time: the specification that a concurrent history is judged by.
///
///     let register = SequentialModel<Int, RegisterOperation, Int>(initial: 0) { state, operation in
///       switch operation {
///       case .read: return state
///       case .write(let value): state = value
///       }
///       return 0
///     }
public struct SequentialModel<State: Hashable & Sendable, Operation: Sendable, Output: Sendable>: Sendable {
  /// Of the whole; of each part where the model was ``partitioned(by:)``.
  public let initial: State
  /// All states that the operation may lead to from a state, if it gives this output: none where it could not have
  /// given it; several where the specification leaves it open. Without an output, the result is not known: then all
  /// states that it may lead to whatever it gives.
  public let step: @Sendable (State, Operation, Output?) -> [State]
  /// The number of each operation's part, from 0; nil where there are no parts.
  let partNumbers: (@Sendable ([Operation]) -> [Int])?

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

  /// A model that leaves nothing open: `apply` changes the state and says what the operation gives.
  public init(initial: State, apply: @escaping @Sendable (inout State, Operation) -> Output) where Output: Equatable {
    self.init(initial: initial) { state, operation, output in
      var next = state
      let given = apply(&next, operation)
      return output.map { $0 == given } ?? true ? [next] : []
    }
  }

  /// The same model as many independent parts, one for each key: every operation belongs to one of them and neither
  /// sees nor changes another. A history is then linearizable if that of each part is (P-compositionality).
  ///
  /// It is for the model's author to make sure that this is so: an operation on two keys, or a counter that all keys
  /// share, forbids it.
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
