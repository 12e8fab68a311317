import PropertyTesting

extension Workload {
  /// What the clients of a ``Workload`` work on: the workloads of Jepsen's tests.
  public enum Kind: Sendable {
    /// Transactions that append to lists and read them. Elle's: a key takes `writesPerKey` appends, and then another key takes its place,
    /// so that lists stay short. Of the `keys` in use, the second is used twice as often as the first, the third three times, and so on.
    /// With `scans`, one of eight steps is a scan of all keys.
    case listAppend(keys: Int = 3, writesPerKey: Int = 32, steps: ClosedRange<Int> = 1...4, scans: Bool = false)
    /// Transactions that write registers and read them, with keys as for lists.
    case rwRegister(keys: Int = 3, writesPerKey: Int = 32, steps: ClosedRange<Int> = 1...4)
    /// Transfers between the accounts 0, 1 …, and reads of all balances. Put money into the accounts first.
    case bank(accounts: Int = 5, amounts: ClosedRange<Int> = 1...5)
    /// Writes of one key each, every key once, and reads of a group of keys that are being written.
    case longFork(keysPerGroup: Int = 2)
    /// Adds of new values, and reads of all; a read at last.
    case set
    /// Enqueues of new values, and dequeues; at last as many dequeues as there may be values left.
    case queue
  }
}

extension Generator where Value == Workload {
  /// A workload for several clients. Every value that is written is new: the calls are drawn without values and get them afterwards, so
  /// that it holds for what is left when a counterexample shrinks, too.
  /// - Parameters:
  ///   - kind: what they work on.
  ///   - clients: how many clients there are; at least one.
  ///   - calls: how many calls each of them makes.
  ///   - rounds: how often each client makes its calls, with new values each time: many calls of few choices, which shrink soon.
  public static func workload(
    _ kind: Workload.Kind, clients: ClosedRange<Int> = 2...5, calls: ClosedRange<Int> = 0...40, rounds: ClosedRange<Int> = 1...1
  ) -> Generator {
    let clients = Clients(count: max(1, clients.lowerBound)...max(1, clients.upperBound), calls: calls, rounds: rounds)
    return switch kind {
    case .listAppend(let keys, let writesPerKey, let steps, let scans):
      transactions({ .append(key: $0, $1) }, model: "list-append", keys, writesPerKey, steps, scans: scans, clients)
    case .rwRegister(let keys, let writesPerKey, let steps):
      transactions({ .write(key: $0, $1) }, model: "rw-register", keys, writesPerKey, steps, scans: false, clients)
    case .bank(let accounts, let amounts): bank(max(2, accounts), amounts, clients)
    case .longFork(let size): longFork(max(1, size), clients)
    case .set: set(clients)
    case .queue: queue(clients)
    }
  }

  /// - Parameters:
  ///   - shape: what a call is, but for its values.
  ///   - fill: makes the call of a shape. The shapes come in turns: the first of each client, the second of each …, as they are made.
  private static func filled<Shape: Sendable>(
    _ model: String, _ shape: Generator<Shape>, _ clients: Clients,
    last: @escaping @Sendable ([[Shape]]) -> [Workload.Call] = { _ in [] },
    fill: @escaping @Sendable () -> (Shape) -> Workload.Call
  ) -> Generator {
    Generator { source in
      let rounds = try source(.element(of: Array(clients.rounds)))
      let drawn: [[Shape]] = try source(Generator<[[Shape]]>.array(of: .array(of: shape, count: clients.calls), count: clients.count))
      let shapes = drawn.map { calls in (0..<max(0, rounds)).flatMap { _ in calls } }
      var workload = Workload(model: model, clients: shapes.map { _ in [] }, last: last(shapes))
      let fill = fill()
      for turn in 0..<(shapes.map(\.count).max() ?? 0) {
        for client in shapes.indices where turn < shapes[client].count { workload.clients[client].append(fill(shapes[client][turn])) }
      }
      return workload
    }
  }
}

/// How many clients there are, and how many calls each makes.
private struct Clients: Sendable {
  var count: ClosedRange<Int>
  var calls: ClosedRange<Int>
  var rounds: ClosedRange<Int>
}

