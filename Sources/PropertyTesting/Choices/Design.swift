/// Which designed value comes in which case.
///
/// A constant that a program compares with has next to no chance among 2⁶⁴ numbers, and one drawn at random from a list of
/// fifty has even odds in 35 cases. So the list is gone through: the n-th designed case takes the n-th value of an order
/// that the seed turns, and each draw of a case has an order of its own, so that values are paired.
@usableFromInline
enum Design {
  /// The designed cases are the odd ones of these. Runs are 100 cases by default; what is later is drawn as if there were no design.
  @usableFromInline static let cases = 17...100

  /// In how many cases everything is designed: every second of those that are.
  static let wholeCases = 21

  /// How many draws of a case have an order of their own; later ones are drawn at random.
  static let orderedDraws = 4

  /// Doubles that programs compare with, beside whole ones.
  static let fractions: [Double] = [0.1, 0.01, 0.001, 1e-6, 0.25, 0.125, 0.005, 0.5, 0.9, 0.99, 1.0 / 3, 1.5, 99.9]

  /// Which of `count` values comes at `slot`, in an order of the seed and of the draw. As many slots as there are values
  /// bring each of them once.
  static func place(slot: Int, of count: Int, seed: UInt64, draw: Int) -> Int {
    let turn = Source.mix(seed &+ Source.mix(UInt64(draw) &+ 1))
    // Primes above any count that is asked for: steps that come to each place.
    let step = [101, 103, 107, 109][Int(turn >> 62)]
    return (slot * step + Int(turn % UInt64(count))) % count
  }
}

extension Source {
  /// Which bound the next number of one of the first cases is; nil once the case has drawn four numbers.
  ///
  /// The sixteen cases pair the levels of any two of the four draws (an orthogonal array of strength 2 over the field of
  /// four elements: Bush, 1952).
  mutating func boundaryLevel() -> BoundaryLevel? {
    let draw = Int(designed.numbers)
    designed.numbers &+= 1
    guard draw < Design.orderedDraws else { return nil }
    // In steps of seven, so that no draw has one level in cases next to each other.
    let (row, column) = (index * 7 % 16 / 4, index % 4)
    let twice = [0, 2, 3, 1]
    let level = [row, column, row ^ column, row ^ twice[column]][draw]
    return BoundaryLevel(rawValue: level ^ Int(Source.mix(seed &+ UInt64(draw)) & 3))
  }
}

/// What a number of the first cases is.
enum BoundaryLevel: Int {
  case lower, upper, target
  /// Near an earlier draw; near one of the bounds, if there is none.
  case near
}

/// How many designed values of each kind a case has drawn so far.
@usableFromInline
struct DesignedDraws: Sendable {
  /// Whole numbers, doubles and instants.
  var numbers: UInt16 = 0
  var flags: UInt16 = 0
  var collections: UInt16 = 0
  var texts: UInt8 = 0
  /// Numbers and texts that are constants of the code: see ``CodeConstants``.
  var codeNumbers: UInt8 = 0
  var codeTexts: UInt8 = 0
  /// Inside a collection that is drawn by a ``CollectionPlan``: what is within it is not.
  var isInCollection = false
  /// The next value of a dictionary is not repeated with its key.
  var freshContent = false
  /// How the next scalar differs from the one that is repeated.
  var change = Change.none

  enum Change: Equatable {
    case none, `case`, withForms, form, space, lineEnd
    case exactly(Unicode.Scalar)
  }

  @usableFromInline init() {}
}

extension Source {
  /// The place among the cases in which everything is designed; nil in others.
  var designedSlot: Int? {
    mode == .designed && index & 2 == 0 ? (index - Design.cases.lowerBound) / 4 : nil
  }

  // What follows of a list once those cases have gone through its first values.

  /// In the cases between them, for a wide range of whole numbers: after the ten of ``sparseSlot``.
  var wideSlot: Int { Design.wholeCases + 10 + betweenSlot }

  /// Which of the designed cases it is in which not everything is designed.
  var betweenSlot: Int { (index - Design.cases.lowerBound - 2) / 4 }

  /// The same for doubles, of which two designed cases share a slot.
  var wideDoubleSlot: Int { (Design.wholeCases + 1) / 2 + betweenSlot }

  /// The same for the first double of the scaled cases among them; nil in other cases.
  var scaledDoubleSlot: Int? { scaledSlot.map { (Design.wholeCases + 1) / 2 + Design.wholeCases + $0 } }

  /// Which scaled case among the designed ones it is; nil in other cases.
  var scaledSlot: Int? {
    mode == .scaled && index <= Design.cases.upperBound ? (index - Design.cases.lowerBound - 1) / 4 : nil
  }

  /// Of the later numbers of a wide range in the scaled cases: the slots of ``sparseSlot``, which only a first number has, and
  /// then of cases that had a relation in the place of the constant.
  func laterSlot(_ slot: Int, draw: Int) -> Int {
    if slot < 10 { return Design.wholeCases + slot }
    var (wanted, whole) = (slot - 10, 0)
    while whole < Design.wholeCases {
      if Source.isRelation(relationPlace(slot: whole, draw: draw)) {
        if wanted == 0 { break }
        wanted -= 1
      }
      whole += 1
    }
    return whole
  }

  /// Of the first number of every eighth case, from the 24th on.
  var sparseSlot: Int { Design.wholeCases + (index - 24) / 8 }

  /// Whether something is there. Eight of these cases have none of it, all of it, or all but one the same;
  /// independent draws hardly ever do.
  @usableFromInline @inline(never)
  mutating func proposeFlag(upTo last: UInt64) -> UInt64 {
    let drawn = designed.flags
    designed.flags &+= 1
    guard let slot = designedSlot else { return uniform(upTo: last) }
    let turn = Source.mix(seed &+ UInt64(slot))
    let isOdd = drawn == turn >> 32 & 7
    let isThere: Bool
    switch Design.place(slot: slot, of: Design.wholeCases, seed: seed, draw: 0) {
    case 0: isThere = false
    case 1: isThere = true
    case 2, 3, 4: isThere = isOdd
    case 5, 6, 7: isThere = !isOdd
    default: return uniform(upTo: last)
    }
    return isThere ? 1 &+ uniform(upTo: last &- 1) : 0
  }

  /// How many elements the first collection of the case has, in eight of the designed cases: sizes of buffers, pages and
  /// blocks, each once as it is and then once with a neighbour.
  @usableFromInline @inline(never)
  mutating func designedCount(in lower: UInt64, _ upper: UInt64) -> UInt64? {
    guard let slot = designedSlot else { return nil }
    designed.collections &+= 1
    guard designed.collections == 1 else { return nil }
    let sizes = [16, 32, 64, 100, 128, 255, 256, 512, 1_000, 1_024].filter { (lower...upper).contains($0) } as [UInt64]
    let place = Design.place(slot: slot, of: Design.wholeCases, seed: seed, draw: 1)
    guard !sizes.isEmpty, place < max(8, sizes.count) else { return nil }
    let size = sizes[place % sizes.count]
    return place < sizes.count ? size : min(max(seed >> UInt64(place) & 1 == 0 ? size &- 1 : size &+ 1, lower), upper)
  }
}
