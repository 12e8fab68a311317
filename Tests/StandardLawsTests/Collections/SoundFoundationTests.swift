import Foundation
import PropertyTesting
import StandardLaws
import Testing

/// Foundation's collections and sets.
@Suite struct SoundFoundationTests {
  static let bytes = Generator<[UInt8]>.array(of: Generator<Int>.int(in: 0...5).map { UInt8($0) }, count: 0...6)

  /// Not all calls: `var d = Data([1]); d.removeFirst(1); let c = d; d.append(contentsOf: IteratorSequence([2].makeIterator()))` traps, as
  /// any change of data does that is empty, shared, and does not start at 0.
  private static let changes = Laws<Data>.valueSemantics(
    .init("append", .int(in: 0...5)) { $0.append(UInt8($1)) }, .init("popLast") { _ = $0.popLast() }, .init("sort") { $0.sort() },
    .init("reserveCapacity", .int(in: 0...20)) { $0.reserveCapacity($1) }, .init("removeAll") { $0.removeAll() })

  @Test func data() throws {
    try checkLaws(.randomAccessCollection, .mutableCollection, .rangeReplaceableCollection, of: Self.bytes.map { Data($0) })
    try checkLaws(Self.changes, of: Self.bytes.map { Data($0) })
    // Not the empty slice: with d = Data([7, 7, 7])[2..<2], let t = d[2..<2]; d[2..<2] = t traps, and so does d + d.
    try checkLaws(
      .randomAccessCollection, .mutableCollection, .rangeReplaceableCollection,
      of: Self.bytes.map { Data([7, 7, 1] + $0 + [7])[2..<3 + $0.count] })
  }

  @Test func largeData() throws {
    let large = Self.bytes.map { Data(repeating: 1, count: 40) + Data($0) }
    try checkLaws(.randomAccessCollection, .mutableCollection, .rangeReplaceableCollection, of: large)
    try checkLaws(Self.changes, of: large)
  }

  @Test func indexSets() throws {
    let sets = Generator<Set<Int>>.set(of: .int(in: 0...9)).map { IndexSet($0) }
    // docs/found.md: on Linux the results of both methods are wrong.
    try checkLaws(
      .bidirectionalCollection,
      .setAlgebra.except(
        .law("insert adds an element that is not there, and says whether it was", because: "insert says it inserted a member"),
        .law("update(with:) puts the element in, and returns the equal one that was there", because: "update returns an absent one")),
      of: sets, elements: .int(in: 0...9))
    try checkLaws(
      .valueSemantics(.init("insert", .int(in: 0...9)) { $0.insert($1) }, .init("remove", .int(in: 0...9)) { $0.remove($1) }), of: sets)
  }

  @Test func indexPaths() throws {
    let paths = Generator<[Int]>.fewDigits.map { IndexPath(indexes: $0) }
    // A slice of an index path is an index path, whose first index is 0: IndexPath(indexes: [4, 5, 6])[1..<2].startIndex // 0
    let ownIndices = "a slice of an index path starts at 0"
    try checkLaws(
      .randomAccessCollection.except(
        .law("a slice shares its indices with the collection", because: ownIndices),
        .law("a slice counts and steps as a collection", because: ownIndices),
        .law("indices of indices, and indices of slices, are those of the collection", because: ownIndices)),
      .mutableCollection.except(
        .law("a slice of the same length replaces a range in place", because: "assigning to an empty range ends the process")),
      of: paths, elements: .int(in: 0...5))
  }

  @Test func characterSets() throws {
    let letters = Generator<Unicode.Scalar>.element(of: ["a", "b", "c", "z", "é"])
    // CharacterSet().update(with: "a") returns "a", and docs/found.md has insert.
    try checkLaws(
      .setAlgebra.except(
        .law("insert adds an element that is not there, and says whether it was", because: "insert says it inserted a member"),
        .law("update(with:) puts the element in, and returns the equal one that was there", because: "update returns an absent one")),
      of: Generator<[Unicode.Scalar]>.array(of: letters, count: 0...4).map { CharacterSet($0) }, elements: letters)
  }

  @Test func attributedStrings() throws {
    let texts = Generator<String>.text(count: 0...5)
    try checkLaws(.bidirectionalCollection, of: texts.map { AttributedString($0).characters }, elements: texts.compactMap(\.first))
    try checkLaws(
      .bidirectionalCollection, of: texts.map { AttributedString($0).unicodeScalars }, elements: texts.compactMap(\.unicodeScalars.first))
  }
}
