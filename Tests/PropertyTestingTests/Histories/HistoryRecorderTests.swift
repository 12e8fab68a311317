import PropertyTesting
import Testing

@Suite("Recording histories")
struct HistoryRecorderTests {
  @Test func timesAreCountedAndOutcomesKept() async {
    let recorder = HistoryRecorder<CellOperation, Int> { error in
      error is Surprise ? .failed("surprise") : .unknown("\(error)")
    }
    await recorder.record("a", .read(0)) { 7 }
    let open = recorder.begin("b", .read(1))
    await recorder.record("a", .read(2)) { throw Surprise(code: 1) }
    recorder.recordBlocking("a", .read(3)) { throw CancellationError() }
    #expect(
      recorder.history.calls == [
        CellCall(client: "a", .read(0), .done(7), called: 1, returned: 2),
        CellCall(client: "b", .read(1), .unknown("has not returned"), called: 3, returned: 8),
        CellCall(client: "a", .read(2), .failed("surprise"), called: 4, returned: 5),
        CellCall(client: "a", .read(3), .unknown("CancellationError()"), called: 6, returned: 7),
      ])
    recorder.end(open, .done(1))
    recorder.end(open, .done(2))
    recorder.end(99, .done(3))
    #expect(recorder.history.calls[1].outcome == .done(1))
  }

  @Test func realThreadsAreRecorded() async {
    actor Cell {
      var value = 0
      func add() -> Int {
        value += 1
        return value
      }
    }
    let cell = Cell()
    let recorder = HistoryRecorder<Int, Int>()
    await withTaskGroup { group in
      for client in 0..<8 {
        group.addTask {
          for _ in 0..<50 { await recorder.record("\(client)", 1) { await cell.add() } }
        }
      }
    }
    let model = SequentialModel<Int, Int, Int>(initial: 0) { state, amount in
      state += amount
      return state
    }
    #expect(recorder.history.calls.count == 400)
    #expect(recorder.history.linearizability(by: model).isLinearizable)
  }
}
