import PropertyTesting
import StandardLaws

/// A source of random numbers (SplitMix64), which makes the mistake that ``Flaw`` says.
struct Dice: RandomNumberGenerator {
  private var state: UInt64
  private var count = 0

  init(seed: UInt64) { state = seed }

  private mutating func word() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  mutating func next() -> UInt64 {
    count += 1
    if Flaw.is("numbers have 63 bits") { return word() >> 1 }
    if Flaw.is("numbers are odd") { return word() | 1 }
    if Flaw.is("a bit is rarely set") { return word() & ~(count % 3 == 0 ? 0 : 1 << 20) }
    if Flaw.is("numbers are counted") {
      state += 1
      return state
    }
    if Flaw.is("the lowest bit alternates") { return word() & ~1 | UInt64(count & 1) }
    if Flaw.is("each bit stays for four numbers") {
      if count % 4 == 1 { _ = word() }
      var copy = self
      return copy.word()
    }
    if Flaw.is("two neighbouring bits are the same") {
      let number = word()
      return number & ~(1 << 9) | (number & 1 << 8) << 1
    }
    if Flaw.is("numbers begin again after 500") {
      if count % 500 == 0 { state = 7 }
      return word()
    }
    if Flaw.is("numbers have sixteen bits, repeated") { return (word() & 0xffff) &* 0x0001_0001_0001_0001 }
    if Flaw.is("large numbers are rare") { return count % 2 == 0 ? word() >> 2 : word() }
    return word()
  }
}

extension Generator where Value == Dice {
  static let dice = Generator { source in Dice(seed: UInt64(try source(.int(in: 0...1_000_000)))) }
}

/// The mistakes of ``Dice``.
enum DiceWitnesses {
  private static func of(_ statement: String, _ mistakes: String...) -> [Witness] {
    mistakes.map { Witness($0, breaks: statement, of: Laws<Dice>.randomNumberGenerator, .dice) }
  }

  static let all: [Witness] = Witness.list(
    of(
      "each bit is set in half of the numbers", "numbers have 63 bits", "numbers are odd", "a bit is rarely set",
      "large numbers are rare"),
    of("each bit changes in half of the steps", "numbers are counted", "the lowest bit alternates", "each bit stays for four numbers"),
    of("neighbouring bits agree half of the time", "two neighbouring bits are the same", "numbers are counted"),
    of("no number comes twice in a thousand", "numbers begin again after 500", "numbers have sixteen bits, repeated"),
    of("a number in a range is drawn as often as any other", "large numbers are rare", "numbers have 63 bits"))
}
