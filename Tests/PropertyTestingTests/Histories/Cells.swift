import PropertyTesting

/// A few numbered cells, each with a number in it: what histories are made of here.
enum CellOperation: Sendable, Equatable {
  case read(Int)
  case write(Int, Int)
  /// Gives 1 and writes `to` where the cell holds `from`; gives 0 otherwise.
  case exchange(Int, from: Int, to: Int)
  /// Adds 1 or 2, and does not say which.
  case raise(Int)

  var cell: Int {
    switch self {
    case .read(let cell), .write(let cell, _), .exchange(let cell, _, _), .raise(let cell): cell
    }
  }
}

typealias CellCall = HistoryCall<CellOperation, Int>
typealias CellHistory = History<CellOperation, Int>
typealias CellModel = SequentialModel<[Int: Int], CellOperation, Int>

extension SequentialModel<[Int: Int], CellOperation, Int> {
  /// All cells in one state. Cells that hold 0 are not in it.
  static let cells = CellModel(initial: [:]) { state, operation, output in
    outcomes(operation, of: state).filter { output == nil || $0.output == output }.map(\.state)
  }

  /// Everything that may come of an operation.
  static func outcomes(_ operation: CellOperation, of state: [Int: Int]) -> [(state: [Int: Int], output: Int)] {
    let value = state[operation.cell] ?? 0
    func with(_ new: Int) -> [Int: Int] {
      var copy = state
      copy[operation.cell] = new == 0 ? nil : new
      return copy
    }
    switch operation {
    case .read: return [(state, value)]
    case .write(_, let new): return [(with(new), 0)]
    case .exchange(_, let from, let to): return value == from ? [(with(to), 1)] : [(state, 0)]
    case .raise: return [(with((value + 1) % 3), 0), (with((value + 2) % 3), 0)]
    }
  }
}

extension Generator where Value == CellOperation {
  static func cellOperation(cells: Int) -> Generator {
    Generator { source in
      let cell = try source(.int(in: 0...(cells - 1)))
      let value = Generator<Int>.int(in: 0...2)
      switch try source(.int(in: 0...6)) {
      case 0...2: return .read(cell)
      case 3, 4: return .write(cell, try source(value))
      case 5: return .exchange(cell, from: try source(value), to: try source(value))
      default: return .raise(cell)
      }
    }
  }
}

extension Generator where Value == CellHistory {
  /// What clients see that use cells which work: linearizable by the way it is made.
  ///
  /// A call takes effect at one moment between its call and its return; one that fails never does; one whose outcome
  /// is unknown does so before its client gives up, or at any time after that, or never.
  static func cellHistory(calls: ClosedRange<Int>, clients: Int, cells: Int, oddOutcomes: Int = 4) -> Generator {
    Generator { source in
      var owed = try source(.int(in: calls))
      var execution = CellExecution()
      while true {
        let client = try source(.int(in: 0...(clients - 1)))
        // Now and then things happen at the same time.
        if try source(.int(in: 0...4)) != 1 { execution.time += 1 }
        guard let call = execution.pending[client] else {
          if owed > 0 {
            owed -= 1
            execution.begin(client, try source(.cellOperation(cells: cells)))
          } else if execution.pending.isEmpty {
            break
          }
          if try source(.int(in: 0...3)) == 0 { execution.takeEffectLate() }
          continue
        }
        let choice = try source(.int(in: 0...(2 + oddOutcomes)))
        if execution.calls[call].output == nil {
          switch choice {
          case 3: execution.end(client, .failed("refused"))
          case 4: execution.giveUp(client)
          default: execution.takeEffect(call, choice: choice)
          }
        } else if choice == 5 {
          execution.end(client, .unknown("timed out"))
        } else {
          execution.end(client, .done(execution.calls[call].output ?? 0))
        }
      }
      return execution.history
    }
  }

  /// The same, after up to three things were changed in it: some still are linearizable.
  static func alteredCellHistory(calls: ClosedRange<Int>, clients: Int, cells: Int) -> Generator {
    Generator { source in
      var history = try source(.cellHistory(calls: calls, clients: clients, cells: cells))
      for _ in 0..<(try source(.int(in: 0...3))) {
        let index = try source(.int(in: 0...(history.calls.count - 1)))
        let call = history.calls[index]
        let number = try source(.int(in: 0...2))
        var (outcome, called, returned) = (call.outcome, call.called, call.returned)
        switch try source(.int(in: 0...5)) {
        case 0...2: outcome = .done(number)
        case 3: outcome = [.failed("refused"), .unknown("timed out"), .done(0)][number]
        case 4: called += number
        default: returned = max(called, returned - number)
        }
        history.calls[index] = CellCall(
          client: call.client, call.operation, outcome, called: called, returned: returned)
      }
      return history
    }
  }
}

/// Cells in use.
private struct CellExecution {
  struct Call {
    let client: Int
    let operation: CellOperation
    let called: Int
    var output: Int?
    var end: (outcome: CallOutcome<Int>, time: Int)?
  }

  var time = 0
  var calls: [Call] = []
  /// By client, the call that is under way.
  var pending: [Int: Int] = [:]
  private var state: [Int: Int] = [:]
  /// Given up before they took effect.
  private var late: [Int] = []

  mutating func begin(_ client: Int, _ operation: CellOperation) {
    pending[client] = calls.count
    calls.append(Call(client: client, operation: operation, called: time))
  }

  mutating func takeEffect(_ call: Int, choice: Int) {
    let outcomes = CellModel.outcomes(calls[call].operation, of: state)
    let outcome = outcomes[choice % outcomes.count]
    state = outcome.state
    calls[call].output = outcome.output
  }

  mutating func takeEffectLate() {
    if let call = late.popLast() { takeEffect(call, choice: 0) }
  }

  mutating func giveUp(_ client: Int) {
    if let call = pending[client] { late.append(call) }
    end(client, .unknown("timed out"))
  }

  mutating func end(_ client: Int, _ outcome: CallOutcome<Int>) {
    guard let call = pending.removeValue(forKey: client) else { return }
    calls[call].end = (outcome, time)
  }

  var history: CellHistory {
    CellHistory(
      calls.compactMap { call in
        call.end.map {
          CellCall(
            client: "client \(call.client)", call.operation, $0.outcome, called: call.called, returned: $0.time)
        }
      })
  }
}
