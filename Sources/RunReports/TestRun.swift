import Foundation
import PropertyTesting

/// The report of all properties of a `swift test`, in a folder: `run.json`, `run.html` and `run.sarif`.
///
/// Each test process adds its results when it ends, one after the other: a run has several of them, and they may end at the same time.
package struct TestRun {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private let folder: String
  private let run: String
  private let now: Date

  /// - Parameters:
  ///   - run: what belongs to one run; nil: the processes that have the parent of this one.
  package init(in folder: String, run: String? = nil, now: Date = Date()) {
    self.folder = folder
    self.run = run ?? Self.current
    self.now = now
  }

  /// Adds results, and writes the files anew. A report of an earlier run that the folder has becomes the past of this one.
  /// - Throws: ``Failure`` if the folder cannot be used, or its `run.json` is not a report of this version. The files are then as they were.
  package func add(_ entries: [RunCollection.Entry]) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw Failure(description: "\(folder) is no folder, and none can be made there")
    }
    let lock = try FileLock(at: path(".lock"))
    defer { lock.release() }
    let before = try earlier()
    let isSameRun = before?.trend?.run == run
    var trend = isSameRun ? before?.trend : nil
    var rows: [(record: PropertyRecord, seconds: Double)] = []
    if isSameRun, let before { rows = before.results.enumerated().map { ($0.element, before.seconds(of: $0.offset) ?? 0) } }
    for entry in entries { Self.add(PropertyRecord(entry), entry.took / .seconds(1), to: &rows) }
    rows.sort { ($0.record.system, $0.record.place) < ($1.record.system, $1.record.place) }
    trend = trend ?? RunTrend(of: run, ended: "", after: before)
    trend?.ended = now.formatted(.iso8601)
    trend?.compare(rows.map(\.record))
    var document = RunDocument(
      command: "test", seed: "", cases: 0, results: rows.map(\.record),
      times: RunDocument.Times(total: rows.reduce(0) { $0 + $1.seconds }, results: rows.map(\.seconds)))
    document.trend = trend
    try write(document.html, "run.html")
    try write(document.sarif(), "run.sarif")
    try write(document.json(), "run.json")
  }

  /// A property that two processes checked, as for the arguments of a test, is one.
  private static func add(_ record: PropertyRecord, _ seconds: Double, to rows: inout [(record: PropertyRecord, seconds: Double)]) {
    guard let place = rows.firstIndex(where: { $0.record.id == record.id }) else { return rows.append((record, seconds)) }
    var (kept, other) = (rows[place].record, record)
    if kept.isHeld { swap(&kept, &other) }
    kept.cases += other.cases
    rows[place] = (kept, rows[place].seconds + seconds)
  }

  private func earlier() throws -> RunDocument? {
    guard let data = FileManager.default.contents(atPath: path("run.json")) else { return nil }
    guard let document = try? JSONDecoder().decode(RunDocument.self, from: data), document.format == RunDocument.format else {
      throw Failure(description: "\(path("run.json")) is not a report of this version of Touchstone: delete it, or name another folder")
    }
    return document
  }

  private func path(_ name: String) -> String { folder + "/" + name }

  private func write(_ text: String, _ name: String) throws {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)), options: .atomic)
    } catch {
      throw Failure(description: "\(path(name)) cannot be written: \(error)")
    }
  }

  /// The parent, `swift test`, starts all processes of a run. Its id alone comes again, in containers soon.
  private static let current: String = {
    #if os(Linux)
      let parent = getppid()
      let stat = (try? String(contentsOfFile: "/proc/\(parent)/stat", encoding: .utf8)) ?? ""
      // After the name, which may have blanks and brackets: the start time is the 20th field.
      let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
      let boot = (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)) ?? ""
      return "\(boot.prefix(8)) \(parent) \(fields.count > 19 ? String(fields[19]) : "")"
    #elseif canImport(Darwin)
      return "\(getppid())"
    #else
      return UUID().uuidString
    #endif
  }()
}

/// One process at a time.
private struct FileLock {
  private let descriptor: Int32

  init(at path: String) throws {
    #if os(Windows) || os(WASI)
      descriptor = -1
    #else
      descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
        throw TestRun.Failure(description: "\(path) cannot be locked: \(String(cString: strerror(errno)))")
      }
    #endif
  }

  func release() {
    #if !os(Windows) && !os(WASI)
      close(descriptor)
    #endif
  }
}

extension PropertyRecord {
  /// Of a property that tests check.
  fileprivate init(_ entry: RunCollection.Entry) {
    let result = entry.result
    let module = result.location.fileID.split(separator: "/").first.map(String.init) ?? ""
    let system = entry.subject.map { "\(module): \($0)" } ?? module
    if let waiver = entry.waiver {
      self.init(
        untried: result.collectedID, title: result.title, says: "", system: system, backend: result.fixture, outcome: "skipped",
        reason: "waived: \(waiver)")
      place = "\(relativePath(result.location.filePath)):\(result.location.line)"
      return
    }
    self.init(result, system: system, backend: result.fixture)
    id = result.collectedID
    cases = entry.cases
    if !result.verdict.isHeld, !entry.isOfTest {
      limits = (limits ?? []) + ["the test has no .properties, so it may have expected this failure"]
    }
  }
}
