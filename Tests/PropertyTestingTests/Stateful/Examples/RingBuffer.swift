import PropertyTesting

/// A queue of at most so many numbers, in an array whose ends go round.
struct RingBuffer {
  private var slots: [Int]
  private var head = 0
  private var tail = 0

  init(capacity: Int) { slots = Array(repeating: 0, count: capacity) }

  var count: Int { (tail - head + slots.count) % slots.count }

  mutating func put(_ value: Int) {
    slots[tail] = value
    tail = (tail + 1) % slots.count
  }

  mutating func take() -> Int {
    defer { head = (head + 1) % slots.count }
    return slots[head]
  }
}

/// What a ring buffer of three should be: an array.
enum RingBufferMachine {
  static let put = Command<[Int], RingBuffer>("put", with: .int(in: 0...9), when: { $0.count < 3 }) { items, value in
    items.append(value)
  } system: { ring, value in
    ring.put(value)
  }

  static let take = Command<[Int], RingBuffer>("take", when: { !$0.isEmpty }) { items in
    items.removeFirst()
  } system: { ring in
    ring.take()
  }

  static let count = Command<[Int], RingBuffer>("count") { items in
    items.count
  } system: { ring in
    ring.count
  }

  static let machine = StateMachine(initially: [], commands: [put, take, count])
}

func checkRingBuffer(_ settings: RunSettings = RunSettings()) async throws {
  try await check("a ring buffer is a queue", of: RingBufferMachine.machine, settings: settings) {
    RingBuffer(capacity: 3)
  }
}
