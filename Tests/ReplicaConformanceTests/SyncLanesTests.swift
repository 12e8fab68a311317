import PropertyTesting
import ReplicaContract
import Testing

@testable import ReplicaConformance

@Suite("Histories of devices")
struct SyncLanesTests {
  @Test func syncsAreArrowsToTheServer() {
    var lanes = SyncLanes(names: ["A", "B"])
    lanes.lines = [
      SyncLanes.Line(device: 0, text: "insert a {title: v1}"),
      SyncLanes.Line(device: 0, text: "sync", exchange: SyncLanes.Exchange(sent: 1, received: 0, trouble: "", isDone: true)),
      SyncLanes.Line(
        device: 1, text: "sync", exchange: SyncLanes.Exchange(sent: 0, received: 1, trouble: "call 1 does not arrive", isDone: false)),
    ]
    #expect(lanes.text == [
      "A                     B                     server",
      "insert a {title: v1}",
      "sync ──────────────────────────────────────▶ 1 sent, 0 received",
      "                      sync ◀───────────────✗ 0 sent, 1 received; call 1 does not arrive",
    ])
    guard case .lanes(let figure) = lanes.figure else { return #expect(Bool(false), "the figure has no lanes") }
    #expect(figure.names == ["A", "B", "server"] && figure.bars.count == 5)
    #expect(figure.kind == .messages && figure.bars.last?.isStuck == true)
    #expect(figure.bars.map(\.isSwitch) == [false, false, false, false, true])
  }

  /// What a counterexample comes to: as few devices, edits and messages as there can be.
  @Test func aReportTellsTheLeastHistory() async throws {
    let failure = await #expect(throws: ReplicaFailure.self) {
      var settings = RunSettings(cases: 100, seed: 0x5eed, shrinkCalls: 2_000, failures: 1, explanationCalls: 0)
      // On a busy machine, too.
      settings.shrinkTime = .seconds(3_600)
      return try await ReplicaConformance.check("notes", laws: "REP-13", settings: settings) {
        try await MergingReplica($0, .fields(), BrokenReplica.marksWhateverWasChanged.habits)
      }
    }
    let report = try #require(failure?.report)
    let counterexample = try #require(report.rows.first?.result?.verdict.counterexample)
    #expect(counterexample.trace.joined(separator: "\n") == Self.least, "\(counterexample.trace.joined(separator: "\n"))")
    #expect(report.score == (0, 1, 0) && failure?.description.contains("0 of 1 laws held") == true)
  }

  private static let least = """
    A                               B                               server
    insert a {note: v2, title: v1}
    sync ◀─────────────────────────────────────────────────────────▶ 1 sent, 1 received
    meanwhile a.title = v3
    sync ──────────────────────────────────────────────────────────▶ 0 sent, 0 received
                                    sync ◀─────────────────────────▶ 0 sent, 1 received
    """

  @Test func aCheckThatCannotBeginSaysWhy() async {
    let unknown = await #expect(throws: ReplicaCheckError.self) {
      try await ReplicaConformance.check(laws: "REP-77") { try await MergingReplica($0, .set) }
    }
    #expect(unknown?.reason == "no law is called “REP-77”; laws are REP-01 to REP-38")
    let closed = await #expect(throws: ReplicaCheckError.self) {
      try await ReplicaConformance.check("mine") { _ in throw SyncError.offline }
    }
    #expect(closed?.reason.hasPrefix("no law could run: opening “mine” at an empty place") == true)
    let misnamed = await #expect(throws: ReplicaCheckError.self) {
      try await ReplicaConformance.check("mine") { place in
        var format = ReplicaFormat.fields()
        format.capabilities.attachment = "photo"
        return try await MergingReplica(place, format)
      }
    }
    #expect(misnamed?.reason == "“mine” declares the attachment “photo”, which is none of its fields: title, note")
  }
}
