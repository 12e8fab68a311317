/// Random decisions of one program: SplitMix64, so that a number is the whole program.
struct FuzzRandom {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0xD134_2543_DE82_EF95 &+ 0x2545_F491_4F6C_DD1D }

  mutating func word() -> UInt64 {
    state = state &+ 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// In `0..<count`.
  mutating func below(_ count: Int) -> Int { count < 2 ? 0 : Int(word() % UInt64(count)) }

  mutating func from(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

  /// Once in `count`.
  mutating func chance(_ count: Int) -> Bool { below(count) == 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
