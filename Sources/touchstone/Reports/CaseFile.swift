import Foundation
import PropertyTesting
import RunReports
import Synchronization
import TouchstoneCatalogue

/// The file that `--observe` names: a line a case, as it ends.
///
/// Written as the run goes, so that a run that dies leaves what it saw. Bounded: see ``mostBytes``.
final class CaseFile: Sendable {
  /// Then nothing is added but a line that says so.
  static let mostBytes = 64 << 20

  private struct State {
    var handle: FileHandle
    var bytes = 0
    var omitted = 0
    var cell: PlannedRun.Cell?
    var failure: (any Error)?
  }

  private let state: Mutex<State>
  private let path: String
  private let runStart: Double

  /// - Throws: as ``ReportFile``; ``EnvironmentError`` if it cannot be written.
  init(path: String, _ run: PlannedRun) throws {
    _ = try ReportFile(path: path, option: "--observe", allowed: ["jsonl"])
    guard FileManager.default.createFile(atPath: path, contents: nil), let handle = FileHandle(forWritingAtPath: path) else {
      throw EnvironmentError(message: "the file of cases \(path) cannot be written")
    }
    self.path = path
    runStart = Date().timeIntervalSince1970
    state = Mutex(State(handle: handle))
  }

  /// What follows is of `cell`.
  func begin(_ cell: PlannedRun.Cell) { state.withLock { $0.cell = cell } }

  func add(_ observed: ObservedCase) {
    state.withLock { state in
      guard let cell = state.cell, state.failure == nil else { return }
      let record = CaseRecord(
        observed, property: "\(cell.entry.id) \(cell.entry.title) (\(cell.spec.kind.rawValue))", runStart: runStart)
      let line = Data((record.line + "\n").utf8)
      guard state.bytes + line.count <= Self.mostBytes else {
        state.omitted += 1
        return
      }
      do { try state.handle.write(contentsOf: line) } catch { state.failure = error }
      state.bytes += line.count
    }
  }

  /// - Throws: ``EnvironmentError`` if a line could not be written.
  func close() throws {
    let (omitted, failure) = state.withLock { state in
      if state.omitted > 0, state.failure == nil, let cell = state.cell {
        let line = CaseRecord.omitted(
          state.omitted, property: "\(cell.entry.id) \(cell.entry.title) (\(cell.spec.kind.rawValue))", runStart: runStart)
        do { try state.handle.write(contentsOf: Data((line + "\n").utf8)) } catch { state.failure = error }
      }
      try? state.handle.close()
      return (state.omitted, state.failure)
    }
    if let failure { throw EnvironmentError(message: "the file of cases \(path) cannot be written: \(failure)") }
    if omitted > 0 { Terminal.diagnose("\(path) has reached its size limit: \(counted(omitted, "case is", "cases are")) not in it") }
  }
}
