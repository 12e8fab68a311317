/// Objects of one kind under keys, as one object: what must be judged together because it is not local, such as sequential consistency
/// (Herlihy and Wing, 1990, section 3.3).
struct KeyedObject<Object: SequentialObject>: SequentialObject {
  struct Operation: Hashable, Sendable {
    var key: Int
    var operation: Object.Operation
  }

  /// By key, without those that are as at first.
  typealias State = [Int: Object.State]

  var object: Object
  /// The text of a key.
  var keyName: @Sendable (Int) -> String
  var initial: State { [:] }

  func step(_ state: State, _ operation: Operation) -> [State] {
    object.step(state[operation.key] ?? object.initial, operation.operation).map { part in
      var next = state
      next[operation.key] = part == object.initial ? nil : part
      return next
    }
  }

  func observes(_ operation: Operation) -> Bool { object.observes(operation.operation) }

  func text(of state: State) -> String {
    if state.isEmpty { return "every key is as at first" }
    return state.sorted { $0.key < $1.key }.map { "of key \(keyName($0.key)), \(object.text(of: $0.value))" }.joined(separator: "; ")
  }
}
