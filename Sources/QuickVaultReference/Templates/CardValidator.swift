/// The rules that a card validator applies.
public struct CardRules: Sendable {
  /// The template of a card type, which says what is required and what form it has.
  public var template: @Sendable (CardType) -> CardTemplate
  /// Whether a value that is not blank is a valid phone number.
  public var isPhoneNumber: @Sendable (String) -> Bool
  /// Whether a value that is not blank is a valid tax ID.
  public var isTaxID: @Sendable (String) -> Bool

  /// Creates rules. The defaults are the app's own.
  public init(
    template: @escaping @Sendable (CardType) -> CardTemplate = { CardTemplate.of($0) },
    isPhoneNumber: @escaping @Sendable (String) -> Bool = { PhoneValidator.isValid($0) },
    isTaxID: @escaping @Sendable (String) -> Bool = { TaxIDValidator.isValid($0) }
  ) {
    self.template = template
    self.isPhoneNumber = isPhoneNumber
    self.isTaxID = isTaxID
  }
}

/// Decides whether a card may be stored (Req 21.1, 2.4, 3.4). The card service asks at creation and at each update.
public protocol CardValidating: Sendable {
  /// Checks that a title is not blank.
  /// - Throws: ``ValidationError/emptyTitle``.
  func validate(title: String) throws(ValidationError)
  /// The group with this raw value.
  /// - Throws: ``ValidationError/unknownGroup(_:)``.
  func group(_ name: String) throws(ValidationError) -> CardGroup
  /// The card type with this raw value.
  /// - Throws: ``ValidationError/unknownCardType(_:)``.
  func cardType(_ name: String) throws(ValidationError) -> CardType
  /// Checks the fields of a card.
  /// - Throws: for the first field, in the order of the screen, that is blank and required or has a value of the wrong
  ///   form. If there is none: for the template's first required field that is missing.
  func validate(_ fields: [CardFieldDTO], of type: CardType) throws(ValidationError)
}

/// Demands a title, a known group and type, a value in each required field, and a value of the right form in each phone
/// number and tax ID that is not blank. A field is required if it says so itself or if the template says so, under its
/// Chinese or its English label. A field that the template requires must be there.
public struct CardValidator: CardValidating {
  private let rules: CardRules

  /// Creates a validator. The default rules are the app's own.
  public init(_ rules: CardRules = CardRules()) {
    self.rules = rules
  }

  public func validate(title: String) throws(ValidationError) {
    if BlankText.isBlank(title) { throw .emptyTitle }
  }

  public func group(_ name: String) throws(ValidationError) -> CardGroup {
    guard let group = CardGroup(rawValue: name) else { throw .unknownGroup(name) }
    return group
  }

  public func cardType(_ name: String) throws(ValidationError) -> CardType {
    guard let type = CardType(rawValue: name) else { throw .unknownCardType(name) }
    return type
  }

  public func validate(_ fields: [CardFieldDTO], of type: CardType) throws(ValidationError) {
    let template = rules.template(type)
    for field in fields.inDisplayOrder {
      let specified = template.field(labelled: field.label)
      if BlankText.isBlank(field.value) {
        if field.isRequired || specified?.isRequired == true { throw .requiredFieldEmpty(label: field.label) }
        continue
      }
      switch specified?.kind {
      case .phone: if !rules.isPhoneNumber(field.value) { throw .invalidPhone }
      case .taxID: if !rules.isTaxID(field.value) { throw .invalidTaxID }
      case .text, nil: break
      }
    }
    let language = template.language(of: fields.map(\.label))
    for specified in template.fields where specified.isRequired {
      let isThere = fields.contains { specified.isLabelled($0.label) }
      if !isThere { throw .requiredFieldEmpty(label: specified.label(in: language)) }
    }
  }
}
