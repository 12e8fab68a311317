import PropertyTesting
import StorageContract

/// Puts of many records at once: about as many as some page or batch holds, the last key first.
struct HistoryBulk: Sendable, CounterexampleDescribable {
  let count: Int

  var calls: [HistoryCall] {
    // What ends lines, in files of lines and in those who read them.
    let ends = FieldValue.text("a\r\nb\rc\u{85}d\u{2028}")
    return (0..<count).reversed().map { .put(RecordPlace("m\(1_000 + $0)", in: "c"), ["n": .int64(Int64($0)), "t": ends]) }
  }

  /// More than fit on a small page.
  var isLong: Bool { count >= 63 }

  var counterexampleDescription: String { "\(count) records at once" }
}

extension Generator where Value == HistoryBulk {
  /// Half of the time none.
  static var historyBulk: Generator {
    Generator<Int>.frequency(
      (4, .constant(0)), (1, .int(in: 1...140)), (2, .element(of: [63, 64, 65, 128, 129])), (1, .int(in: 100...140))
    ).map { HistoryBulk(count: $0) }
  }
}
