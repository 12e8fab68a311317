import CThreads

/// All orders of the steps of a program that can have different results: dynamic partial-order reduction (Flanagan and Godefroid, POPL
/// 2005) with sleep sets (Godefroid, 1996), without a bound; with a bound of preemptions, and without sleep sets, which are not sound
/// there, as bounded partial-order reduction (Coons, Musuvathi and McKinley, OOPSLA 2013).
///
/// Each run follows the path up to the point that differs, and goes on by the default. Two steps are run in both orders only if they
/// touch the same atomic, lock or semaphore, or if both are Dispatch's: see ``Operation/depends(on:)``.
final class InterleavingSearch {
  /// What a thread does at a step.
  struct Operation {
    let thread: Int
    let kind: Int
    let object: UnsafeRawPointer?

    init(_ alternative: ct_alternative) {
      (thread, kind, object) = (Int(alternative.thread), Int(alternative.kind), alternative.object)
    }

    init(_ waiting: ct_waiting) {
      (thread, kind, object) = (Int(waiting.thread), Int(waiting.kind), waiting.object)
    }

    private enum Reach { case nothing, object, condition, dispatch }

    /// What it touches: an object of its own, that and the lock of a condition, or anything of Dispatch.
    private var reach: Reach {
      switch kind {
      case ct_begin, ct_start, ct_yield, ct_sleep, ct_time: .nothing
      case ct_queue_async, ct_queue_sync, ct_queue_begin, ct_queue_end, ct_group_enter, ct_group_wait, ct_group_leave, ct_cancel:
        .dispatch
      case ct_wait: .condition
      default: .object
      }
    }

    private var changes: Bool { kind != ct_load && kind != ct_read && kind != ct_read_lock }
    private var isOfLock: Bool { kind == ct_lock || kind == ct_unlock || kind == ct_try_lock || kind == ct_read_lock }

    /// Whether the order of two steps can matter.
    func depends(on other: Operation) -> Bool {
      if thread == other.thread { return true }
      switch (reach, other.reach) {
      case (.nothing, _), (_, .nothing): return false
      case (.dispatch, .dispatch): return true
      case (.dispatch, _), (_, .dispatch): return false
      // Who waits on a condition takes its lock again.
      case (.condition, _) where other.isOfLock || other.kind == ct_wait: return true
      case (_, .condition) where isOfLock: return true
      default: return object == other.object && (changes || other.changes)
      }
    }
  }

  private struct Node {
    var alternatives: [Operation]
    var chosen: Operation
    var toDo: Set<Int>
    var done: Set<Int>
    var sleeping: Set<Int>
    let preemptions: Int
    /// What came before the step, by thread: the index of its last step, from 1.
    var clock: [Int] = []
  }

  private let preemptions: Int?
  private var path: [Node] = []
  private var depth = 0
  private var creators: [Int: Int] = [:]
  private(set) var explored = 0
  /// Where every thread that could go on sleeps: what follows is covered by other runs.
  private var covered: Int?
  var isRedundant: Bool { covered != nil }

  init(preemptions: Int?) { self.preemptions = preemptions }

  /// Before each run.
  func begin() {
    depth = 0
    creators = [:]
    covered = nil
    explored += 1
  }

  func choose(_ buffer: UnsafeBufferPointer<ct_alternative>) -> Int {
    let alternatives = buffer.map { Operation($0) }
    for alternative in alternatives where creators[alternative.thread] == nil { creators[alternative.thread] = depth - 1 }
    defer { depth += 1 }
    if depth < path.count {
      // Addresses differ from run to run.
      path[depth].alternatives = alternatives
      let index = alternatives.firstIndex { $0.thread == path[depth].chosen.thread } ?? 0
      path[depth].chosen = alternatives[index]
      return index
    }
    let before = path.last
    var sleeping: Set<Int> = []
    if preemptions == nil, let before {
      for thread in before.sleeping.union(before.done) where thread != before.chosen.thread {
        guard let operation = before.alternatives.first(where: { $0.thread == thread }), !operation.depends(on: before.chosen)
        else { continue }
        sleeping.insert(thread)
      }
    }
    let awake = alternatives.firstIndex { !sleeping.contains($0.thread) }
    if awake == nil, covered == nil { covered = depth }
    let index = awake ?? 0
    var count = before?.preemptions ?? 0
    if let before, isPreemption(from: before.chosen.thread, to: alternatives[index].thread, among: alternatives) { count += 1 }
    path.append(
      Node(
        alternatives: alternatives, chosen: alternatives[index], toDo: [alternatives[index].thread], done: [], sleeping: sleeping,
        preemptions: count))
    return index
  }

  private func isPreemption(from last: Int, to next: Int, among alternatives: [Operation]) -> Bool {
    last != next && alternatives.contains { $0.thread == last }
  }

