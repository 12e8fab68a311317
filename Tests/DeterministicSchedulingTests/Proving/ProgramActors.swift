import Synchronization

/// What a random program is run on, made for each run.
struct Place: Sendable {
  let journals = [Journal(), Journal()]
  let screen = Screen()
  let desk = Desk()
}

/// What was called, in the order in which it was.
actor Journal {
  private(set) var lines: [String] = []
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var work: Task<Void, Never>?

  func add(_ line: String) { lines.append(line) }

  func relay(_ line: String, to other: Journal) async {
    lines.append(line + "<")
    await other.add(line)
    lines.append(line + ">")
  }

  func echo(_ line: String, to other: Journal) async {
    lines.append(line + "<")
    await other.relay(line + "e", to: self)
    lines.append(line + ">")
  }

  func spawn(_ line: String) {
    Task { lines.append(line + "!") }
  }

  func wait(_ line: String) async {
    await withCheckedContinuation { waiting.append($0) }
    lines.append(line + "w")
  }

  func wake() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  func shared(_ line: String) async {
    lines.append(line + "?")
    let task = work ?? Task { lines.append(line + "s") }
    work = task
    await task.value
    lines.append(line + ".")
  }

  func begin(_ work: @escaping @Sendable () async -> Void) async {
    let task = Task.immediate {
      lines.append("begun")
      await work()
    }
    lines.append("on")
    await task.value
  }

  func cancel(_ task: Task<Void, Never>, _ line: String) {
    lines.append(line + "x")
    task.cancel()
  }
}

@MainActor final class Screen {
  private(set) var lines: [String] = []

  nonisolated init() {}

  func show(_ line: String) { lines.append(line) }
}

@globalActor actor Office { static let shared = Office() }

@Office final class Desk {
  private(set) var lines: [String] = []

  nonisolated init() {}

  func file(_ line: String) { lines.append(line) }

  func pass(_ line: String, to screen: Screen) async {
    lines.append(line + "<")
    await screen.show(line)
    lines.append(line + ">")
  }
}

/// Is filed when it is dropped.
@Office final class Paper {
  private let line: String
  private let desk: Desk

  nonisolated init(_ line: String, on desk: Desk) {
    self.line = line
    self.desk = desk
  }

  isolated deinit { desk.file(line + "d") }
}

/// What programs ended in. Of runs on one thread each.
final class Ends: Sendable {
  private let seen = Mutex<Set<String>>([])

  var all: Set<String> { seen.withLock { $0 } }

  func add(_ end: String) { seen.withLock { _ = $0.insert(end) } }
}
