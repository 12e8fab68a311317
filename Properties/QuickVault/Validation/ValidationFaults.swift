import Foundation
import PropertyTesting
import QuickVaultReference

// What QV-39 must catch: other validators.
extension Fault<QuickVaultSystem> {
  static let looksForEmptyTextsAlone = blanks("looksForEmptyTextsAlone", "treats blanks as a value") { !$0.isEmpty }
  static let trimsSpacesAlone = blanks("trimsSpacesAlone", "treats only ASCII spaces as blank") { text in
    text.unicodeScalars.contains { !" \n\t\r".unicodeScalars.contains($0) }
  }
  static let checksTheFirstFieldAlone = fields(
    "checksTheFirstFieldAlone", "looks only at the first required field"
  ) { base, fields, type throws(ValidationError) in
    let first = fields.inDisplayOrder.first(where: \.isRequired)
    let others = fields.map { $0.id == first?.id || !$0.isRequired ? $0 : $0.filledIn }
    try base.validate(others, of: type)
  }
  static let takesMissingFields = fields(
    "takesMissingFields", "takes a card that lacks required fields"
  ) { base, fields, type throws(ValidationError) in
    var all = fields
    for specified in CardTemplate.of(type).fields where !fields.contains(where: { specified.isLabelled($0.label) }) {
      all.append(
        CardFieldDTO(id: UUID(), label: specified.english, value: "", isRequired: false, displayOrder: .max).filledIn)
    }
    try base.validate(all, of: type)
  }
  static let namesTheFirstField = fields(
    "namesTheFirstField", "names the first field, whichever field is blank"
  ) { base, fields, type throws(ValidationError) in
    do throws(ValidationError) {
      try base.validate(fields, of: type)
    } catch {
      guard case .requiredFieldEmpty = error else { throw error }
      throw .requiredFieldEmpty(label: CardTemplate.of(type).fields.first?.english ?? "")
    }
  }
  static let believesTheCardAlone = fields(
    "believesTheCardAlone", "checks only the fields that the card itself requires"
  ) { base, fields, type throws(ValidationError) in
    for field in fields.inDisplayOrder where field.isRequired && BlankText.isBlank(field.value) {
      throw .requiredFieldEmpty(label: field.label)
    }
  }
  static let believesTheTemplateAlone = fields(
    "believesTheTemplateAlone", "checks only the fields that the template requires"
  ) { base, fields, type throws(ValidationError) in
    let template = CardTemplate.of(type)
    try base.validate(fields.filter { template.field(labelled: $0.label) != nil }, of: type)
  }
  static let wantsEveryField = fields(
    "wantsEveryField", "refuses blank optional fields"
  ) { base, fields, type throws(ValidationError) in
    for field in fields.inDisplayOrder where BlankText.isBlank(field.value) { throw .requiredFieldEmpty(label: field.label) }
    try base.validate(fields, of: type)
  }
  static let takesBlankTitles = Fault("takesBlankTitles", "takes a blank title") {
    $0.parts.alterValidator { AlteredValidator($0, title: { _ throws(ValidationError) in }) }
  }
  static let takesUnknownGroups = Fault("takesUnknownGroups", "puts a card of an unknown group among the personal ones") {
    $0.parts.alterValidator { Lenient(base: $0, takesAnyGroup: true) }
  }
  static let takesUnknownTypes = Fault("takesUnknownTypes", "treats a card of an unknown type as a general text") {
    $0.parts.alterValidator { Lenient(base: $0, takesAnyType: true) }
  }

  /// - Parameter isContent: whether there is something to read in a text.
  private static func blanks(
    _ id: String, _ fact: String, _ isContent: @escaping @Sendable (String) -> Bool
  ) -> Fault {
    Fault(id, fact) {
      $0.parts.alterValidator { base in
        AlteredValidator(
          base,
          title: { title throws(ValidationError) in try base.validate(title: isContent(title) ? "a" : title) },
          fields: { fields, type throws(ValidationError) in
            try base.validate(
              fields.map { BlankText.isBlank($0.value) && isContent($0.value) ? $0.filledIn : $0 }, of: type)
          })
      }
    }
  }

  private static func fields(
    _ id: String, _ fact: String,
    _ check: @escaping @Sendable (any CardValidating, [CardFieldDTO], CardType) throws(ValidationError) -> Void
  ) -> Fault {
    Fault(id, fact) {
      $0.parts.alterValidator { base in
        AlteredValidator(base, fields: { fields, type throws(ValidationError) in try check(base, fields, type) })
      }
    }
  }
}

private struct Lenient: CardValidating {
  let base: any CardValidating
  var takesAnyGroup = false
  var takesAnyType = false

  func group(_ name: String) throws(ValidationError) -> CardGroup {
    takesAnyGroup ? CardGroup(rawValue: name) ?? .personal : try base.group(name)
  }
  func cardType(_ name: String) throws(ValidationError) -> CardType {
    takesAnyType ? CardType(rawValue: name) ?? .generalText : try base.cardType(name)
  }
  func validate(title: String) throws(ValidationError) { try base.validate(title: title) }
  func validate(_ fields: [CardFieldDTO], of type: CardType) throws(ValidationError) {
    try base.validate(fields, of: type)
  }
}

extension CardFieldDTO {
  /// With a value of its kind.
  fileprivate var filledIn: CardFieldDTO {
    var field = self
    field.value =
      switch label {
      case "电话", "Phone": "13800138000"
      case "税号", "Tax ID": "91350100M000100Y43"
      default: "a"
      }
    return field
  }
}
