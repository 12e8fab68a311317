import PropertyTesting

/// Loses what it holds when it is full; nothing else is wrong with it.
struct Stack {
  private(set) var items: [Int] = []
  let limit: Int

  mutating func push(_ item: Int) {
    if items.count < limit { items.append(item) }
  }
}

enum StackMachine {
  typealias StackCommand = Command<[Int], Stack>

  static let push = StackCommand("push", with: .int(in: 0...9)) { items, item in
    items.append(item)
  } system: { stack, item in
    stack.push(item)
  }

  static let pop = StackCommand("pop") { items in
    items.popLast()
  } system: { stack in
    let item = stack.items.last
    stack = stack.popped
    return item
  }

  static let clear = StackCommand("clear") { items in
    items = []
  } system: { stack in
    stack = Stack(limit: stack.limit)
  }

  static let top = StackCommand("top") { items in
    items.last
  } system: { stack in
    stack.items.last
  }

  static let machine = StateMachine(
    initially: [], commands: [push, pop, clear, top],
    invariants: [Invariant("the stack is as deep as the model") { items, stack in stack.items.count == items.count }])
}

extension Stack {
  fileprivate var popped: Stack {
    var copy = Stack(limit: limit)
    for item in items.dropLast() { copy.push(item) }
    return copy
  }
}
