import Foundation
import PropertyTesting

extension ShrinkTimeRow {
  /// Reported, or like what was reported.
  static let known = [
    ShrinkTimeRow("a text of 200,000", within: .seconds(2), Generator<String>.text(.ascii, count: 100_000...200_000)) { $0.contains("a") },
    ShrinkTimeRow("100,000 numbers", within: .seconds(20), Generator<[Int]>.array(of: .int(), count: 100_000...100_000)) {
      $0.contains { $0 > 1_000 } && $0.contains { $0 < -1_000 }
    },
    ShrinkTimeRow("a million numbers", within: .seconds(10), Generator<[Int]>.array(of: .int(), count: 1_000_000...1_000_000)) {
      $0.reduce(0, ^) & 1 == 1
    },
    ShrinkTimeRow("2,000 levels", within: .seconds(10), levels(2_000)) { $0.reduce(0, +) > 5_000 },
    ShrinkTimeRow("5,000 levels", within: .seconds(10), levels(5_000)) { $0.reduce(0, +) > 5_000 },
    ShrinkTimeRow("50 ms a case", within: .seconds(10), Generator<[Int]>.array(of: .int(in: 0...1_000), count: 0...100)) { list in
      work(milliseconds: 50)
      return list.reduce(0, +) > 2_500
    },
    ShrinkTimeRow("documents with dictionaries", within: .seconds(10), document) { depth(of: $0) > 3 && "\($0)".contains("7") },
  ]

  /// Written down before anything was changed for the rows above; the levels of choices were 3,000, for which half of the stack is too small.
  static let heldOut = [
    ShrinkTimeRow("300,000 bytes", within: .seconds(3), Generator<[UInt8]>.bytes(count: 200_000...300_000)) { bytes in
      bytes.count { $0 == 255 } > 1
    },
    ShrinkTimeRow("bytes, any number", within: .seconds(3), Generator<[UInt8]>.bytes(count: 0...300_000)) { bytes in
      bytes.count { $0 == 255 } > 1
    },
    ShrinkTimeRow("a set of 50,000", within: .seconds(3), Generator<Set<Int>>.set(of: .int(), count: 20_000...50_000)) {
      $0.contains { $0 > 99 }
    },
    ShrinkTimeRow(
      "a dictionary of 20,000", within: .seconds(5),
      Generator<[String: Int]>.dictionary(of: .text(.ascii, count: 0...9), .int(), count: 10_000...20_000)
    ) { $0.values.contains { $0 > 1_000_000 } },
    ShrinkTimeRow("200 ms a case", within: .seconds(10), Generator<[Int]>.array(of: .int(in: 0...1_000), count: 0...100)) { list in
      work(milliseconds: 200)
      return list.count { $0 > 300 } > 3
    },
    ShrinkTimeRow("a second a case", within: .seconds(8), Generator<[Int]>.array(of: .int(in: 0...1_000), count: 0...100)) { list in
      work(milliseconds: 1_000)
      return list.count { $0 > 300 } > 3
    },
    ShrinkTimeRow("a wait of 100 ms", within: .seconds(8), waits: true, Generator<String>.text(count: 0...100)) { text in
      Thread.sleep(forTimeInterval: 0.1)
      return text.unicodeScalars.count > 20
    },
    ShrinkTimeRow(
      "300 rows of 300", within: .seconds(5),
      Generator<[[Int]]>.array(of: .array(of: .int(in: 0...9), count: 300...300), count: 300...300)
    ) { rows in rows.contains { $0.reduce(0, +) > 1_400 } },
    ShrinkTimeRow("sorted among 20,000", within: .seconds(5), Generator<[Int]>.array(of: .int(), count: 0...20_000)) { list in
      list.count > 5_000 && zip(list, list.dropFirst()).contains { $0 > $1 }
    },
    ShrinkTimeRow("3,000 that matter", within: .seconds(10), Generator<[Int]>.array(of: .int(in: 0...1_000), count: 0...6_000)) { list in
      list.count { $0 > 3 } > 2_999
    },
    ShrinkTimeRow("1,000 levels of choices", within: .seconds(5), branches(1_000)) { $0 > 400 },
    ShrinkTimeRow(
      "texts in 2,000 texts", within: .seconds(5), Generator<[String]>.array(of: .text(count: 50...60), count: 2_000...2_000)
    ) { texts in texts.contains { $0.contains("e") } && texts.contains { $0.contains("z") } },
  ]

  /// Values below values, each a draw of its own.
  private static func levels(_ count: Int) -> Generator<[Int]> {
    var generator = Generator<[Int]>.constant([])
    for _ in 0..<count {
      let below = generator
      generator = Generator<(Int, [Int])>.zip(.int(in: 0...9), below).map { [$0.0] + $0.1 }
    }
    return generator
  }

  private static func branches(_ count: Int) -> Generator<Int> {
    var generator = Generator<Int>.constant(0)
    for _ in 0..<count {
      let below = generator
      generator = Generator<Bool>.bool.flatMap { adds in below.map { $0 + (adds ? 1 : 0) } }
    }
    return generator
  }

  indirect enum Document: Sendable {
    case null, number(Int), text(String), list([Document]), object([String: Document])
  }

  private static let document = Generator<Document>.recursive(
    depth: 8,
    leaf: .oneOf(
      .constant(.null), Generator<Int>.int(in: 0...100).map { .number($0) },
      Generator<String>.text(count: 0...20).map { .text($0) })
  ) { below in
    .oneOf(
      Generator<[Document]>.array(of: below, count: 0...8).map { .list($0) },
      Generator<[String: Document]>.dictionary(of: .text(count: 0...9), below, count: 0...8).map { .object($0) })
  }

  private static func depth(of document: Document) -> Int {
    switch document {
    case .list(let parts): 1 + (parts.map(depth).max() ?? 0)
    case .object(let parts): 1 + (parts.values.map(depth).max() ?? 0)
    default: 0
    }
  }

  private static func work(milliseconds: Int) {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while ContinuousClock.now < end {}
  }
}
