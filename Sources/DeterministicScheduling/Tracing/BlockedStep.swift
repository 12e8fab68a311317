import CRunNotes
import CScheduling

extension SchedulerLoop {
  /// Has the watchdog say where a step is that does not end, where the tasks are that could run instead, one of which may hold what it
  /// waits for, and where all others wait. Once in a process.
  static let explainsBlockedSteps: Void = crn_explains_steps { context, returns, count, text, capacity in
    guard let context, let returns, let text, capacity > 0 else { return }
    // The loop's thread is in a step, and does not touch these.
    let loop = Unmanaged<SchedulerLoop>.fromOpaque(context).takeUnretainedValue()
    let stack = UnsafeBufferPointer(start: returns, count: Int(count)).map { UInt($0) }
    let jobs = loop.ready.compactMap { $0.job ?? $0.queue?.entries.first?.job }
    let ready = jobs.compactMap { ts_task_of($0.pointer) }
    let (next, later) = (ready.map { frames(of: $0) }, loop.unfinishedTasks(besides: ready).map { frames(of: $0) })
    let symbols = Symbols(resumed: next + later, returned: [stack], isInterrupted: true)
    var lines: [String] = symbols.places(stack).prefix(1).map { "  in       \($0.function) (\($0.position))\n" }
    for place in next.prefix(5).compactMap({ symbols.places($0).first }) {
      lines.append("  ready    another task could go on at \(place.function) (\(place.position))\n")
    }
    let waiting = later.compactMap { symbols.places($0).first }
    for place in waiting.prefix(5) { lines.append("  waits    another task waits in \(place.function) (\(place.position))\n") }
    if waiting.count > 5 { lines.append("  waits    \(waiting.count - 5) more\n") }
    let bytes = lines.joined().utf8.prefix(capacity - 1)
    for (position, byte) in bytes.enumerated() { text[position] = CChar(bitPattern: byte) }
    text[bytes.count] = 0
  }

  /// Tasks that have not finished, without that of the step: none if some run on executors of their own, where they may finish meanwhile.
  private func unfinishedTasks(besides ready: [UnsafeMutableRawPointer]) -> [UnsafeMutableRawPointer] {
    guard state.pointee.foreign == 0 else { return [] }
    let count = Int(state.pointee.kept_count)
    return withUnsafeBytes(of: state.pointee.kept) { $0.bindMemory(to: ts_kept_task.self).prefix(count).map(\.task) }
      .filter { $0 != currentTask && !ready.contains($0) }
  }

  private static func frames(of task: UnsafeMutableRawPointer) -> [UInt] {
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: 16) { buffer in
      buffer.initialize(repeating: nil)
      guard let base = buffer.baseAddress else { return [] }
      return buffer.prefix(Int(ts_async_frames(task, base, 16))).map { UInt(bitPattern: $0) }
    }
  }
}