  /// After each run.
  /// - Parameter waiting: what the threads wait to do that did not go on.
  /// - Returns: whether there is another one.
  func end(waiting: [Operation]) -> Bool {
    path.removeLast(max(0, path.count - depth))
    findRaces(waiting)
    if let covered { path.removeLast(path.count - covered) }
    while let node = path.popLast() {
      var node = node
      node.done.insert(node.chosen.thread)
      let last = path.last
      let next = node.alternatives.first { candidate in
        guard node.toDo.contains(candidate.thread), !node.done.contains(candidate.thread), !node.sleeping.contains(candidate.thread)
        else { return false }
        return preemptions.map { count(of: candidate, in: node, after: last) <= $0 } ?? true
      }
      guard let next else { continue }
      let switches = count(of: next, in: node, after: last)
      path.append(
        Node(
          alternatives: node.alternatives, chosen: next, toDo: node.toDo, done: node.done, sleeping: node.sleeping,
          preemptions: switches))
      return true
    }
    return false
  }

  private func count(of candidate: Operation, in node: Node, after last: Node?) -> Int {
    guard let last else { return 0 }
    return last.preemptions
      + (isPreemption(from: last.chosen.thread, to: candidate.thread, among: node.alternatives) ? 1 : 0)
  }

  /// Finds the steps that could have come in another order, and marks where to try it.
  private func findRaces(_ waiting: [Operation]) {
    let count = (creators.keys.max() ?? 0) + 1
    var clocks = [[Int]](repeating: [], count: count)
    for thread in 0..<count { clocks[thread] = [Int](repeating: 0, count: count) }
    for (index, node) in path.enumerated() {
      let step = node.chosen
      let thread = step.thread
      guard thread >= 0, thread < count else { continue }
      if let creator = creators[thread], creator >= 0, clocks[thread].allSatisfy({ $0 == 0 }), path[creator].chosen.thread >= 0 {
        clocks[thread] = path[creator].clock
      }
      let before = clocks[thread]
      // Time passes only if nothing else can go on: it comes after all.
      for other in path[..<index] where !other.clock.isEmpty && (step.kind == ct_sleep || other.chosen.depends(on: step)) {
        join(&clocks[thread], other.clock)
      }
      if step.kind != ct_sleep { mark(step, before: index, before, clocks[thread]) }
      clocks[thread][thread] = index + 1
      path[index].clock = clocks[thread]
    }
    for operation in waiting where operation.thread >= 0 && operation.thread < count {
      var whole = clocks[operation.thread]
      for other in path where other.chosen.depends(on: operation) && !other.clock.isEmpty { join(&whole, other.clock) }
      mark(operation, before: path.count, clocks[operation.thread], whole)
    }
  }

  private func join(_ clock: inout [Int], _ other: [Int]) {
    for index in clock.indices { clock[index] = max(clock[index], other[index]) }
  }

  /// - Parameters:
  ///   - clock: what came before the step in its own thread.
  ///   - whole: the same, and what the step depends on.
  private func mark(_ step: Operation, before end: Int, _ clock: [Int], _ whole: [Int]) {
    for index in path[..<end].indices.reversed() {
      let other = path[index].chosen
      guard other.thread != step.thread, other.thread >= 0, other.depends(on: step), index + 1 > clock[other.thread] else { continue }
      demand(step, at: index, end, whole)
      guard preemptions != nil else { continue }
      // With a bound, also where the other thread began its stretch: the switch costs nothing there.
      var first = index
      while first > 0, path[first - 1].chosen.thread == other.thread { first -= 1 }
      if first != index { demandAny(step.thread, at: first) }
    }
  }

  /// Has one of the threads run at `index` that could begin an order in which the step comes first: of what ran since without need of the
  /// step there, the first of each thread that needs none of the others (source sets: Abdulla, Aronis, Jonsson and Sagonas, POPL 2014).
  private func demand(_ step: Operation, at index: Int, _ end: Int, _ whole: [Int]) {
    guard preemptions == nil else { return demandAny(step.thread, at: index) }
    let other = path[index].chosen.thread
    var order: [Int] = []
    var begins: Set<Int> = []
    var met: Set<Int> = []
    func consider(_ thread: Int, _ clock: [Int]) {
      if met.insert(thread).inserted, !order.contains(where: { clock[path[$0].chosen.thread] >= $0 + 1 }) { begins.insert(thread) }
    }
    for next in path[..<end].indices.dropFirst(index + 1) where path[next].clock[other] < index + 1 {
      consider(path[next].chosen.thread, path[next].clock)
      order.append(next)
    }
    consider(step.thread, whole)
    guard path[index].toDo.isDisjoint(with: begins) else { return }
    let ready = Set(path[index].alternatives.map(\.thread))
    let usable = begins.intersection(ready)
    if let awake = usable.subtracting(path[index].sleeping).min() ?? usable.min() {
      path[index].toDo.insert(awake)
    } else {
      path[index].toDo.formUnion(ready)
    }
  }

  private func demandAny(_ thread: Int, at index: Int) {
    let ready = path[index].alternatives.map(\.thread)
    if ready.contains(thread) { path[index].toDo.insert(thread) } else { path[index].toDo.formUnion(ready) }
  }
}
