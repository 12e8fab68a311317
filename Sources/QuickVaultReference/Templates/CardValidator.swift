/// Whether a card may be stored (Req 21.1, 2.4, 3.4), at its creation and at each update.
///
/// Demanded are a title, a known group and type, something in every required field, and a value of its kind in every
/// phone number and tax ID that is filled in. Required is what the field says and what the template says, under its
/// Chinese or its English label; what the template requires must be there.
public struct CardValidator: Sendable {
  public init() {}

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

  /// - Throws: for the first field in the order of the screen, blank ones and wrong ones alike; then for the first of the
  ///   template that is missing.
  public func validate(_ fields: [CardFieldDTO], of type: CardType) throws(ValidationError) {
    let template = CardTemplate.of(type)
    for field in fields.inDisplayOrder {
      let specified = template.field(labelled: field.label)
      if BlankText.isBlank(field.value) {
        if field.isRequired || specified?.isRequired == true { throw .requiredFieldEmpty(label: field.label) }
        continue
      }
      switch specified?.kind {
      case .phone: if !PhoneValidator.isValid(field.value) { throw .invalidPhone }
      case .taxID: if !TaxIDValidator.isValid(field.value) { throw .invalidTaxID }
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
