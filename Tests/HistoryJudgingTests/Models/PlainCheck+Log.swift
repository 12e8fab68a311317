@testable import HistoryJudging

extension PlainCheck {
  /// What a call says of a log: a key, an offset, a value.
  private struct Message: Equatable {
    var key: HistoryValue
    var offset: Int
    var value: HistoryValue

    init?(_ key: HistoryValue, _ pair: HistoryValue) {
      guard let fields = pair.elements, fields.count == 2, let offset = fields[0].int else { return nil }
      (self.key, self.offset, self.value) = (key, offset, fields[1])
    }
  }

  /// The call of each number sends that number, and mostly it gets that offset.
  static let log = PlainCheck(
    "log", "ordered-log",
    draw: { random, turn in
      let key = number(0...1, &random)
      func pair(_ place: Int) -> HistoryValue {
        .list([Int.random(in: 0...15, using: &random) == 0 ? number(0...7, &random) : .int(place), .int(place)])
      }
      func one(_ parts: [HistoryValue]) -> HistoryValue { .list([.list(parts)]) }
      if Int.random(in: 0...2, using: &random) > 0 {
        return ("send", one([.name("send"), key, .int(turn)]), one([.name("send"), key, pair(turn)]))
      }
      let places = (0..<turn).filter { _ in Int.random(in: 0...2, using: &random) == 0 }
      return ("poll", one([.name("poll")]), one([.name("poll"), .map([key: .list(places.map(pair))])]))
    },
    holds: { calls in
      func sent(_ operation: HistoryOperation) -> [HistoryValue] { operation.argument.elements?.first?.elements ?? [] }
      let sends = calls.filter { $0.function == "send" }
      let acknowledged = calls.done("send").compactMap { Message(sent($0)[1], $0.result.elements?.first?.elements?[2] ?? .null) }
      let polls = calls.done("poll").flatMap { call -> [[Message]] in
        guard case .map(let keys) = call.result.elements?.first?.elements?[1] else { return [] }
        return keys.map { key, messages in (messages.elements ?? []).compactMap { Message(key, $0) } }
      }
      let polled = Array(polls.joined())
      let all = acknowledged + polled
      func isWrong(_ one: Message, _ other: Message) -> Bool {
        one.key == other.key && (one.offset == other.offset) != (one.value == other.value)
      }
      func isLost(_ one: Message) -> Bool {
        !polled.contains { $0.key == one.key && $0.value == one.value } && polled.contains { $0.key == one.key && $0.offset > one.offset }
      }
      func isFalse(_ one: Message) -> Bool {
        let source = sends.first { sent($0)[1] == one.key && sent($0)[2] == one.value }
        return source == nil || source?.outcome == .fail
      }
      func leaves(_ one: Message, _ next: Message) -> Bool {
        next.offset <= one.offset || all.contains { $0.key == one.key && one.offset < $0.offset && $0.offset < next.offset }
      }
      return !all.contains { one in all.contains { isWrong(one, $0) } } && !acknowledged.contains(where: isLost)
        && !polled.contains(where: isFalse) && !polls.contains { poll in zip(poll, poll.dropFirst()).contains { leaves($0, $1) } }
    })
}
