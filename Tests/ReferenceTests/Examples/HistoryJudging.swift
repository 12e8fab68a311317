import HistoryJudging
import Testing

@Test func aStaleReadIsToldInWords() throws {
  let log = """
    {"process": 0, "type": "invoke", "f": "write", "value": 1}
    {"process": 0, "type": "ok", "f": "write", "value": 1}
    {"process": 1, "type": "invoke", "f": "read", "value": null}
    {"process": 1, "type": "ok", "f": "read", "value": null}
    """
  let model = try #require(HistoryModels.named("cas-register"))
  let judgement = try model.judge(HistorySource(log.utf8), consistency: "linearizable", limits: JudgingLimits())
  #expect(judgement.verdict == .invalid)
  print(judgement.lines.joined(separator: "\n"))
}
