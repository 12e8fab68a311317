import PropertyTesting

/// Connections that are lent to one user at a time. Which of the free ones a user gets is the pool's own choice.
struct ConnectionPool {
  private var free: [Int]
  private var lent: Set<Int> = []

  init(connections: Int) { free = Array(0..<connections) }

  var lentCount: Int { lent.count }

  /// Nil if none is free.
  mutating func borrow() -> Int? {
    guard let connection = free.popLast() else { return nil }
    lent.insert(connection)
    return connection
  }

  /// - Returns: whether it was lent.
  mutating func giveBack(_ connection: Int) -> Bool {
    free.append(connection)
    return lent.remove(connection) != nil
  }
}

/// Three connections, of which some are lent.
struct PoolModel {
  var lent: Set<Int> = []
  var free: Set<Int> { Set(0..<3).subtracting(lent) }
}

enum ConnectionPoolMachine {
  typealias PoolCommand = Command<PoolModel, ConnectionPool>

  static let borrow = PoolCommand(
    "borrow", weight: 2, with: .constant(()),
    foreseeing: { pool, _ in
      if let connection = pool.free.min() { pool.lent.insert(connection) }
    }
  ) { pool, _ in
    pool.borrow()
  } judging: { pool, _, connection in
    guard let connection else { return try expect("none is free", pool.free.isEmpty) }
    try expect("connection \(connection) is free", pool.free.contains(connection))
    pool.lent.insert(connection)
  }
  .labelled("none is free") { $0.before.free.isEmpty }

  static let giveBack = PoolCommand("giveBack", with: .int(in: 0...2)) { pool, connection in
    pool.lent.remove(connection) != nil
  } system: { pool, connection in
    pool.giveBack(connection)
  }
  .labelled("given back though it is not lent") { $0.result(Bool.self) == false }

  static let machine = StateMachine(
    initially: PoolModel(), commands: [borrow, giveBack],
    invariants: [Invariant("how many are lent", model: { $0.lent.count }, system: { $0.lentCount })]
  )
  .showing { "lent \(describe($0.lent))" }
}

func checkConnectionPool(_ settings: RunSettings = RunSettings()) async throws {
  try await check(
    "a connection has one user at a time", of: ConnectionPoolMachine.machine, settings: settings,
    requiring: ["none is free": 0.3, "given back though it is not lent": 0.3]
  ) {
    ConnectionPool(connections: 3)
  }
}
