import Dispatch
import PropertyTesting
import Synchronization

/// A random program of two threads over four queues, of which two have the first as target, and a group.
struct DispatchProgram: CustomStringConvertible {
  indirect enum Step: Sendable {
    case note(Int)
    case async([Step], Int)
    case barrier([Step], Int)
    case grouped([Step], Int)
    case sync([Step], Int)
    case item([Step], Int, isCancelled: Bool, isAwaited: Bool)
    case suspending([Step], Int)
    case task([Step])
    case after([Step], Int)
  }

  var threads: [[Step]]
  var description: String { threads.map { "\($0)" }.joined(separator: "\n") }

  static func random(_ random: inout some RandomNumberGenerator) -> DispatchProgram {
    var notes = 0
    return DispatchProgram(threads: (0..<2).map { _ in steps(&random, depth: 0, &notes) })
  }

  private static func steps(_ random: inout some RandomNumberGenerator, depth: Int, _ notes: inout Int) -> [Step] {
    (0..<Int.random(in: 1...2, using: &random)).map { _ in
      let kind = Int.random(in: depth == 2 ? 0...0 : 0...9, using: &random)
      if kind == 0 {
        notes += 1
        return .note(notes)
      }
      let inner = steps(&random, depth: depth + 1, &notes)
      let queue = Int.random(in: 0...3, using: &random)
      switch kind {
      case 1, 2: return .async(inner, queue)
      case 3: return .barrier(inner, queue)
      case 4: return .grouped(inner, queue)
      case 5: return .sync(inner, queue)
      case 6:
        let (isCancelled, isAwaited) = (Bool.random(using: &random), Bool.random(using: &random))
        return .item(inner, queue, isCancelled: isCancelled, isAwaited: isAwaited)
      case 7: return .suspending(inner, queue)
      case 8: return .task(inner)
      default: return .after(inner, queue)
      }
    }
  }

  private final class World: Sendable {
    let queues: [DispatchQueue]
    let group = DispatchGroup()
    let notes = Mutex<[Int]>([])

    init() {
      let first = DispatchQueue(label: "first")
      queues = [
        first, DispatchQueue(label: "second", attributes: .concurrent), DispatchQueue(label: "third", target: first),
        DispatchQueue(label: "fourth", attributes: .concurrent, target: first),
      ]
    }

    /// The group is entered for all that somebody has to wait for.
    func perform(_ steps: [Step]) {
      for step in steps {
        switch step {
        case .note(let number): notes.withLock { $0.append(number) }
        case .async(let inner, let queue): later(inner) { queues[queue].async(execute: $0) }
        case .barrier(let inner, let queue): later(inner) { queues[queue].async(flags: .barrier, execute: $0) }
        case .grouped(let inner, let queue): queues[queue].async(group: group) { [self] in perform(inner) }
        case .sync(let inner, let queue): queues[queue].sync { perform(inner) }
        case .item(let inner, let queue, let isCancelled, let isAwaited):
          let item = DispatchWorkItem { [self] in perform(inner) }
          queues[queue].async(group: group, execute: item)
          if isCancelled { item.cancel() }
          if isAwaited { item.wait() }
        case .suspending(let inner, let queue):
          queues[queue].suspend()
          perform(inner)
          queues[queue].resume()
        case .task(let inner): later(inner) { work in Task { work() } }
        case .after(let inner, let queue): later(inner) { queues[queue].asyncAfter(deadline: .now() + 1, execute: $0) }
        }
      }
    }

    private func later(_ steps: [Step], _ start: (@escaping @Sendable () -> Void) -> Void) {
      group.enter()
      start { [self] in
        perform(steps)
        group.leave()
      }
    }
  }

  /// Runs the program, and claims that the notes come in their order: which some schedules may refute.
  func run() throws {
    let world = World()
    joined(threads.map { steps in { world.perform(steps) } })
    world.group.wait()
    let notes = world.notes.withLock { $0 }
    try expect("the notes are in order", notes, equals: notes.sorted())
  }
}
