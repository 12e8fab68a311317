import Foundation
import ProcessStorage
import PropertyTesting
import ReplicaContract
import Synchronization
import Testing

@testable import ReplicaConformance

/// Python, and the example in it.
enum PythonReplica {
  static let isThere = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/python3") }

  static let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs/examples/python-replicas").path

  static let fields = "exec python3 '\(folder)/fields.py'"

  /// Talks by the base of the examples, with this in the place of a replica.
  static func command(_ body: String) -> String {
    let script = "import sys; sys.path.insert(0, '\(folder)'); from replica import *\n" + body
    return "exec python3 -c '\(script.replacing("'", with: "'\\''"))'"
  }

  // A busy machine is no fault of the replica.
  static let options = ProcessOptions(replyDeadline: .seconds(300))
}

@Suite("Replicas in other processes", .enabled(if: PythonReplica.isThere, "python3 is not installed"))
struct ProcessReplicaTests {
  @Test func theExampleKeepsTheLaws() async throws {
    let report = try await ReplicaConformance.check(
      process: PythonReplica.fields, settings: RunSettings(cases: 10, seed: 0x5eed, jobs: 2), options: PythonReplica.options)
    #expect(report.score.held == 30 && report.score.skipped == 8, "\(report.summary)")
  }

  /// A mistake in the example is found, and told as in Swift.
  @Test func aMistakeInTheExampleIsFound() async throws {
    let text = try String(contentsOfFile: PythonReplica.folder + "/fields.py", encoding: .utf8)
    let right = "pending=json.dumps(kept[\"record\"]) != body)"
    try #require(text.contains(right))
    let command = PythonReplica.command(text.replacing(right, with: "pending=False)").replacing("#!/usr/bin/env python3", with: ""))
    let failure = await #expect(throws: ReplicaFailure.self) {
      try await ReplicaConformance.check(
        process: command, laws: "REP-13",
        settings: RunSettings(cases: 100, seed: 0x5eed, shrinkCalls: 200, failures: 1, explanationCalls: 0), options: PythonReplica.options)
    }
    #expect(failure?.description.contains("meanwhile") == true, "\(failure?.description ?? "it holds")")
  }

  /// What `kill -9` takes is only what is not on the disk: the process is gone, wherever it was.
  @Test func aDeviceThatEndsIsKilledInTheMiddleOfASync() async throws {
    let processes = ReplicaProcesses(PythonReplica.fields, options: PythonReplica.options)
    let (disk, server, folder) = (MemoryDisk(), MemorySyncServer(), CaseFolder())
    defer { folder.remove() }
    let place = ReplicaPlace(device: "A", clock: DeviceClock(milliseconds: 7), disk: disk) { try folder.make("A") }
    let replica = try await processes.open(place)
    let edit = ReplicaEdit.insert(id: "a", fields: ["title": "v1", "note": "v2"])
    try await replica.perform(edit)
    server.prepare(.endsAfter(call: 0))
    await #expect(throws: DeviceEnded.self) { try await replica.sync(with: server) }
    #expect(await replica.isGone)
    await #expect(throws: DeviceEnded.self) { _ = try await replica.contents() }
    let other = try await processes.open(place)
    #expect(try await other.contents() == ReplicaContents().after(edit))
    disk.end(after: 0, thisIsDone: false)
    await #expect(throws: DeviceEnded.self) { try await other.perform(.delete(id: "a")) }
    #expect(await other.isGone)
  }

  /// What another process finds is on the disk: no replica shows what its process remembers.
  @Test func aReplicaIsOpenedAgainInAnotherProcess() async throws {
    let forgetful = PythonReplica.command(
      """
      kept = {}
      class Notes:
          def __init__(self, device): self.device = device
          def contents(self): return {"records": kept}
          def insert(self, record, fields): kept[record] = fields
          def sync(self): pass
      serve(Notes, "forgetful", fields=["title"], durable=True)
      """)
    let lines = Lines()
    let isFine = await ReplicaSmokeTest(command: forgetful, options: PythonReplica.options) { lines.add($0) }.run()
    #expect(!isFine && lines.failures.first?.hasPrefix("the edit is still there: expected a {title: ") == true, "\(lines.failures)")
  }

  /// The commonest mistake of an adapter: it takes the next line for the answer to its call.
  @Test func aDeafAdapterIsNotFine() async {
    let deaf = PythonReplica.command(
      """
      def call(self, op, **members):
          self.send(call=1, op=op, **members)
          answer = self.receive()
          if "ok" not in answer: sys.exit("no answer: " + json.dumps(answer))
          return answer["ok"]
      Channel.call = call
      class Notes:
          def __init__(self, device): self.device, self.kept = device, {}
          def contents(self): return {"records": self.kept}
          def insert(self, record, fields): self.kept[record] = fields
          def sync(self): self.device.push([{"name": "a", "body": ""}])
      serve(Notes, "deaf", fields=["title"])
      """)
    let lines = Lines()
    let isFine = await ReplicaSmokeTest(command: deaf, options: PythonReplica.options) { lines.add($0) }.run()
    #expect(!isFine && lines.failures.first?.hasPrefix("while its call “push” waits, it answers “contents”: ") == true, "\(lines.failures)")
  }

  @Test(arguments: [
    ("exit 3", "expected the answer to “hello”, but it exited with status 3; it wrote nothing to standard error"),
    ("echo hello; exec cat", "expected the answer to “hello” or a call, but it wrote “hello”: the line is not one JSON object"),
    ("exec no-such-program-at-all", "(there is no such command); its standard error ends: "),
    ("exec sleep 1000", "expected the answer to “hello”, but nothing came within 0.5 seconds"),
    ("printf '{\"id\":1'; exec sleep 1000", "only the start of a line came, “{\"id\":1”, within 0.5 seconds"),
    (#"echo '{"id":1,"ok":{"name":"x","protocol":1}}'; exec cat"#, "lacks one of the members “name”, “protocol” and “capabilities”"),
    (#"echo '{"id":1,"ok":{"name":"x","protocol":2,"capabilities":{}}}'; exec cat"#, "it speaks protocol 2, not 1"),
    (#"echo '{"id":9,"ok":{}}'; exec cat"#, "no request with this id waits for an answer"),
    (
      #"echo '{"id":1,"ok":{"name":"x","protocol":1,"capabilities":{"merge":"byMagic"}}}'; exec cat"#,
      "“byMagic” is none of byField, byRecord"
    ),
    (#"echo '{"call":1,"op":"pump"}'; exec cat"#, "“pump” is no call; calls are push, pull, read and write"),
    (#"echo '{"ok":{}}'; exec cat"#, "a line has “id” with one of “ok” (an object) and “err” (an object), or “call” with “op”"),
  ])
  func nonsenseIsToldWithWhatWasExpected(_ command: String, _ message: String) async {
    let error = await #expect(throws: ReplicaCheckError.self) {
      try await ReplicaConformance.check(process: command, options: ProcessOptions(replyDeadline: .milliseconds(500)))
    }
    #expect(error?.reason.contains(message) == true, "\(error?.reason ?? "")")
  }

  /// Later mistakes are failures of a law.
  @Test(arguments: [
    ("raise ValueError(7)", "it fails “sync”: ValueError(7)"),
    ("os._exit(4)", "expected the answer to “sync”, but it exited with status 4"),
    ("return self.device.pages()", "it fails “sync”: TypeError"), ("return {\"records\": 7}", "but it wrote"),
  ])
  func aFailingSyncIsToldByTheLaw(_ body: String, _ message: String) async {
    let command = PythonReplica.command(
      """
      import os
      class Notes:
          def __init__(self, device): self.device, self.records = device, {}
          def contents(self): return {"records": self.records}
          def insert(self, record, fields): self.records[record] = fields
          def sync(self): \(body)
      serve(Notes, "failing", fields=["title"])
      """)
    let failure = await #expect(throws: ReplicaFailure.self) {
      try await ReplicaConformance.check(
        process: command, laws: "REP-01", settings: RunSettings(cases: 3, seed: 1, shrinks: false), options: PythonReplica.options)
    }
    #expect(failure?.description.contains(message) == true, "\(failure?.description ?? "")")
  }

  @Test func anAttachmentIsOneOfTheFields() async {
    let command = PythonReplica.command(
      """
      class Notes:
          def __init__(self, device): pass
      serve(Notes, "misnamed", fields=["title"], attachment="photo")
      """)
    let failure = await #expect(throws: ReplicaCheckError.self) {
      try await ReplicaConformance.check(process: command, laws: "REP-01", options: PythonReplica.options)
    }
    let end = "declares the attachment “photo”, which is none of its fields: title"
    #expect(failure?.reason.hasSuffix(end) == true, "\(failure?.reason ?? "")")
  }

  /// What one law met is nothing to the next: only the law that deletes fails, and says what was late.
  @Test func lateAnswersBelongToTheirLaw() async throws {
    let text = try String(contentsOfFile: PythonReplica.folder + "/fields.py", encoding: .utf8)
    let delete = "def delete(self, record): "
    try #require(text.contains(delete))
    let command = PythonReplica.command(
      text.replacing(delete, with: delete + "import time; time.sleep(1000); ").replacing("#!/usr/bin/env python3", with: ""))
    // Where the machine is busy, another answer may be late first, and why it was may be told otherwise.
    let report = try await ReplicaConformance.report(
      process: command, laws: "REP-18,REP-24,REP-33", settings: RunSettings(cases: 9, seed: 1, shrinks: false),
      options: ProcessOptions(replyDeadline: .seconds(5)))
    #expect(report.rows.map(\.isHeld) == [false, true, true], "\(report.text)")
    #expect(report.text.contains("“delete”"), "\(report.text)")
  }

  /// A law that takes any error of a replica for an answer does not hold over one that never answers.
  @Test func aLawThatBearsErrorsDoesNotBearSilence() async throws {
    let text = try String(contentsOfFile: PythonReplica.folder + "/fields.py", encoding: .utf8)
    let command = PythonReplica.command(
      """
      import time
      perform = Channel.perform
      Channel.perform = lambda self, op, members: time.sleep(1000) if op == "close" else perform(self, op, members)
      \(text.replacing("#!/usr/bin/env python3", with: ""))
      """)
    let report = try await ReplicaConformance.report(
      process: command, laws: "REP-24", settings: RunSettings(cases: 100, seed: 1), options: ProcessOptions(replyDeadline: .seconds(2)))
    #expect(!report.isFull, "\(report.text)")
    let verdict = report.rows[0].result?.verdict
    // Where the machine is busy, another answer may be late first, which fails the law at once, and mostly not again.
    if case .flaky? = verdict { return }
    let reason = if case .errored(let reason, _)? = verdict { reason } else { "" }
    let isSaid = reason.contains("did not answer “close” (") && reason.contains(" within 2.0 seconds, and no claim")
    #expect(isSaid, "\(report.text)")
    // The run ends long before its hundred cases.
    let times = reason.firstMatch(of: #/“close” \(([0-9]+) times/#).flatMap { Int($0.1) }
    #expect((3...20).contains(times ?? 0), "\(reason)")
  }

  @Test func theSmokeTestShowsEveryLine() async {
    let lines = Lines()
    let isFine = await ReplicaSmokeTest(command: PythonReplica.fields, options: PythonReplica.options) { lines.add($0) }.run()
    #expect(isFine, "\(lines.failures)")
    #expect(lines.all.contains { if case .received(let text) = $0 { text.contains("\"op\": \"push\"") } else { false } })
    #expect(lines.all.contains(.passed("while its call “pull” waits, it answers “contents”")))
    #expect(lines.all.contains(.passed("device B shows the edit of A")))
  }
}

private final class Lines: Sendable {
  private let lines = Mutex<[SmokeTest.Line]>([])
  func add(_ line: SmokeTest.Line) { lines.withLock { $0.append(line) } }
  var all: [SmokeTest.Line] { lines.withLock { $0 } }
  var failures: [String] { all.compactMap { if case .failed(let expected, let reason) = $0 { "\(expected): \(reason)" } else { nil } } }
}
