/// The calls of a history, apart by the keys of independent objects (Jepsen's `independent`: each value is `[key value]`).
///
/// Objects of different keys know nothing of each other, so each is judged alone (Herlihy and Wing 1990: linearizability is local).
struct KeyedCalls {
  /// The keys in the order in which they were first called, with their calls as indices. One part, without a key, if there are no keys.
  let parts: [(key: HistoryValue?, calls: [Int])]

  enum Keys: Sendable {
    /// The values say whether there are keys: every argument is a pair, and some call, such as a read, asks with `[key nil]`.
    case detected
    case always
    case never
  }

  init(_ history: History, _ keys: Keys) throws {
    let isKeyed =
      switch keys {
      case .detected: Self.haveKeys(history.operations)
      case .always: true
      case .never: false
      }
    guard isKeyed else {
      parts = [(nil, Array(history.operations.indices))]
      return
    }
    var places: [HistoryValue: Int] = [:]
    var parts: [(key: HistoryValue?, calls: [Int])] = []
    for (index, operation) in history.operations.enumerated() {
      guard let pair = operation.argument.elements, pair.count == 2 else {
        throw HistoryError(
          file: history.name, line: operation.line, what: "\(operation.function) of \(operation.argument)",
          hint: "the value is a pair of the key and what the call is given for it; nil for nothing")
      }
      if let place = places[pair[0]] {
        parts[place].calls.append(index)
      } else {
        places[pair[0]] = parts.count
        parts.append((pair[0], [index]))
      }
    }
    self.parts = parts
  }

  /// What a value says beside the key.
  static func withoutKey(_ value: HistoryValue, key: HistoryValue?) -> HistoryValue {
    guard let key, let pair = value.elements, pair.count == 2, pair[0] == key else { return value }
    return pair[1]
  }

  private static func haveKeys(_ operations: [HistoryOperation]) -> Bool {
    var asks = false
    for operation in operations {
      guard let pair = operation.argument.elements, pair.count == 2 else { return false }
      guard pair[1].isNull else { continue }
      if operation.outcome == .ok, !operation.result.isNull {
        guard let result = operation.result.elements, result.count == 2, result[0] == pair[0] else { return false }
      }
      asks = true
    }
    return asks
  }
}
