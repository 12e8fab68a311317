import CRunNotes
import CScheduling

extension SchedulerLoop {
  /// Has the watchdog say where a step is that does not end, and where the tasks are that could run instead, one of which may hold what it
  /// waits for. Once in a process.
  static let explainsBlockedSteps: Void = crn_explains_steps { context, returns, count, text, capacity in
    guard let context, let returns, let text, capacity > 0 else { return }
    // The loop's thread is in a step, and does not touch these.
    let loop = Unmanaged<SchedulerLoop>.fromOpaque(context).takeUnretainedValue()
    let stack = UnsafeBufferPointer(start: returns, count: Int(count)).map { UInt($0) }
    let jobs = loop.ready.compactMap { $0.job ?? $0.queue?.entries.first?.job }
    let tasks = jobs.compactMap { ts_task_of($0.pointer) }.map { frames(of: $0) }
    let symbols = Symbols(resumed: tasks, returned: [stack])
    var lines = symbols.places(stack).prefix(1).map { "  in       \($0.function) (\($0.position))\n" }
    for place in tasks.prefix(5).compactMap({ symbols.places($0).first }) {
      lines.append("  ready    another task could go on at \(place.function) (\(place.position))\n")
    }
    let bytes = lines.joined().utf8.prefix(capacity - 1)
    for (position, byte) in bytes.enumerated() { text[position] = CChar(bitPattern: byte) }
    text[bytes.count] = 0
  }

  private static func frames(of task: UnsafeMutableRawPointer) -> [UInt] {
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: 16) { buffer in
      buffer.initialize(repeating: nil)
      guard let base = buffer.baseAddress else { return [] }
      return buffer.prefix(Int(ts_async_frames(task, base, 16))).map { UInt(bitPattern: $0) }
    }
  }
}
