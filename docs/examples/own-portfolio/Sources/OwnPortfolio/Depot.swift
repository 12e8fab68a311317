/// One purchase or sale, in the app's own form.
public struct Deal: Sendable {
  public let security: String
  public let isPurchase: Bool
  public let units: LongDecimal
  public let unitPrice: LongDecimal

  public init(security: String, isPurchase: Bool, units: LongDecimal, unitPrice: LongDecimal) {
    self.security = security
    self.isPurchase = isPurchase
    self.units = units
    self.unitPrice = unitPrice
  }
}

/// What a list of deals comes to: an account per security, booked deal by deal.
public struct Depot: Sendable {
  public struct Account: Sendable {
    public fileprivate(set) var unitsBought = LongDecimal.zero
    public fileprivate(set) var unitsSold = LongDecimal.zero
    public fileprivate(set) var spent = LongDecimal.zero
    public fileprivate(set) var earned = LongDecimal.zero

    public var units: LongDecimal { unitsBought - unitsSold }
    /// Nil where nothing was bought.
    public var averagePrice: LongDecimal? { .rounded(spent, over: unitsBought, digits: 38) }
    /// What the units that are left cost, at the average of all purchases.
    public var bookValue: LongDecimal? { .rounded(units * spent, over: unitsBought, digits: 38) }
  }

  /// Somebody sold what was never bought.
  public struct SoldWithoutBuying: Error {
    public let security: String
  }

  public private(set) var accounts: [String: Account] = [:]

  public init(_ deals: [Deal]) {
    for deal in deals {
      var account = accounts[deal.security] ?? Account()
      let amount = deal.units * deal.unitPrice
      if deal.isPurchase {
        account.unitsBought = account.unitsBought + deal.units
        account.spent = account.spent + amount
      } else {
        account.unitsSold = account.unitsSold + deal.units
        account.earned = account.earned + amount
      }
      accounts[deal.security] = account
    }
  }

  /// What sales earned beyond the average cost of what was sold: one fraction over all accounts, rounded at the end.
  public func realizedGain() throws -> LongDecimal {
    var numerator = LongDecimal.zero
    var denominator = LongDecimal("1") ?? .zero
    for (security, account) in accounts where !account.unitsSold.isZero {
      if account.unitsBought.isZero { throw SoldWithoutBuying(security: security) }
      let gain = account.earned * account.unitsBought - account.spent * account.unitsSold
      numerator = numerator * account.unitsBought + gain * denominator
      denominator = denominator * account.unitsBought
    }
    return .rounded(numerator, over: denominator, digits: 38) ?? .zero
  }
}
