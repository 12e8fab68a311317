import Foundation
import PropertyTesting

/// Collections that are equal, nearly equal or regular without a reason. The first rows are those of a report; the others were written down
/// before the elements of collections were repeated, and measured after it.
extension DiscoveryRow {
  static let collections: [DiscoveryRow] = collectionsNamed + collectionsUnseen

  private static let list = Generator<[Int]>.array(of: .int())
  private static let two = Generator<([Int], [Int])>.zip(list, list)

  private static let collectionsNamed: [DiscoveryRow] = [
    DiscoveryRow("two equal lists", two) { a, b in a.count < 3 || a != b },
    DiscoveryRow(
      "two equal dictionaries",
      Generator<([Int: Int], [Int: Int])>.zip(.dictionary(of: .int(), .int()), .dictionary(of: .int(), .int()))
    ) { a, b in a.count < 3 || a != b },
    DiscoveryRow("two equal sets", Generator<(Set<Int>, Set<Int>)>.zip(.set(of: .int()), .set(of: .int()))) { a, b in a.count < 3 || a != b },
    DiscoveryRow("all elements equal", list) { $0.count < 3 || Set($0).count > 1 },
    DiscoveryRow("a list twice over", list) { list in
      list.count < 4 || list.count % 2 == 1 || Set(list).count == 1 || list.prefix(list.count / 2) != list.suffix(list.count / 2)
    },
    DiscoveryRow("a palindrome", list) { $0.count < 4 || Set($0).count == 1 || $0 != $0.reversed() },
    DiscoveryRow("in order", list) { $0.count < 6 || Set($0).count < 6 || $0 != $0.sorted() },
    DiscoveryRow("in descending order", list) { $0.count < 6 || Set($0).count < 6 || $0 != $0.sorted(by: >) },
    DiscoveryRow("a, b, a", list) { $0.count != 3 || $0[0] != $0[2] || $0[0] == $0[1] },
    DiscoveryRow("one list begins another", two) { a, b in a.count < 3 || a.count >= b.count || !b.starts(with: a) },
    DiscoveryRow("equal up to order", two) { a, b in a.count < 3 || a == b || a.sorted() != b.sorted() },
    DiscoveryRow("equal up to one element", two) { a, b in a.count < 3 || a.count != b.count || zip(a, b).count { $0 != $1 } != 1 },
  ]

  private static let texts = Generator<[String]>.array(of: .text())

  private static let collectionsUnseen: [DiscoveryRow] = [
    DiscoveryRow("one list is the other reversed", two) { a, b in a.count < 3 || a == b || a != b.reversed() },
    DiscoveryRow("one list is the other turned", two) { a, b in
      a.count < 3 || a.count != b.count || a == b || Array(a.dropFirst()) + a.prefix(1) != b
    },
    DiscoveryRow("two equal lists of texts", Generator<([String], [String])>.zip(texts, texts)) { a, b in a.count < 3 || a != b },
    DiscoveryRow("a list of texts in order", texts) { $0.count < 5 || Set($0).count < 5 || $0 != $0.sorted() },
    DiscoveryRow("a list of fractions in order", Generator<[Double]>.array(of: .double())) {
      $0.count < 5 || Set($0).count < 5 || $0 != $0.sorted()
    },
    DiscoveryRow("small numbers in order", Generator<[Int]>.array(of: .int(in: 0...99), count: 0...20)) {
      $0.count < 5 || Set($0).count < 5 || $0 != $0.sorted()
    },
    DiscoveryRow("an element in the middle is missing", two) { a, b in
      guard a.count > 2, b.count == a.count + 1, !b.starts(with: a) else { return true }
      return !b.indices.dropFirst().dropLast().contains { place in Array(b[..<place]) + b[(place + 1)...] == a }
    },
    DiscoveryRow("all rows equal", Generator<[[Int]]>.array(of: .array(of: .int()))) { rows in
      rows.count < 3 || rows[0].count < 2 || Set(rows).count > 1
    },
    DiscoveryRow("equal but for one value", Generator<([String: Int], [String: Int])>.zip(
      .dictionary(of: .text(), .int()), .dictionary(of: .text(), .int()))) { a, b in
        a.count < 2 || a.keys != b.keys || a == b
      },
    DiscoveryRow("each twice", list) { list in
      list.count < 4 || list.count % 2 == 1 || Set(list).count == 1
        || !stride(from: 0, to: list.count, by: 2).allSatisfy { list[$0] == list[$0 + 1] }
    },
    DiscoveryRow("all equal but one", list) { list in
      list.count < 4 || Set(list).count != 2 || !list.contains { element in list.count { $0 == element } == 1 }
    },
    DiscoveryRow("five numbers in order", Generator<[Int]>.array(of: .int(), count: 5)) { Set($0).count < 5 || $0 != $0.sorted() },
    DiscoveryRow("two equal fives", Generator<([Int], [Int])>.zip(.array(of: .int(), count: 5), .array(of: .int(), count: 5))) { $0 != $1 },
    DiscoveryRow("bytes that repeat", Generator<[UInt8]>.bytes()) { bytes in
      bytes.count < 6 || bytes.count % 2 == 1 || Set(bytes).count < 3 || bytes.prefix(bytes.count / 2) != bytes.suffix(bytes.count / 2)
    },
    DiscoveryRow("a set and one more", Generator<(Set<Int>, Set<Int>)>.zip(.set(of: .int()), .set(of: .int()))) { a, b in
      a.count < 3 || b.count != a.count + 1 || !b.isSuperset(of: a)
    },
  ]

  static let smallNamed: [DiscoveryRow] = [
    DiscoveryRow("CR LF", Generator<String>.text()) { !$0.contains("\r\n") },
    DiscoveryRow("a line feed at the end", Generator<String>.text()) { !$0.hasSuffix("\n") || $0.count < 2 },
    DiscoveryRow("index == count", Generator<([Int], Int)>.zip(list, .int(in: 0...100))) { $0.count < 2 || $1 != $0.count },
    DiscoveryRow("second field == fifth", Generator<(Int, Int, Int, Int, Int)>.zip(.int(), .int(), .int(), .int(), .int())) {
      $1 != $4 || $1.magnitude < 9
    },
    DiscoveryRow("intervals that touch", Generator<(Int, Int, Int, Int)>.zip(.int(), .int(), .int(), .int())) {
      $0 >= $1 || $2 >= $3 || $1 != $2
    },
    DiscoveryRow("shares of 100", Generator<[Int]>.array(of: .int(in: 0...100))) { $0.count < 3 || $0.reduce(0, +) != 100 },
    DiscoveryRow("two of ten flags", Generator<[Bool]>.array(of: .bool, count: 10)) { $0.count { $0 } != 2 },
    DiscoveryRow("half a cent", Generator<Double>.double(in: 0...1_000)) { (($0 * 100).truncatingRemainder(dividingBy: 1)) != 0.5 },
    DiscoveryRow("negative zero", Generator<Double>.double()) { $0 != 0 || $0.sign == .plus },
    DiscoveryRow("first and last empty", texts) { $0.count < 3 || $0.first != "" || $0.last != "" || Set($0).count == 1 },
  ]
}
