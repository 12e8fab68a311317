import PropertyTesting
import StorageContract

/// What is left of the clients' transactions in a store.
struct MaintainedContents: Sendable {
  /// By collection and client; 0 where the key is absent.
  let numbers: [[Int64]]
  /// Which transactions of each client the log has.
  let log: [Set<Int>]

  /// All in one transaction.
  init(of store: any Store, _ clients: Int) async throws {
    (numbers, log) = try await store.readAgain { transaction in
      let numbers = try MaintenanceHistory.collections.map { collection in
        try (0..<clients).map { client in
          try transaction.get(MaintenanceHistory.key(client), in: collection)
            .flatMap { StoreHistoryRecord($0).value } ?? 0
        }
      }
      var log = Array(repeating: Set<Int>(), count: clients)
      for record in try transaction.scan("log") {
        let parts = record.key.split(separator: " ").compactMap { Int($0) }
        try expect("the key of a log's record", parts.count == 2 && 0..<clients ~= parts[0])
        log[parts[0]].insert(parts[1])
      }
      return (numbers, log)
    }
  }

  /// Fails the case unless it is a state between two transactions.
  func expectWhole(_ name: String) throws {
    try expect("\(name): \(MaintenanceHistory.collections[1])", numbers[1], equals: numbers[0])
    for (client, log) in log.enumerated() {
      let last = Int(numbers[0][client])
      try expect("\(name): the log of client \(client) has its last transaction", last == 0 || log.contains(last))
    }
  }
}
