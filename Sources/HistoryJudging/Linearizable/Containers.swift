/// A set of values: added, removed, asked for one by one or read whole.
struct SetObject: SequentialObject {
  enum Operation: Hashable, Sendable {
    case add(Int)
    case remove(Int)
    case contains(Int, Bool)
    case read(Set<Int>)
  }

  var initial: Set<Int> { [] }
  var name: @Sendable (Int) -> String = { "\($0)" }

  func step(_ state: Set<Int>, _ operation: Operation) -> [Set<Int>] {
    switch operation {
    case .add(let value): [state.union([value])]
    case .remove(let value): [state.subtracting([value])]
    case .contains(let value, let answer): state.contains(value) == answer ? [state] : []
    case .read(let values): values == state ? [state] : []
    }
  }

  func observes(_ operation: Operation) -> Bool {
    switch operation {
    case .contains, .read: true
    case .add, .remove: false
    }
  }

  func text(of state: Set<Int>) -> String { "the set holds {\(state.sorted().map(name).joined(separator: " "))}" }
}

/// A container from which values are taken out one by one, in an order that its discipline states.
struct ContainerObject: SequentialObject {
  enum Discipline: Sendable {
    /// First in, first out.
    case queue
    /// Last in, first out.
    case stack
    /// Any value that is in.
    case bag
  }

  enum Operation: Hashable, Sendable {
    case put(Int)
    case take(Int)
    case takeNothing
    /// A call with an unknown outcome: if it took effect, it took something or found nothing.
    case takeUnknown
  }

  var discipline: Discipline
  var initial: [Int] { [] }
  var name: @Sendable (Int) -> String = { "\($0)" }

  func step(_ state: [Int], _ operation: Operation) -> [[Int]] {
    switch operation {
    case .put(let value):
      if discipline != .bag { return [state + [value]] }
      var next = state
      next.insert(value, at: next.firstIndex { $0 >= value } ?? next.count)
      return [next]
    case .take(let value):
      guard let place = place(of: value, in: state) else { return [] }
      var next = state
      next.remove(at: place)
      return [next]
    case .takeNothing:
      return state.isEmpty ? [state] : []
    case .takeUnknown:
      guard let first = state.first else { return [state] }
      switch discipline {
      case .queue: return [Array(state.dropFirst())]
      case .stack: return [state.dropLast()]
      case .bag:
        var values = [first]
        for value in state where values.last != value { values.append(value) }
        return values.flatMap { step(state, .take($0)) }
      }
    }
  }

  private func place(of value: Int, in state: [Int]) -> Int? {
    switch discipline {
    case .queue: state.first == value ? 0 : nil
    case .stack: state.last == value ? state.count - 1 : nil
    case .bag: state.firstIndex(of: value)
    }
  }

  func observes(_ operation: Operation) -> Bool { operation == .takeNothing }

  func text(of state: [Int]) -> String {
    let values = state.map(name).joined(separator: " ")
    return switch discipline {
    case .queue: state.isEmpty ? "the queue is empty" : "the queue holds [\(values)], first in first"
    case .stack: state.isEmpty ? "the stack is empty" : "the stack holds [\(values)], last in last"
    case .bag: state.isEmpty ? "nothing is queued" : "{\(values)} are queued"
    }
  }
}
