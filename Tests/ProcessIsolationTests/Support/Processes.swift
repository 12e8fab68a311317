import Foundation

/// The processes of this machine, as /proc tells.
enum Processes {
  /// The children of a process, of this one by default, those too that have ended and not been waited for.
  static func children(of parent: pid_t = getpid()) -> Set<pid_t> {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return Set(all.compactMap { pid_t($0) }.filter { self.parent(of: $0) == parent })
  }

  /// Nil where there is no such process.
  static func parent(of process: pid_t) -> pid_t? {
    fields(of: process).flatMap { $0.count > 1 ? pid_t($0[1]) : nil }
  }

  /// Whether it runs: not where it has ended and waits to be waited for.
  static func isAlive(_ process: pid_t) -> Bool {
    fields(of: process).map { $0.first != "Z" } ?? false
  }

  /// What stands in `stat` after the name, which may hold anything: the state, the parent …
  private static func fields(of process: pid_t) -> [Substring]? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    return text[text.index(after: end)...].split(separator: " ")
  }
}
