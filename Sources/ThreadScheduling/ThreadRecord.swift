import CThreads
import DeterministicScheduling
import PropertyTesting

/// What a run of threads did, in words.
struct ThreadRecord: Sendable {
  struct Step: Sendable, Hashable {
    let thread: Int
    let kind: Int
    let object: UInt
    let place: UInt
    let time: Int64
    let isSwitch: Bool
    /// What an atomic showed.
    let value: UInt64?
    /// The locks that the thread held before the step.
    let holds: [UInt]
  }

  private struct Waiting: Sendable {
    let thread: Int
    let kind: Int
    let object: UInt
    let stack: [UInt]
    let holder: Int
    let holderStack: [UInt]
    let isSpinning: Bool
  }

  private let steps: [Step]
  private let waiting: [Waiting]
  private let names: [(name: String?, stack: [UInt])]
  private let hash: UInt64
  private let all: Int64

  /// Of the last run, which nobody overwrites meanwhile.
  init(_ outcome: ct_outcome) {
    steps = (0..<ct_step_count()).map { index in
      let step = ct_step_at(index)
      return Step(
        thread: Int(step.thread), kind: Int(step.kind), object: UInt(bitPattern: step.object), place: UInt(bitPattern: step.place),
        time: step.time, isSwitch: step.is_switch, value: step.has_value ? step.value : nil,
        holds: [step.holds.0, step.holds.1, step.holds.2, step.holds.3].prefix(Int(step.held)).map { UInt(bitPattern: $0) })
    }
    waiting = (0..<ct_waiting_count()).map { index in
      let one = ct_waiting_at(index)
      return Waiting(
        thread: Int(one.thread), kind: Int(one.kind), object: UInt(bitPattern: one.object), stack: Self.stack(one.place, one.stack),
        holder: Int(one.holder), holderStack: Self.stack(one.holder_place, one.holder_stack), isSpinning: one.is_spinning)
    }
    names = (0..<outcome.threads).map { thread in
      let name = ct_thread_name(thread).map { String(cString: $0) }
      return (name.flatMap { $0.isEmpty ? nil : $0 }, Self.stack(ct_thread_place(thread), ct_thread_stack(thread)))
    }
    hash = outcome.trace_hash
    all = outcome.steps
  }

  /// A place and the calls around it, innermost first.
  static func stack(_ place: UnsafeRawPointer?, _ stack: UnsafePointer<ct_stack>?) -> [UInt] {
    var addresses = place.map { [UInt(bitPattern: $0)] } ?? []
    var next = stack
    while let current = next, addresses.count < 24 {
      if let returns = current.pointee.returns { addresses.append(UInt(bitPattern: returns)) }
      next = UnsafePointer(current.pointee.parent)
    }
    return addresses
  }

  var hasSeveralThreads: Bool { names.count > 1 }

  func label(_ thread: Int) -> String {
    if thread == 0 { return "the body" }
    guard thread > 0, thread < names.count else { return "time" }
    return names[thread].name.map { "thread \(thread) “\($0)”" } ?? "thread \(thread)"
  }

  /// Objects are numbered as they come up.
  private var objects: [UInt: String] {
    var names: [UInt: String] = [:]
    var counts: [String: Int] = [:]
    for step in steps where step.object != 0 && names[step.object] == nil {
      let kind = Self.sort(of: step.kind)
      counts[kind, default: 0] += 1
      names[step.object] = "\(kind) \(counts[kind, default: 0])"
    }
    return names
  }

  private static func sort(of kind: Int) -> String {
    switch kind {
    case ct_read, ct_write: "variable"
    case ct_load, ct_store, ct_update: "atomic"
    case ct_lock, ct_unlock, ct_try_lock, ct_read_lock: "lock"
    case ct_wait, ct_signal: "semaphore or condition"
    case ct_queue_async, ct_queue_sync, ct_queue_begin, ct_queue_end: "queue"
    case ct_group_enter, ct_group_wait, ct_group_leave: "group"
    case ct_once: "once"
    case ct_hop: "actor"
    case ct_cancel: "task"
    default: "object"
    }
  }

  private static func verb(_ kind: Int) -> String {
    switch kind {
    case ct_read: "reads"
    case ct_write: "writes"
    case ct_load: "loads"
    case ct_store: "stores"
    case ct_update: "updates"
    case ct_lock: "locks"
    case ct_unlock: "unlocks"
    case ct_try_lock: "tries"
    case ct_read_lock: "locks to read"
    case ct_wait: "waits for"
    case ct_signal: "signals"
    case ct_start: "starts a thread"
    case ct_join: "joins"
    case ct_end: "ends"
    case ct_sleep: "sleeps"
    case ct_yield: "yields"
    case ct_once: "initializes"
    case ct_queue_sync, ct_queue_async: "hands work to"
    case ct_group_wait: "waits for"
    case ct_group_enter: "enters"
    case ct_group_leave: "leaves"
    case ct_queue_begin: "takes work of"
    case ct_queue_end: "ends work of"
    case ct_hop: "goes to or from"
    case ct_cancel: "cancels or asks"
    default: "begins"
    }
  }

  private func words(_ step: Step, _ objects: [UInt: String], _ places: ThreadPlaces) -> String {
    let isNamed = ![ct_start, ct_join, ct_end, ct_sleep, ct_yield, ct_begin].contains(step.kind)
    let object = isNamed ? objects[step.object].map { " \($0)" } ?? "" : ""
    let value = [ct_load, ct_store, ct_update].contains(step.kind) ? step.value.map { " (\(Int64(bitPattern: $0)))" } ?? "" : ""
    return Self.verb(step.kind) + object + value + (places.position(step.place).map { " \($0)" } ?? "")
  }

