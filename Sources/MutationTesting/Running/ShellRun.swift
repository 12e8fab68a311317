import Foundation

/// A command that `/bin/sh` runs, with its output kept in a file. What it left running is ended with it.
struct ShellRun: Sendable {
  enum Ending: Sendable, Equatable {
    case exited(Int32)
    case signaled(Int32)
    /// It was ended after its time, with everything that it had begun.
    case timedOut
    /// The run was to stop.
    case stopped
  }

  let ending: Ending
  let duration: Duration
  /// What it wrote to both of its outputs.
  let output: String

  /// - Parameters:
  ///   - memory: what the address space of each of its processes may come to, in KiB: a mutant that fills its memory
  /// ends itself,
  ///     not the machine.
  ///   - isStopped: asked some times a second.
  /// - Throws: ``MutationError`` if it cannot be started.
  static func run(
    _ command: String, in folder: String, environment: [String: String] = [:], limit: Duration? = nil,
    memory: Int? = nil,
    outputFile: String, isStopped: @Sendable () -> Bool = { false }
  ) throws -> ShellRun {
    let start = ContinuousClock.now
    let family = ProcessFamily()
    let pid = try spawn(
      command, in: folder, environment.merging([ProcessFamily.variable: family.mark]) { $1 }, memory, outputFile)
    var ending: Ending?
    var status: Int32 = 0
    var pause: UInt32 = 1_000
    while true {
      let ended = waitpid(pid, &status, WNOHANG)
      if ended == pid { break }
      if ended == -1, errno != EINTR { break }
      if ending == nil {
        if isStopped() {
          ending = .stopped
        } else if let limit, ContinuousClock.now - start > limit {
          ending = .timedOut
        }
        if ending != nil { family.end(pid) }
      }
      usleep(pause)
      pause = min(pause * 2, 20_000)
    }
    // What it left running would hold files and processors.
    family.end(pid)
    let output = (FileManager.default.contents(atPath: outputFile)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return ShellRun(ending: ending ?? Self.ending(status), duration: ContinuousClock.now - start, output: output)
  }

  private static func ending(_ status: Int32) -> Ending {
    let signal = status & 0x7f
    guard signal == 0 else { return .signaled(signal) }
    let code = (status >> 8) & 0xff
    // A shell that waits for a process tells its signal so.
    return code > 128 && code < 160 ? .signaled(code - 128) : .exited(code)
  }

  private static func spawn(
    _ command: String, in folder: String, _ environment: [String: String], _ memory: Int?, _ outputFile: String
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, outputFile, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    // Ignored and blocked signals are inherited, and tests may count on them.
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let limits = memory.map { "ulimit -v \($0) 2>/dev/null; " } ?? ""
    let words = ["/bin/sh", "-c", "ulimit -c 0; \(limits)cd \(quoted(folder)) || exit 127\n\(command)"]
    let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
    var pid = pid_t()
    let code = withStrings(words) { words in
      withStrings(all) { all in posix_spawn(&pid, "/bin/sh", &actions, &attributes, words, all) }
    }
    guard code == 0 else { throw MutationError("“\(command)” cannot be started: \(String(cString: strerror(code)))") }
    return pid
  }

  private static func withStrings<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = strings.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return body(&pointers)
  }
}

/// As one word of a shell's.
func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }

/// What keeps a run from going on: what was wrong, where, and what would be right.
public struct MutationError: Error, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
