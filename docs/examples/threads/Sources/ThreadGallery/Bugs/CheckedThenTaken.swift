import Dispatch
import PropertyTesting

extension ThreadBug {
  static let checkedThenTaken = ThreadBug(
    "checked, then taken", "A shop looks for stock in one block on its queue and takes it in the next.",
    buggy: {
      try sellLastOne { shop in
        guard shop.queue.sync(execute: { shop.stock > 0 }) else { return }
        shop.queue.sync { shop.stock -= 1 }
      }
    },
    fixed: {
      try sellLastOne { shop in
        shop.queue.sync {
          if shop.stock > 0 { shop.stock -= 1 }
        }
      }
    })
}

private final class Shop: @unchecked Sendable {
  let queue = DispatchQueue(label: "shop")
  var stock = 1
}

private func sellLastOne(_ sell: @escaping @Sendable (Shop) -> Void) throws {
  let shop = Shop()
  inThreads({ sell(shop) }, { sell(shop) })
  try expect("stock", shop.queue.sync { shop.stock }, equals: 0)
}
