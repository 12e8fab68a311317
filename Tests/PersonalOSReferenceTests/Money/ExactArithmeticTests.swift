import Foundation
import PersonalOSReference
import Testing

/// The arithmetic under the calculator: by examples whose answers are known, and by laws.
@Suite("Exact arithmetic")
struct ExactArithmeticTests {
  private func amount(_ text: String) throws -> Decimal { try AmountText.read(text) }

  @Test(
    "Quotients have 38 digits and are rounded half to even",
    arguments: [
      ("1", "3", "0.33333333333333333333333333333333333333"),
      ("2", "3", "0.66666666666666666666666666666666666667"),
      ("-2", "3", "-0.66666666666666666666666666666666666667"),
      ("1", "7.123456789012345678", "0.14038128251756380491870365270212055589"),
      // Decimal's own operator is wrong by half here.
      (
        "12345678901234567890123456789012345678", "99999999999999999999999999999999999999",
        "0.12345678901234567890123456789012345678"
      ),
      // 2n + 1 over 2, with n of 38 digits: to the even neighbour, down and up.
      ("40000000000000000000000000000000000002", "4", "10000000000000000000000000000000000000"),
      ("40000000000000000000000000000000000006", "4", "10000000000000000000000000000000000002"),
      ("99999999999999999999999999999999999999", "1", "99999999999999999999999999999999999999"),
      ("0", "7", "0"), ("10", "4", "2.5"), ("1", "8", "0.125"), ("1", "-4", "-0.25"),
    ])
  func quotients(_ dividend: String, _ divisor: String, _ expected: String) throws {
    let quotient = try ExactRatio(amount(dividend), over: amount(divisor)).rounded()
    #expect(quotient == (try amount(expected)))
  }

  @Test("What has no exact decimal is refused, and nothing traps")
  func refusals() throws {
    let tiny = Decimal(sign: .plus, exponent: -100, significand: 1)
    let huge = Decimal(sign: .plus, exponent: 120, significand: 1)
    #expect(throws: MoneyError.outOfRange(exponent: -200)) { try tiny.multipliedExactly(by: tiny) }
    #expect(throws: MoneyError.outOfRange(exponent: 240)) { try huge.multipliedExactly(by: huge) }
    #expect(throws: MoneyError.tooManyDigits(221)) { try (ExactDecimal(huge) + ExactDecimal(tiny)).decimal() }
    #expect(throws: MoneyError.tooManyDigits(220)) { try (ExactDecimal(huge) - ExactDecimal(tiny)).decimal() }
    #expect(throws: MoneyError.divisionByZero) { try ExactRatio(1, over: 0) }
    #expect(throws: MoneyError.notANumber) { try ExactDecimal(Decimal.nan) }
    #expect(throws: MoneyError.outOfRange(exponent: -220)) { try ExactRatio(tiny, over: huge).rounded() }
    // 2^100 × 5^50: 66 digits, of which 50 are zeros at the end.
    let product = try amount("1267650600228229401496703205376")
      .multipliedExactly(by: amount("88817841970012523233890533447265625"))
    #expect(product == Decimal(sign: .plus, exponent: 50, significand: 1_125_899_906_842_624))
    #expect(try tiny.multipliedExactly(by: huge) == Decimal(sign: .plus, exponent: 20, significand: 1))
  }

  @Test("A sum of 38 digits is exact, where Decimal's own may keep 33")
  func sums() throws {
    let large = try amount("12345678901234567890123456789012345.123")
    let small = try amount("0.0000000000000000000000000000000000001")
    let exact = try ExactDecimal(large)
    #expect(throws: MoneyError.self) { try (exact + ExactDecimal(small)).decimal() }
    let whole = try (exact + ExactDecimal(amount("-0.123"))).decimal()
    #expect(whole == (try amount("12345678901234567890123456789012345")))
    #expect(try (exact - exact).decimal() == 0)
  }

  /// Limbs at the edges of their range are where a division goes wrong: top bits set, all ones, zeros
  /// between.
  @Test("A dividend is quotient × divisor + remainder, and the remainder is the smaller")
  func division() throws {
    var random = SystemRandomNumberGenerator()
    func number(limbs: Int) -> BigInteger {
      let edges: [UInt32] = [0, 1, .max, .max - 1, 1 << 31, (1 << 31) - 1]
      return (0..<limbs).reduce(BigInteger(0)) { number, _ in
        let limb = Bool.random() ? .random(in: 0 ... .max, using: &random) : edges.randomElement() ?? 0
        return number * BigInteger(1 << 32) + BigInteger(UInt128(limb))
      }
    }
    for _ in 0..<5_000 {
      let (dividend, divisor) = (number(limbs: .random(in: 0...9)), number(limbs: .random(in: 0...5)))
      guard let (quotient, remainder) = dividend.dividedMagnitude(by: divisor) else {
        #expect(divisor.isZero)
        continue
      }
      #expect(quotient * divisor + remainder == dividend)
      #expect(remainder < divisor && !remainder.isNegative)
    }
  }

  @Test("Differences of whole numbers have the sign of their order")
  func differences() {
    let (small, large) = (BigInteger(UInt128(UInt64.max)), BigInteger(UInt128.max))
    #expect(small - large < BigInteger(0))
    #expect(small - large + large == small)
    #expect(-(small - large) == large - small)
    #expect((small - small).isZero && !(small - small).isNegative)
    #expect(BigInteger.powerOfTen(200) == .powerOfTen(77) * .powerOfTen(123))
  }
}
