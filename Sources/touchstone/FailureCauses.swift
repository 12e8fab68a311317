import Foundation
import ProcessStorage
import StorageConformance
import StorageContract
import TouchstoneCatalogue

/// The end of a report whose laws do not hold: by cause, and for an adapter the lines that show each.
struct FailureCauses {
  let run: ConformanceRun
  let spec: BackendSpec
  let report: ConformanceReport
  /// Where the lines are written as files; nil: nowhere.
  let folder: String?

  /// How many causes have their lines shown.
  private static let mostShown = 5
  private static let mostLines = 16

  func show(besides expected: Set<String>) async throws {
    let causes = report.causes(besides: expected)
    if causes.isEmpty { return }
    Terminal.print("\n" + FailureCause.headline(of: causes))
    for (number, cause) in causes.enumerated() {
      Terminal.print("\n" + cause.lines(number + 1).joined(separator: "\n"))
      if spec.kind == .process, number < Self.mostShown { try await showLines(of: cause) }
    }
  }

  /// Runs the least case of the cause again, and shows what is said.
  private func showLines(of cause: FailureCause) async throws {
    guard let command = spec.path, let row = report.rows.first(where: { $0.law.id == cause.least }),
      let found = row.result?.verdict.counterexample
    else { return }
    let traffic = Remembered<[ProcessTraffic]>([])
    let backend = ProcessBackend(command, options: ProcessOptions { line in traffic.withValue { $0.append(line) } })
    _ = try? await run.replay(found.token, over: backend)
    await backend.tearDown()
    guard let script = ProtocolScript(traffic.now) else {
      Terminal.print("     \(cause.least) ends or needs several processes: its lines are no script")
      return
    }
    let left = script.lines.count - Self.mostLines
    if left > 0 { Terminal.print("     … the first \(counted(left, "request", "requests")) …") }
    for line in script.lines.suffix(Self.mostLines) {
      Terminal.print("     → \(shortened(line.request))")
      if let reply = line.reply { Terminal.print("     ← \(shortened(reply))") }
    }
    Terminal.print("     \(cause.least)  \(shortened(found.message))")
    if script.overlaps {
      Terminal.print("     its sessions overlap, so that the answers depend on when a request is sent: replay it by the line of its report")
      return
    }
    guard let folder else {
      Terminal.print("     --scripts DIR writes these requests into a file, for the adapter's standard input")
      return
    }
    let file = "\(folder)/\(cause.least).jsonl"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try script.requests.write(toFile: file, atomically: true, encoding: .utf8)
    } catch {
      throw EnvironmentError(message: "the lines cannot be written into \(folder): \(error.localizedDescription)")
    }
    Terminal.print("     again     \(ProtocolScript.command(command, asking: shellWord(file)))")
  }

  private func shortened(_ text: String) -> String {
    let line = text.replacingOccurrences(of: "\n", with: "\\n")
    return line.count > 240 ? "\(line.prefix(240))…" : line
  }
}
