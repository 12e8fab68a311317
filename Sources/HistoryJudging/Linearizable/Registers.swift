/// A register that can be read, written, and compared with a value and set. Values are numbers that stand for them.
struct RegisterObject: SequentialObject {
  enum Operation: Hashable, Sendable {
    case read(Int)
    case write(Int)
    /// Succeeded: the register held the first and holds the second.
    case compareAndSet(Int, Int)
    /// Found another value than this one.
    case compareFailed(Int)
  }

  var initial: Int
  /// A value's text.
  var name: @Sendable (Int) -> String = { "\($0)" }

  func step(_ state: Int, _ operation: Operation) -> [Int] {
    switch operation {
    case .read(let value): value == state ? [state] : []
    case .write(let value): [value]
    case .compareAndSet(let old, let new): old == state ? [new] : []
    case .compareFailed(let old): old == state ? [] : [state]
    }
  }

  func observes(_ operation: Operation) -> Bool {
    switch operation {
    case .read, .compareFailed: true
    case .compareAndSet(let old, let new): old == new
    case .write: false
    }
  }

  func text(of state: Int) -> String { "the register holds \(name(state))" }
}

/// Several registers that one call reads and writes at once. A register that nobody wrote holds `initialValue`.
struct MultiRegisterObject: SequentialObject {
  struct Access: Hashable, Sendable {
    var key: Int
    var writes: Bool
    var value: Int
  }

  /// By key, without those that hold the initial value.
  typealias State = [Int: Int]
  typealias Operation = [Access]

  var initialValue: Int
  var initial: State { [:] }
  /// The text of a key, and of a value.
  var keyName: @Sendable (Int) -> String = { "\($0)" }
  var name: @Sendable (Int) -> String = { "\($0)" }

  func step(_ state: State, _ operation: [Access]) -> [State] {
    var next = state
    for access in operation {
      if access.writes {
        next[access.key] = access.value == initialValue ? nil : access.value
      } else if next[access.key, default: initialValue] != access.value {
        return []
      }
    }
    return [next]
  }

  func observes(_ operation: [Access]) -> Bool { !operation.contains(where: \.writes) }

  func text(of state: State) -> String {
    if state.isEmpty { return "no register is written" }
    return "the registers hold " + state.sorted { $0.key < $1.key }.map { "\(keyName($0.key)) = \(name($0.value))" }.joined(separator: ", ")
  }
}
