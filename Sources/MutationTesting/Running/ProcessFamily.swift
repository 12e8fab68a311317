import Foundation

/// All processes that one command began, and those that these began: `swift test` gives its child a process group of
/// its own, so that the group of the command is not all of them.
///
/// On Linux they are known by a mark in their environment, which each inherits, also from a parent that is gone.
/// Elsewhere by their parents, as long as these live.
struct ProcessFamily: Sendable {
  /// The variable that marks them, and its value: no two families have the same.
  static let variable = "TOUCHSTONE_MUTATE_RUN"
  let mark = UUID().uuidString

  /// Ends the group of the command and everything else of its family.
  func end(_ command: pid_t) {
    var others = members(of: command)
    kill(-command, SIGKILL)
    // One that was about to begin another is ended, and the other was not there yet when they were listed; one that is
    // just becoming another program has no environment to be known by. So nobody is left only if two looks say so.
    var looksWithoutAny = others.isEmpty ? 1 : 0
    for _ in 0..<Self.rounds where looksWithoutAny < 2 {
      for process in others { kill(process, SIGKILL) }
      usleep(2_000)
      others = members(of: command)
      looksWithoutAny = others.isEmpty ? looksWithoutAny + 1 : 0
    }
  }

  /// A process that is ended takes a moment to go; none is waited for longer than a second or so.
  private static let rounds = 100

  #if os(Linux)
    private func members(of command: pid_t) -> [pid_t] {
      let wanted = Array("\(Self.variable)=\(mark)".utf8)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return names.compactMap { pid_t($0) }.filter { process in
        guard let environment = FileManager.default.contents(atPath: "/proc/\(process)/environ") else { return false }
        return environment.split(separator: 0).contains { $0.elementsEqual(wanted) }
      }
    }
  #else
    private func members(of command: pid_t) -> [pid_t] {
      let list = Process()
      let output = Pipe()
      list.executableURL = URL(fileURLWithPath: "/bin/ps")
      list.arguments = ["-axo", "pid=,ppid="]
      list.standardOutput = output
      guard (try? list.run()) != nil else { return [] }
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      var children: [pid_t: [pid_t]] = [:]
      for line in text.split(separator: "\n") {
        let numbers = line.split(separator: " ").compactMap { pid_t($0) }
        if numbers.count == 2 { children[numbers[1], default: []].append(numbers[0]) }
      }
      var found: [pid_t] = []
      var open = [command]
      while let parent = open.popLast() {
        found += children[parent] ?? []
        open += children[parent] ?? []
      }
      return found
    }
  #endif
}
