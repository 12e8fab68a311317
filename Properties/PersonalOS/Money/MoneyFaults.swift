import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

extension Fault<PersonalOSSystem> {
  static let holdsAverageCostsAsDouble = Fault("holdsAverageCostsAsDouble", "holds the average cost of a position as a Double") { system in
    let values = system.money.financialValues
    system.money.financialValues = { try values($0, $1).filter { !($0 is Position) } + [Defective.Position()] }
  }

  static let holdsMoneyInAnUnlistedType = Fault("holdsMoneyInAnUnlistedType", "has a new type with money that is on no list") { system in
    let values = system.money.financialValues
    system.money.financialValues = { try values($0, $1) + [Defective.FeeSchedule()] }
  }

  static let dividesWithDecimal = Fault("dividesWithDecimal", "divides with Decimal's own operator") { $0.money.divide = { $0 / $1 } }

  static let multipliesWithDecimal = Fault("multipliesWithDecimal", "multiplies with Decimal's own operator") {
    $0.money.multiply = { $0 * $1 }
  }

  static let parsesAsDecimalDoes = Fault("parsesAsDecimalDoes", "parses with Decimal(string:), which takes a beginning") {
    $0.money.parse = { Decimal(string: $0) }
  }

  static let endsBinaryAmountsAtNUL = Fault(
    "endsBinaryAmountsAtNUL", "stores the bytes of a Decimal over a backend that ends values at NUL (BF-17)"
  ) { system in
    over(.endsValuesAtNUL).apply(&system)
    system.money.openAmounts = { AmountsInMemoryForm(data: $0) }
  }
}

/// Types with money that is no `Decimal`, or that is on no list.
private enum Defective {
  struct Position: Sendable {
    let symbol = "A", quantity = Decimal(1), costBasis = Decimal(2)
    let avgCost: Double = 2
  }

  struct FeeSchedule: Sendable {
    let fee = Decimal(1)
  }
}

/// Amounts in fields of bytes, as a `Decimal` lies in memory. The reference stores digits, among which is no NUL, so that fault
/// of a backend harms it nowhere.
private struct AmountsInMemoryForm: AmountKeeping {
  let data: any DataAccess

  func save(_ amount: Decimal, as name: String) async throws {
    // Refuses what the reference does.
    guard try DecimalTransformer().transformedValue(amount) != nil else { return }
    let bytes = withUnsafeBytes(of: amount) { [UInt8]($0) }
    try await data.perform { _ = try $0.live().put(["amount": .bytes(bytes)], at: name, in: "amounts") }
  }

  func amount(_ name: String) async throws -> Decimal? {
    let field = try await data.perform { try $0.live().get(name, in: "amounts")?.fields["amount"] }
    guard case .bytes(let bytes) = field else { return nil }
    var amount = Decimal()
    withUnsafeMutableBytes(of: &amount) { $0.copyBytes(from: bytes.prefix($0.count)) }
    return amount
  }
}
