import PropertyTesting

/// A queue in an array, whose ends go round.
struct Ring {
  enum Bug { case none, countsModuloCapacity, doesNotWrap }

  /// Called where it must not be.
  struct Misuse: Error {}

  let bug: Bug
  let misuses: Counter
  private var slots: [Int]
  private var head = 0
  private var stored = 0

  init(capacity: Int, _ bug: Bug = .none, misuses: Counter = Counter()) {
    self.bug = bug
    self.misuses = misuses
    slots = Array(repeating: 0, count: capacity)
  }

  var count: Int { bug == .countsModuloCapacity ? stored % slots.count : stored }

  mutating func put(_ value: Int) throws {
    guard stored < slots.count else {
      misuses.increment()
      throw Misuse()
    }
    let end = head + stored
    slots[bug == .doesNotWrap ? min(end, slots.count - 1) : end % slots.count] = value
    stored += 1
  }

  mutating func take() throws -> Int {
    guard stored > 0 else {
      misuses.increment()
      throw Misuse()
    }
    defer {
      head = (head + 1) % slots.count
      stored -= 1
    }
    return slots[head]
  }
}

enum RingMachine {
  static let capacity = 3

  static let put = Command<[Int], Ring>("put", with: .int(in: 0...9), when: { $0.count < capacity }) { items, value in
    items.append(value)
  } system: { ring, value in
    try ring.put(value)
  }

  static let take = Command<[Int], Ring>("take", when: { !$0.isEmpty }) { items in
    items.removeFirst()
  } system: { ring in
    try ring.take()
  }

  static let count = Command<[Int], Ring>("count") { items in
    items.count
  } system: { ring in
    ring.count
  }

  static let machine = StateMachine(initially: [], commands: [put, take, count])
}
