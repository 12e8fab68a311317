import DeterministicScheduling
import PropertyTesting

/// How much there is of everything. It looks, asks the supplier, and stores what it saw and what came.
actor Inventory {
  private var stock: [String: Int] = [:]
  private let supplier = Supplier()

  func add(_ count: Int, of item: String) async -> Int {
    let before = stock[item, default: 0]
    await supplier.deliver(count)
    stock[item] = before + count
    return before + count
  }

  func count(of item: String) -> Int { stock[item, default: 0] }
}

actor Supplier {
  private(set) var delivered = 0
  func deliver(_ count: Int) { delivered += count }
}

enum InventoryCall: Sendable {
  case add(Int, item: String)
  case count(item: String)

  var item: String {
    switch self { case .add(_, let item), .count(let item): item }
  }

  var text: String {
    switch self {
    case .add(let count, let item): "add \(count) \(item)"
    case .count(let item): "count \(item)"
    }
  }
}

/// Whatever clients do at the same time looks as if they had done it one after the other.
func checkInventory(_ settings: RunSettings = RunSettings()) throws {
  let model = SequentialModel<Int, InventoryCall, Int>(initial: 0) { stock, call in
    if case .add(let count, _) = call { stock += count }
    return stock
  }.partitioned(by: \.item)

  let call = Generator<InventoryCall> { source in
    let item = try source(.element(of: ["nuts", "bolts"]))
    return try source(.bool) ? .add(try source(.int(in: 1...3)), item: item) : .count(item: item)
  }
  try check(
    "the inventory is linearizable", forAll: .array(of: .array(of: call, count: 1...3), count: 2...3),
    scheduled: .mixed, settings: settings
  ) { plans, trial in
    let inventory = Inventory()
    let recorder = HistoryRecorder<InventoryCall, Int>()
    let tasks = plans.enumerated().map { number, plan in
      Task(name: "client \(number + 1)") {
        for call in plan {
          await recorder.record("client \(number + 1)", call) {
            switch call {
            case .add(let count, let item): await inventory.add(count, of: item)
            case .count(let item): await inventory.count(of: item)
            }
          }
        }
      }
    }
    for task in tasks { await task.value }
    try recorder.history.expectLinearizable(by: model, notingIn: trial, operation: \.text)
  }
}
