import BitCollections
import PropertyTesting

/// apple/swift-collections.
enum CollectionsFindings {
  static let all = [resizingShift, leastShift, emptyRange]

  private static let package = "apple/swift-collections"
  private static let bits = Generator<[Bool]>.array(of: .element(of: [true, false]), count: 0...8)

  static let resizingShift = Finding(
    "bit-array-resizing-shift", in: package, by: .byHand,
    "`BitArray.resizingShiftRight(by:)` keeps as many bits as it should remove.",
    demand: "Its documentation says that it has the same effect as `removeFirst(amount)`.",
    result: "<11>",
    reproduction: { print in
      var bits: BitArray = "11111"
      bits.resizingShiftRight(by: 2)
      print(bits)
    },
    forAll: .zip(bits, .int(in: 0...8))
  ) { bits, distance in
    var shifted = BitArray(bits)
    shifted.resizingShiftRight(by: distance)
    try expect("the bits that are left", Array(shifted), equals: Array(bits.dropFirst(distance)))
  }

  static let leastShift = Finding(
    "bit-array-shift-least", in: package, by: .byHand,
    "`BitArray.maskingShiftLeft(by:)` traps if the distance is `Int.min`.",
    demand:
      "Its documentation says that a negative distance shifts to the right, and that one beyond the count clears all bits.",
    result: "traps", needsProcess: true,
    reproduction: { print in
      var bits: BitArray = "1"
      bits.maskingShiftLeft(by: .min)
      print(bits)
    },
    forAll: .zip(bits, .element(of: [-9, Int.max, -Int.max, .min]))
  ) { bits, distance in
    var shifted = BitArray(bits)
    shifted.maskingShiftLeft(by: distance)
    try expect("the bits", Array(shifted), equals: bits.map { _ in false })
  }

  static let emptyRange = Finding(
    "bit-set-empty-range", in: package, by: .byHand,
    "`BitSet.isEqualSet(to:)` is false for an empty set and an empty range of negative numbers.",
    demand: "Its documentation says that they are equal if they contain the same values, and neither contains any.",
    result: "[false, true]",
    reproduction: { print in
      let range = -1 ..< -1
      print([BitSet().isEqualSet(to: range), BitSet().isEqualSet(to: Array(range))])
    },
    forAll: .zip(.set(of: .int(in: 0...2), count: 0...3), .int(in: -2...2), .int(in: 0...2))
  ) { members, start, count in
    let (set, range) = (BitSet(members), start..<(start + count))
    try expect("the range has the same elements", set.isEqualSet(to: range), equals: members == Set(range))
  }
}
