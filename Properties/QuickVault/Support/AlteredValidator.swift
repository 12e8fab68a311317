import QuickVaultReference

/// A validator with its check of fields changed: for faults of one line.
struct AlteredValidator: CardValidating {
  typealias FieldCheck = @Sendable ([CardFieldDTO], CardType) throws(ValidationError) -> Void

  private let base: any CardValidating
  private let checkFields: FieldCheck

  init(_ base: any CardValidating, fields: @escaping FieldCheck) {
    self.base = base
    checkFields = fields
  }

  func validate(title: String) throws(ValidationError) { try base.validate(title: title) }
  func validate(_ fields: [CardFieldDTO], of type: CardType) throws(ValidationError) { try checkFields(fields, type) }
  func group(_ name: String) throws(ValidationError) -> CardGroup { try base.group(name) }
  func cardType(_ name: String) throws(ValidationError) -> CardType { try base.cardType(name) }
}

extension VaultParts {
  mutating func alterValidator(_ alter: @escaping @Sendable (any CardValidating) -> any CardValidating) {
    let make = makeValidator
    makeValidator = { alter(make($0)) }
  }
}
