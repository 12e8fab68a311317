/// One read or write of a transaction, as `list-append` and `rw-register` know them.
public enum TransactionStep: Hashable, Sendable {
  /// `[:append key value]`
  case append(key: HistoryValue, HistoryValue)
  /// `[:w key value]`
  case write(key: HistoryValue, HistoryValue)
  /// `[:r key value]`, with what was found; ``HistoryValue/null`` before the call, and for a register that nobody wrote.
  case read(key: HistoryValue, HistoryValue)
  /// `[:scan keys {key value …}]`: all keys of a range that have a value, with their values; ``HistoryValue/null`` before the call. The
  /// range is nil for all keys, or `[lower upper]`, both included.
  case scan(keys: HistoryValue, HistoryValue)

  /// The step that this value is; nil if it is none.
  public init?(_ value: HistoryValue) {
    guard let parts = value.elements, parts.count == 2 || parts.count == 3, let word = parts[0].word else { return nil }
    let content = parts.count == 3 ? parts[2] : .null
    switch word {
    case "r", "read": self = .read(key: parts[1], content)
    case "append": self = .append(key: parts[1], content)
    case "scan": self = .scan(keys: parts[1], content)
    case "w", "write": self = .write(key: parts[1], content)
    default: return nil
    }
  }

  /// The step as a history writes it.
  public var value: HistoryValue {
    switch self {
    case .append(let key, let value): .list([.name("append"), key, value])
    case .write(let key, let value): .list([.name("w"), key, value])
    case .read(let key, let value): .list([.name("r"), key, value])
    case .scan(let keys, let value): .list([.name("scan"), keys, value])
    }
  }
}

extension HistoryValue {
  /// A transaction of these steps.
  public init(_ steps: [TransactionStep]) { self = .list(steps.map(\.value)) }

  /// The steps of a transaction, without what is no step.
  public var steps: [TransactionStep] { (elements ?? []).compactMap { TransactionStep($0) } }
}
