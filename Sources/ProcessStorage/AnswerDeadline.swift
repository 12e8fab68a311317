import Foundation

/// When an answer is late. A busy machine is no fault of a store: neither the time counts in which the adapter could run, but another
/// process had the processor, nor that in which the machine had no idle processor, for the adapter may wait for one that waits, too.
struct AnswerDeadline {
  /// However busy the machine is, the wait ends after this many times the limit.
  private static let mostExtensions = 10
  let limit: Duration
  private let start: ContinuousClock.Instant
  /// When to look at the adapter next: a quarter of the limit after the request, and then whenever the time would be over.
  private(set) var nextLook: ContinuousClock.Instant
  private var deadline: ContinuousClock.Instant
  private var seen: ProcessorUse?
  private var lastLook: ContinuousClock.Instant
  private var waited = Duration.zero
  private var used = Duration.zero

  init(_ limit: Duration, now: ContinuousClock.Instant = .now) {
    self.limit = limit
    start = now
    deadline = now + limit
    nextLook = now + limit / 4
    lastLook = now
  }

  /// At least 1 until the next look, so that a wait for what is left is a wait.
  var milliseconds: Int32 {
    let rest = nextLook - .now
    guard rest > .zero else { return 0 }
    return Int32(clamping: rest.components.seconds * 1_000 + rest.components.attoseconds / 1_000_000_000_000_000 + 1)
  }

  /// Whether the time is over. Looks at the processor time of the adapter if it is time for that.
  mutating func isOver(for process: Int32) -> Bool { isOver(at: .now) { ProcessorUse(of: process) } }

  /// - Parameter look: the processor time of the adapter at `now`; nil where the system does not tell.
  mutating func isOver(at now: ContinuousClock.Instant, _ look: () -> ProcessorUse?) -> Bool {
    guard now >= nextLook else { return false }
    let use = look()
    if let use, let seen {
      let (more, moreUsed) = (use.waited(since: seen), use.used(since: seen))
      waited += more
      used += moreUsed
      let elapsed = now - lastLook
      let counted = use.idle(since: seen).map { min(elapsed, $0 + moreUsed) } ?? elapsed
      deadline += max(more, elapsed - counted)
    } else if use != nil {
      // Whoever looks late for the first time may have had no processor either.
      deadline = max(deadline, now + limit / 2)
    }
    (seen, lastLook) = (use, now)
    if now >= min(deadline, start + limit * Self.mostExtensions) { return true }
    nextLook = max(deadline, now + .milliseconds(1))
    return false
  }

  /// What the adapter did instead of answering, as the end of a sentence.
  var circumstances: String {
    guard seen != nil else { return "" }
    func seconds(_ duration: Duration) -> String { String(format: "%.1f s", duration / .seconds(1)) }
    if used > limit / 4 { return ", in which it computed for \(seconds(used))" }
    return waited > limit / 4
      ? ", in which it waited for a processor for \(seconds(waited))" : ", in which it waited for something and used no processor"
  }
}

/// The processor time of each thread of a process and of those in its group, and that which nobody used.
struct ProcessorUse {
  private var threads: [String: (used: Duration, waited: Duration)] = [:]
  /// Of all processors; nil where the system does not tell.
  private var idle: Duration?

  init(threads: [String: (used: Duration, waited: Duration)], idle: Duration? = nil) {
    self.threads = threads
    self.idle = idle
  }

  /// Nil where the system does not tell.
  init?(of process: Int32) {
    #if os(Linux)
      for member in ProcessGroup.members(process) {
        let folder = "/proc/\(member)/task"
        for thread in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
          // On the processor, and ready to run without one, in nanoseconds.
          guard let text = try? String(contentsOfFile: "\(folder)/\(thread)/schedstat", encoding: .utf8) else { continue }
          let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int64($0) }
          if numbers.count > 1 { threads[thread] = (.nanoseconds(numbers[0]), .nanoseconds(numbers[1])) }
        }
      }
      idle = Self.idle
    #endif
    if threads.isEmpty { return nil }
  }

  #if os(Linux)
    /// "cpu", and the hundredths of seconds in user, nice, system, idle and waiting for a disk: proc_stat(5).
    private static var idle: Duration? {
      guard let line = try? String(contentsOfFile: "/proc/stat", encoding: .utf8).prefix(while: { $0 != "\n" }) else { return nil }
      let numbers = line.split(separator: " ").compactMap { Int64($0) }
      return numbers.count > 4 ? .milliseconds(10 * (numbers[3] + numbers[4])) : nil
    }
  #endif

  func idle(since earlier: ProcessorUse) -> Duration? {
    guard let idle, let before = earlier.idle else { return nil }
    return idle - before
  }

  func used(since earlier: ProcessorUse) -> Duration { most(since: earlier, \.used) }

  /// Of the thread that waited longest: one may wait for another.
  func waited(since earlier: ProcessorUse) -> Duration { most(since: earlier, \.waited) }

  private func most(since earlier: ProcessorUse, _ part: KeyPath<(used: Duration, waited: Duration), Duration>) -> Duration {
    threads.map { $0.value[keyPath: part] - (earlier.threads[$0.key]?[keyPath: part] ?? .zero) }.max() ?? .zero
  }
}
