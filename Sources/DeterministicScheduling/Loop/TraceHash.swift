/// Over the steps of a run: what was chosen, out of how many, at which virtual time. Two runs with the
/// same choices must have the same.
struct TraceHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  @inline(__always)
  mutating func add(_ choice: Int, of alternatives: Int, at time: Int64) {
    let word = UInt64(truncatingIfNeeded: choice &* 0x10001 &+ alternatives) ^ UInt64(bitPattern: time) &<< 20
    value = (value ^ word) &* 0x100_0000_01b3
    value ^= value &>> 29
  }
}
