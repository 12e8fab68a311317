import Foundation

/// When an answer is late. The time in which the adapter could run, but another process had the processor, does not count: a busy machine
/// is no fault of a store.
struct AnswerDeadline {
  /// However busy the machine is, the wait ends after this many times the limit.
  private static let mostExtensions = 10
  let limit: Duration
  private let start: ContinuousClock.Instant
  /// When to look at the adapter next: a quarter of the limit after the request, and then whenever the time would be over.
  private(set) var nextLook: ContinuousClock.Instant
  private var deadline: ContinuousClock.Instant
  private var seen: ProcessorUse?
  private var waited = Duration.zero
  private var used = Duration.zero

  init(_ limit: Duration, now: ContinuousClock.Instant = .now) {
    self.limit = limit
    start = now
    deadline = now + limit
    nextLook = now + limit / 4
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
      let more = use.waited(since: seen)
      waited += more
      used += use.used(since: seen)
      deadline += more
    }
    seen = use
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

/// The processor time of each thread of a process and of those in its group.
struct ProcessorUse {
  private var threads: [String: (used: Duration, waited: Duration)] = [:]

  init(threads: [String: (used: Duration, waited: Duration)]) { self.threads = threads }

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
    #endif
    if threads.isEmpty { return nil }
  }

  func used(since earlier: ProcessorUse) -> Duration { most(since: earlier, \.used) }

  /// Of the thread that waited longest: one may wait for another.
  func waited(since earlier: ProcessorUse) -> Duration { most(since: earlier, \.waited) }

  private func most(since earlier: ProcessorUse, _ part: KeyPath<(used: Duration, waited: Duration), Duration>) -> Duration {
    threads.map { $0.value[keyPath: part] - (earlier.threads[$0.key]?[keyPath: part] ?? .zero) }.max() ?? .zero
  }
}
