import QuickVaultReference

/// A validator with one of its checks changed: for faults of one line.
struct AlteredValidator: CardValidating {
  typealias TitleCheck = @Sendable (String) throws(ValidationError) -> Void
  typealias FieldCheck = @Sendable ([CardFieldDTO], CardType) throws(ValidationError) -> Void

  private let base: any CardValidating
  private let checkTitle: TitleCheck?
  private let checkFields: FieldCheck?

  init(_ base: any CardValidating, title: TitleCheck? = nil, fields: FieldCheck? = nil) {
    self.base = base
    checkTitle = title
    checkFields = fields
  }

  func validate(title: String) throws(ValidationError) {
    guard let checkTitle else { return try base.validate(title: title) }
    try checkTitle(title)
  }

  func validate(_ fields: [CardFieldDTO], of type: CardType) throws(ValidationError) {
    guard let checkFields else { return try base.validate(fields, of: type) }
    try checkFields(fields, type)
  }

  func group(_ name: String) throws(ValidationError) -> CardGroup { try base.group(name) }
  func cardType(_ name: String) throws(ValidationError) -> CardType { try base.cardType(name) }
}

extension VaultParts {
  mutating func alterValidator(_ alter: @escaping @Sendable (any CardValidating) -> any CardValidating) {
    let make = makeValidator
    makeValidator = { alter(make($0)) }
  }
}
