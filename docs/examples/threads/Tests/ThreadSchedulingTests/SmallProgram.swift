import Foundation
import PropertyTesting
import Synchronization

/// A program of two or three threads, or of tasks, over two atomics and two locks, and with tasks an actor.
struct SmallProgram: CustomStringConvertible {
  enum Step: Equatable {
    case load(Int), store(Int, Int), add(Int), exchange(Int, from: Int, to: Int), lock(Int), unlock(Int)
    /// On the actor: reads an atomic, and then adds one.
    case visit(Int)
  }

  var threads: [[Step]]
  var description: String { threads.map { "\($0)" }.joined(separator: "\n") }

  /// How a run ended: the atomics, and what each thread read; nil: a deadlock.
  struct End: Hashable {
    var atomics: [Int]
    var read: [Int]
    var isStuck = false
  }

  static func random(_ random: inout some RandomNumberGenerator, ofTasks: Bool = false) -> SmallProgram {
    let count = ofTasks ? 2 : Int.random(in: 2...3, using: &random)
    return SmallProgram(
      threads: (0..<count).map { _ in
        var steps: [Step] = []
        for _ in 0..<Int.random(in: 1...(count == 2 ? 3 : 2), using: &random) {
          let atomic = Int.random(in: 0...1, using: &random)
          if ofTasks, Int.random(in: 0..<3, using: &random) == 0 {
            steps.append(.visit(atomic))
            continue
          }
          switch Int.random(in: 0..<6, using: &random) {
          case 0: steps.append(.load(atomic))
          case 1: steps.append(.store(atomic, Int.random(in: 1...3, using: &random)))
          case 2: steps.append(.add(atomic))
          case 3: steps.append(.exchange(atomic, from: Int.random(in: 0...1, using: &random), to: 5))
          default:
            let inner: Step = Bool.random(using: &random) ? .load(atomic) : .add(atomic)
            let (outer, other) = (Int.random(in: 0...1, using: &random), Bool.random(using: &random))
            steps.append(.lock(outer))
            if other { steps.append(.lock(1 - outer)) }
            steps.append(inner)
            if other { steps.append(.unlock(1 - outer)) }
            steps.append(.unlock(outer))
          }
        }
        return steps
      })
  }

  /// All ends, by every order of all steps: what locks and atomics mean, without threads.
  /// - Parameter preemptions: how often a thread that could go on may be left for another; nil: as often as there are steps.
  func ends(preemptions: Int? = nil) -> Set<End> {
    struct State: Hashable {
      var positions: [Int]
      var last: Int?
      var preemptions = 0
      var atomics = [0, 0]
      var owners = [-1, -1, -1]
      var read: [Int]
      /// How far each has come in its visit of the actor.
      var visits: [Int]
    }
    var ends: Set<End> = []
    var seen: Set<State> = []
    var open = [State(positions: threads.map { _ in 0 }, read: threads.map { _ in 0 }, visits: threads.map { _ in 0 })]
    func canGoOn(_ thread: Int, _ state: State) -> Bool {
      guard state.positions[thread] < threads[thread].count else { return false }
      if case .lock(let lock) = threads[thread][state.positions[thread]] { return state.owners[lock] < 0 }
      return true
    }
    while let state = open.popLast() {
      guard seen.insert(state).inserted else { continue }
      var isOver = true
      for (thread, steps) in threads.enumerated() where state.positions[thread] < steps.count {
        var next = state
        if let preemptions {
          if let last = state.last, last != thread, canGoOn(last, state) { next.preemptions += 1 }
          if next.preemptions > preemptions { continue }
          next.last = thread
        }
        next.positions[thread] += 1
        switch steps[state.positions[thread]] {
        case .load(let atomic): next.read[thread] = next.read[thread] * 10 + next.atomics[atomic]
        case .store(let atomic, let value): next.atomics[atomic] = value
        case .add(let atomic): next.atomics[atomic] += 1
        case .exchange(let atomic, let from, let to):
          next.read[thread] = next.read[thread] * 10 + next.atomics[atomic]
          if next.atomics[atomic] == from { next.atomics[atomic] = to }
        case .lock(let lock):
          if state.owners[lock] >= 0 { continue }
          next.owners[lock] = thread
        case .unlock(let lock): next.owners[lock] = -1
        case .visit(let atomic):
          next.visits[thread] = (state.visits[thread] + 1) % 4
          if next.visits[thread] != 0 { next.positions[thread] -= 1 }
          switch state.visits[thread] {
          case 0:
            if state.owners[2] >= 0 { continue }
            next.owners[2] = thread
          case 1: next.read[thread] = next.read[thread] * 10 + next.atomics[atomic]
          case 2: next.atomics[atomic] += 1
          default: next.owners[2] = -1
          }
        }
        isOver = false
        open.append(next)
      }
      if isOver {
        let isStuck = zip(state.positions, threads).contains { $0 < $1.count }
        ends.insert(isStuck ? End(atomics: [], read: [], isStuck: true) : End(atomics: state.atomics, read: state.read))
      }
    }
    return ends
  }

  private final class World: @unchecked Sendable {
    let first = Atomic<Int>(0)
    let second = Atomic<Int>(0)
    let locks = [NSLock(), NSLock()]
    /// One for each thread.
    let read: UnsafeMutablePointer<Int>

    init(_ count: Int) {
      read = .allocate(capacity: count)
      read.initialize(repeating: 0, count: count)
    }

    deinit { read.deallocate() }

    func perform(_ step: Step, _ read: inout Int) {
      switch step {
      case .load(let atomic):
        let value = atomic == 0 ? first.load(ordering: .relaxed) : second.load(ordering: .relaxed)
        read = read * 10 + value
      case .store(let atomic, let value):
        if atomic == 0 { first.store(value, ordering: .relaxed) } else { second.store(value, ordering: .relaxed) }
      case .add(let atomic):
        if atomic == 0 { first.add(1, ordering: .relaxed) } else { second.add(1, ordering: .relaxed) }
      case .exchange(let atomic, let from, let to):
        let found =
          atomic == 0
          ? first.compareExchange(expected: from, desired: to, ordering: .relaxed).original
          : second.compareExchange(expected: from, desired: to, ordering: .relaxed).original
        read = read * 10 + found
      case .lock(let lock): locks[lock].lock()
      case .unlock(let lock): locks[lock].unlock()
      case .visit(let atomic):
        perform(.load(atomic), &read)
        perform(.add(atomic), &read)
      }
    }

    func end(_ count: Int) -> End {
      End(atomics: [first.load(ordering: .relaxed), second.load(ordering: .relaxed)], read: (0..<count).map { read[$0] })
    }
  }

  private actor Host {
    func perform(_ step: Step, in world: World, _ read: Int) -> Int {
      var read = read
      world.perform(step, &read)
      return read
    }
  }

  /// Runs the program on threads.
  func run() -> End {
    let world = World(threads.count)
    joined(
      threads.enumerated().map { number, steps in
        {
          var read = 0
          for step in steps { world.perform(step, &read) }
          world.read[number] = read
        }
      })
    return world.end(threads.count)
  }

  /// Runs the program on tasks, for whose end the caller waits.
  func runOnTasks() -> End {
    let (world, host, done) = (World(threads.count), Host(), DispatchSemaphore(value: 0))
    for (number, steps) in threads.enumerated() {
      Task {
        var read = 0
        for step in steps {
          if case .visit = step { read = await host.perform(step, in: world, read) } else { world.perform(step, &read) }
        }
        world.read[number] = read
        done.signal()
      }
    }
    for _ in threads { done.wait() }
    return world.end(threads.count)
  }
}