/// A read, a write or a scan of a transaction, before it has a key and a value.
private enum Step: Sendable {
  /// Which of the keys in use.
  case read(slot: Int)
  case write(slot: Int)
  case scan
}

extension Generator where Value == Workload {
  private static func transactions(
    _ write: @escaping @Sendable (HistoryValue, HistoryValue) -> TransactionStep, model: String, _ keys: Int, _ writesPerKey: Int,
    _ steps: ClosedRange<Int>, scans: Bool, _ clients: Clients
  ) -> Generator {
    let count = max(1, keys)
    let slot = Generator<Int>.frequency((0..<count).map { ($0 + 1, .constant($0)) })
    let single = Generator<Step> { source in
      let slot = try source(slot)
      return try source(.element(of: [true, false])) ? .write(slot: slot) : .read(slot: slot)
    }
    let step = scans ? Generator<Step>.frequency((7, single), (1, .constant(.scan))) : single
    return filled(model, Generator<[Step]>.array(of: step, count: steps), clients) {
      var keys = Array(0..<count)
      var writes = Array(repeating: 0, count: count)
      return { shape in
        let steps = shape.map { step -> TransactionStep in
          switch step {
          case .scan: return .scan(keys: .null, .null)
          case .read(let slot): return .read(key: .int(keys[slot]), .null)
          case .write(let slot):
            if writes[slot] == max(1, writesPerKey) {
              keys[slot] = (keys.max() ?? 0) + 1
              writes[slot] = 0
            }
            writes[slot] += 1
            return write(.int(keys[slot]), .int(writes[slot]))
          }
        }
        return Workload.Call("txn", HistoryValue(steps))
      }
    }
  }

  private static func bank(
    _ accounts: Int, _ amounts: ClosedRange<Int>, _ clients: Clients
  ) -> Generator {
    let transfer = Generator<Workload.Call> { source in
      let from = try source(.int(in: 0...(accounts - 1)))
      let to = (from + (try source(.int(in: 1...(accounts - 1))))) % accounts
      return Workload.Call(
        "transfer", .map([.name("from"): .int(from), .name("to"): .int(to), .name("amount"): .int(try source(.int(in: amounts)))]))
    }
    let call = Generator<Workload.Call>.oneOf(.constant(Workload.Call("read")), transfer)
    return filled("bank", call, clients) { { $0 } }
  }

  private static func longFork(_ size: Int, _ clients: Clients) -> Generator {
    /// 0: the group that is being written; 1: the one before it. Nil: a write.
    let shape = Generator<Int?>.oneOf(.int(in: 0...1).map(Optional.some), .constant(nil))
    return filled("long-fork", shape, clients) {
      var written = 0
      return { back in
        guard let back else {
          written += 1
          return Workload.Call("write", HistoryValue([.write(key: .int(written - 1), .int(1))]))
        }
        let group = max(0, max(0, written - 1) / size - back)
        return Workload.Call("read", HistoryValue((0..<size).map { .read(key: .int(group * size + $0), .null) }))
      }
    }
  }

  private static func set(_ clients: Clients) -> Generator {
    let adds = Generator<Bool>.frequency((1, .constant(false)), (4, .constant(true)))
    return filled("set", adds, clients, last: { _ in [Workload.Call("read")] }) {
      var count = 0
      return { adds in
        guard adds else { return Workload.Call("read") }
        count += 1
        return Workload.Call("add", .int(count))
      }
    }
  }

  private static func queue(_ clients: Clients) -> Generator {
    let puts = Generator<Bool>.element(of: [false, true])
    let drain: @Sendable ([[Bool]]) -> [Workload.Call] = { shapes in
      Array(repeating: Workload.Call("dequeue"), count: shapes.joined().count { $0 })
    }
    return filled("queue", puts, clients, last: drain) {
      var count = 0
      return { puts in
        guard puts else { return Workload.Call("dequeue") }
        count += 1
        return Workload.Call("enqueue", .int(count))
      }
    }
  }
}
