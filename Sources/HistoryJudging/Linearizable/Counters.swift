/// A counter that begins at 0.
struct CounterObject: SequentialObject {
  enum Operation: Hashable, Sendable {
    case add(Int)
    case read(Int)
    /// Added the first; the sum then was the second.
    case addAndGet(Int, Int)
  }

  var initial: Int { 0 }

  func step(_ state: Int, _ operation: Operation) -> [Int] {
    switch operation {
    case .read(let value): return value == state ? [state] : []
    case .add(let amount):
      let (sum, overflows) = state.addingReportingOverflow(amount)
      return overflows ? [] : [sum]
    case .addAndGet(let amount, let value):
      let (sum, overflows) = state.addingReportingOverflow(amount)
      return overflows || sum != value ? [] : [sum]
    }
  }

  func observes(_ operation: Operation) -> Bool {
    switch operation {
    case .read, .add(0), .addAndGet(0, _): true
    default: false
    }
  }

  func text(of state: Int) -> String { "the counter is at \(state)" }
}

/// Accounts between which money is moved, none of which is ever in debt, and which are read all at once. Nobody says what they hold at
/// first: the first read of an order tells it.
struct BankObject: SequentialObject {
  enum Operation: Hashable, Sendable {
    case transfer(from: Int, to: Int, amount: Int)
    case read([Int: Int])
  }

  struct State: Hashable, Sendable {
    /// What each account holds; before the first read, how much more than at first.
    var balances: [Int: Int] = [:]
    /// Before the first read: the least that each account held, compared with the first. Nil: there was a read.
    var least: [Int: Int]? = [:]
  }

  var initial: State { State() }
  /// An account's text.
  var name: @Sendable (Int) -> String = { "\($0)" }

  func step(_ state: State, _ operation: Operation) -> [State] {
    switch operation {
    case .read(let balances):
      guard let least = state.least else { return balances == state.balances ? [state] : [] }
      let fits = Set(balances.keys).isSuperset(of: state.balances.keys) && balances.allSatisfy { account, balance in
        Int128(balance) - Int128(state.balances[account] ?? 0) + Int128(least[account] ?? 0) >= 0
      }
      return fits ? [State(balances: balances, least: nil)] : []
    case .transfer(let from, let to, let amount):
      var next = state
      for (account, change) in [(from, -Int128(amount)), (to, Int128(amount))] {
        guard let balance = next.balances[account] ?? (state.least == nil ? nil : 0),
          let sum = Int(exactly: Int128(balance) + change), state.least != nil || sum >= 0
        else { return [] }
        next.balances[account] = sum
        next.least?[account] = min(state.least?[account] ?? 0, sum)
      }
      return [next]
    }
  }

  func observes(_ operation: Operation) -> Bool { false }

  func text(of state: State) -> String {
    if state.least != nil { return "no read has told the balances" }
    return "the balances are " + state.balances.map { "\(name($0.key)): \($0.value)" }.sorted().joined(separator: ", ")
  }
}

/// A text to which is appended, or which is put or gotten whole: one key of a store.
struct TextObject: SequentialObject {
  enum Operation: Hashable, Sendable {
    case get(String)
    case put(String)
    case append(String)
  }

  var initial: String { "" }

  /// What gets returned, in order; nil: not known. Texts with which none of them begins are one state, ``unseen``: no get returned them, or
  /// what appends make of them. Otherwise, calls whose times are free would be tried in every order.
  private var seen: [String]?
  private static let unseen = "…"

  func watched(by operations: [Operation]) -> TextObject {
    func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }
    var gets: Set<String> = []
    for operation in operations {
      switch operation {
      // Of other texts, equal ones may differ in their bytes, and so in what they begin with.
      case .get(let text), .put(let text), .append(let text): guard isPlain(text) else { return self }
      }
      if case .get(let text) = operation { gets.insert(text) }
    }
    // Without a get, not even the initial text would be one with which some get begins.
    if gets.isEmpty { return self }
    var copy = self
    copy.seen = gets.sorted()
    return copy
  }

  private func merged(_ text: String) -> String {
    guard let seen else { return text }
    var (low, high) = (0, seen.count)
    while low < high {
      let middle = (low + high) / 2
      if seen[middle] < text { low = middle + 1 } else { high = middle }
    }
    return low < seen.count && seen[low].utf8.starts(with: text.utf8) ? text : Self.unseen
  }

  func step(_ state: String, _ operation: Operation) -> [String] {
    switch operation {
    case .get(let text): text == state ? [state] : []
    case .put(let text): [merged(text)]
    case .append(let text): [merged(state + text)]
    }
  }

  func observes(_ operation: Operation) -> Bool {
    switch operation {
    case .get, .append(""): true
    default: false
    }
  }

  func text(of state: String) -> String {
    if seen != nil && state == Self.unseen { return "the value is one that no get returned" }
    return "the value is \"\(state.count > 60 ? "…" + state.suffix(60) : state)\""
  }
}
