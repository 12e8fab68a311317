import CIsolation
import Foundation
import StorageContract
import Synchronization

/// A process that serves stores: its number, the descriptors to it, and its end.
///
/// The descriptors are closed with the object, so that nobody's call finds them used for something else.
package final class AdapterProcess: Sendable {
  package let identifier: Int32
  /// What is written here, it reads.
  let input: Int32
  /// What it writes. Does not block.
  let output: Int32
  /// Its standard error. Does not block.
  let errors: Int32
  /// Can be read once the process has ended; -1 where the system has none.
  let ending: Int32
  /// Nil while it has not been waited for: until then its number is its own.
  private let end = Mutex<End?>(nil)

  /// How it ended.
  package enum End: Sendable, Equatable {
    case exited(Int32)
    case signal(Int32)
    case unknown

    var sentence: String {
      switch self {
      case .exited(127): "it exited with status 127 (there is no such command)"
      case .exited(let status): "it exited with status \(status)"
      case .signal(let number): "it was ended by signal \(number)"
      case .unknown: "it has ended"
      }
    }
  }

  /// Takes the descriptors over.
  package init(identifier: Int32, input: Int32, output: Int32, errors: Int32) {
    self.identifier = identifier
    self.input = input
    self.output = output
    self.errors = errors
    ending = cisolation_process_descriptor(identifier)
    for descriptor in [input, output, errors] { cisolation_set_nonblocking(descriptor) }
  }

  deinit {
    kill()
    for descriptor in Set([input, output, errors, ending]) where descriptor >= 0 { close(descriptor) }
  }

  /// Starts `/bin/sh -c command`.
  /// - Parameter recording: see ``RecordableLocation``.
  /// - Throws: ``StoreError/io(operation:path:reason:)``.
  static func running(_ command: String, recordingTo recording: String? = nil) throws -> AdapterProcess {
    guard cisolation_is_supported() else {
      throw StoreError.io(
        operation: "start the adapter", path: command, reason: "processes are not on this platform: they need Linux or macOS")
    }
    var pipes: [(read: Int32, write: Int32)] = []
    func giveUp(_ number: Int32) -> StoreError {
      for pipe in pipes {
        close(pipe.read)
        close(pipe.write)
      }
      return .io(operation: "start the adapter", path: command, reason: String(cString: strerror(number)))
    }
    for _ in 0..<3 {
      var descriptors: [Int32] = [-1, -1]
      let failure = cisolation_blocking_pipe(&descriptors)
      guard failure == 0 else { throw giveUp(failure) }
      pipes.append((descriptors[0], descriptors[1]))
    }
    let process = cisolation_run_command(command, pipes[0].read, pipes[1].write, pipes[2].write, recording)
    guard process > 0 else { throw giveUp(-process) }
    close(pipes[0].read)
    close(pipes[1].write)
    close(pipes[2].write)
    return AdapterProcess(
      identifier: process, input: pipes[0].write, output: pipes[1].read, errors: pipes[2].read)
  }

  /// Lets the process see the end of its input. The descriptor stays taken.
  func closeInput() {
    if shutdown(input, Int32(SHUT_WR)) == 0 { return }
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nothing >= 0 else { return }
    dup2(nothing, input)
    _ = fcntl(input, F_SETFD, FD_CLOEXEC)
    close(nothing)
  }

  /// How it ended; nil while it lives.
  package func ended() -> End? { wait(killing: false) }

  /// As ``ended()``, but gives it a moment.
  func endedSoon(milliseconds: Int) -> End? {
    for _ in 0..<milliseconds {
      if let end = ended() { return end }
      usleep(1_000)
    }
    return ended()
  }

  /// Ends it and all in its process group, and waits until they are gone.
  func kill() {
    wait(killing: true)
  }

  @discardableResult
  private func wait(killing: Bool) -> End? {
    end.withLock { end in
      if let end { return end }
      if killing { cisolation_kill(identifier) }
      let result = cisolation_wait(identifier, killing)
      guard result.ended else { return nil }
      ProcessGroup.waitUntilGone(identifier)
      end = Self.end(result)
      return end
    }
  }

  private static func end(_ result: cisolation_wait_result) -> End {
    if result.lost { return .unknown }
    return result.signal == 0 ? .exited(result.status) : .signal(result.signal)
  }
}

/// The processes that a shell started stay in its group.
package enum ProcessGroup {
  /// Waits until the processes of a group that was killed have let go of their files, at most a second: only then
  /// can another process have their locks.
  static func waitUntilGone(_ group: Int32) {
    for _ in 0..<1_000 {
      guard hasLiveMember(group) else { return }
      usleep(1_000)
    }
  }

  /// Ends the process and, if it leads a group, all of that, as `kill -9` does: the process that serves may be one that
  /// a shell has started.
  package static func end(_ process: Int32) {
    if getpgid(process) == process { _ = Foundation.kill(-process, SIGKILL) }
    _ = Foundation.kill(process, SIGKILL)
  }

  /// The process and those of the group that it leads. Where the system does not list processes: the process alone.
  package static func members(_ process: Int32) -> [Int32] {
    #if os(Linux)
      let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      let others = entries.compactMap(Int32.init).filter { $0 != process && isLive($0, in: process) }
      return [process] + others.sorted()
    #else
      return [process]
    #endif
  }

  private static func hasLiveMember(_ group: Int32) -> Bool {
    // Most have had one member, which is gone.
    guard Foundation.kill(-group, 0) == 0 || errno == EPERM else { return false }
    #if os(Linux)
      guard let entries = try? FileManager.default.contentsOfDirectory(atPath: "/proc") else { return false }
      return entries.contains { entry in Int32(entry).map { isLive($0, in: group) } ?? false }
    #else
      return true
    #endif
  }

  #if os(Linux)
    /// Those that nobody has waited for yet are members too, but hold nothing any more. A process whose first thread alone is gone looks
    /// like one of them, and holds its files until its other threads are gone as well.
    static func isLive(_ process: Int32, in group: Int32) -> Bool {
      guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        let name = text.lastIndex(of: ")")
      else { return false }
      let fields = text[text.index(after: name)...].split(separator: " ")
      guard fields.count > 2, Int32(fields[2]) == group else { return false }
      let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
      return !["Z", "X"].contains(fields[0]) || threads.map { $0.count > 1 } ?? false
    }
  #endif
}