  /// Steps that one thread ran without another in between.
  private var stretches: [[Step]] {
    steps.reduce(into: []) { stretches, step in
      if let last = stretches.last?.last, last.thread == step.thread, !step.isSwitch {
        stretches[stretches.count - 1].append(step)
      } else {
        stretches.append([step])
      }
    }
  }

  /// A line for each stretch; what came of a switch is marked.
  func lines(atMost limit: Int) -> [String] {
    let places = ThreadPlaces(steps.map { [$0.place] } + names.map(\.stack))
    let objects = objects
    var started: Set<Int> = []
    let stretches = stretches
    let lines = stretches.enumerated().map { index, stretch in
      let first = stretch[0]
      var line = (first.isSwitch ? "⇄ " : "  ") + (first.time > 0 ? "\(Duration.nanoseconds(first.time))  " : "") + label(first.thread)
      if started.insert(first.thread).inserted {
        line += " starts"
        let site = names[first.thread].stack.compactMap { places.position($0) }.first
        if first.thread > 0, let site { line += ", created at \(site)" }
      }
      let told = stretch.filter { ![ct_begin, ct_end].contains($0.kind) }
      let words = told.map { self.words($0, objects, places) }
      let shown = words.count > 5 ? words.prefix(2) + ["…"] + words.suffix(2) : words[...]
      if !shown.isEmpty { line += ": " + shown.joined(separator: ", ") }
      // Between two stretches of a thread, nothing changes what it holds.
      let next = stretches[(index + 1)...].first { $0[0].thread == first.thread }
      let locks = (next?[0].holds ?? []).compactMap { objects[$0] }
      return line + (locks.isEmpty ? "" : "  (holds \(locks.joined(separator: ", ")))")
    }
    return lines.count > limit ? lines.prefix(limit) + ["… \(lines.count - limit) more lines"] : lines
  }

  /// A lane for each thread, a bar for each stretch; a thread that waits for ever has one more at the end.
  func drawing(atMost limit: Int) -> TraceFigure {
    let places = ThreadPlaces(steps.map { [$0.place] } + waiting.map(\.stack))
    let objects = objects
    let stretches = stretches
    var bars = stretches.prefix(limit).enumerated().map { place, stretch in
      TraceFigure.Bar(
        lane: max(0, stretch[0].thread), start: place, end: place + 1,
        text: stretch.prefix(4).map { words($0, objects, places) }.joined(separator: ", "), isSwitch: stretch[0].isSwitch)
    }
    let end = min(stretches.count, limit)
    for one in waiting {
      bars.append(TraceFigure.Bar(lane: one.thread, start: end, end: end + 1, text: waits(one, objects, places), isStuck: true))
    }
    return .lanes(
      TraceFigure.Lanes(kind: .schedule, names: names.indices.map(label), bars: bars, omitted: max(0, stretches.count - limit)))
  }

  /// Who waits at the end, for what, where, and who holds it.
  var waitingLines: [String] {
    let places = ThreadPlaces(waiting.map(\.stack) + waiting.map(\.holderStack))
    let objects = objects
    return waiting.map { label($0.thread) + " " + waits($0, objects, places) }
  }

  private func waits(_ one: Waiting, _ objects: [UInt: String], _ places: ThreadPlaces) -> String {
    let object = objects[one.object].map { " \($0)" } ?? ""
    var line = one.isSpinning ? "spins" : one.kind == ct_join ? "waits for the end of a thread" : "waits for\(object)"
    if let place = one.stack.compactMap({ places.place($0) }).first { line += " in \(place.function) at \(place.position)" }
    if one.holder >= 0 {
      line += ", which \(one.holder == one.thread ? "it holds itself" : label(one.holder) + " holds")"
      if let place = one.holderStack.compactMap({ places.position($0) }).first { line += " since \(place)" }
    }
    return line
  }

  /// The thread that ran last, and where it was.
  var running: String? {
    guard let last = steps.last else { return nil }
    let places = ThreadPlaces([[last.place]])
    return "“\(label(last.thread))”" + (places.position(last.place).map { " after \($0)" } ?? "")
  }

  /// A word for each step that is the same in every process, to tell where two runs part.
  var compared: ScheduleSteps.Run {
    let record = self
    return ScheduleSteps.Run(identity: [Int(truncatingIfNeeded: hash), Int(all)]) {
      let places = ThreadPlaces(record.steps.map { [$0.place] })
      return record.steps.prefix(2_000).map { step in
        record.label(step.thread) + " " + Self.verb(step.kind) + (places.position(step.place).map { " at \($0)" } ?? "")
      } + (record.steps.count > 2_000 ? ["the last of \(record.all) steps (\(String(record.hash, radix: 16)))"] : [])
    }
  }
}

/// Where addresses lie in the source.
struct ThreadPlaces {
  private let symbols: Symbols

  /// - Parameter stacks: innermost first.
  init(_ stacks: [[UInt]]) {
    // Each address is looked up by itself: as a stack, those behind the first with a place would not be.
    symbols = Symbols(resumed: [], returned: Set(stacks.flatMap { $0 }).filter { $0 != 0 }.map { [$0] })
  }

  func place(_ address: UInt) -> CodePlace? { symbols.places([address]).first }
  func position(_ address: UInt) -> String? { place(address)?.position }
}
