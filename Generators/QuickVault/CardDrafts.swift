import Foundation
import PropertyTesting
import QuickVaultReference

/// A card as a user fills it in.
public struct CardDraft: Sendable {
  /// The user's title. Generated drafts have one that is not blank.
  public var title: String
  /// A raw value of `CardGroup`.
  public var group: String
  /// The type, whose template the fields follow.
  public var cardType: CardType
  /// The fields in the order in which the service receives them, which need not be that of the screen.
  public var fields: [DraftField]
  /// The user's tags, which may have duplicates.
  public var tags: [String]

  /// Creates a draft from its parts, by default without tags.
  public init(title: String, group: String, cardType: CardType, fields: [DraftField], tags: [String] = []) {
    self.title = title
    self.group = group
    self.cardType = cardType
    self.fields = fields
    self.tags = tags
  }

}

extension [CardDraft] {
  /// The values that must not be readable on the disk: those of at least 10 bytes that are in no title, tag or label.
  public var secrets: [String] {
    let clear = flatMap { [$0.title] + $0.tags + $0.fields.map(\.label) }
    return flatMap(\.fields).map(\.value).filter { value in
      value.utf8.count >= 10 && !clear.contains { $0.hasBytes(of: value) }
    }
  }
}

/// A field of a ``CardDraft``, which has no id yet.
public struct DraftField: Sendable, Equatable {
  /// A label of the template, or any other text.
  public var label: String
  /// Any text, valid for the field or not.
  public var value: String
  /// Whether the value must not be blank.
  public var isRequired: Bool
  /// The place on the screen, lowest first. Several fields may have the same one.
  public var displayOrder: Int16

  /// Creates a field from its parts, without validation.
  public init(label: String, value: String, isRequired: Bool, displayOrder: Int16) {
    self.label = label
    self.value = value
    self.isRequired = isRequired
    self.displayOrder = displayOrder
  }

  /// The field as the card service receives it, with this id.
  public func dto(_ id: UUID) -> CardFieldDTO {
    CardFieldDTO(id: id, label: label, value: value, isRequired: isRequired, displayOrder: displayOrder)
  }
}

extension CardDraft: CounterexampleDescribable {
  public var counterexampleDescription: String {
    let tags = tags.isEmpty ? "" : " tagged \(describe(self.tags))"
    return "\(cardType.rawValue) \(describe(title)) of \(group)\(tags) with \(describe(fields))"
  }
}

extension DraftField: CounterexampleDescribable {
  public var counterexampleDescription: String {
    "\(displayOrder) \(describe(label))\(isRequired ? "" : "?"): \(describe(value))"
  }
}

extension Generator where Value == CardDraft {
  /// Valid cards of all three types.
  public static var card: Generator { .card(of: CardType.simplestFirst) }

  /// Valid cards of these types. The first type is the simplest.
  public static func card(of types: [CardType]) -> Generator {
    Generator { source in
      let type = try source(.element(of: types))
      return CardDraft(
        title: try source(.contentfulText), group: try source(.groupName), cardType: type,
        fields: try source(.fields(of: type)), tags: try source(.tags))
    }
  }

  /// A short general text, for properties in which a card's contents do not matter.
  public static var smallCard: Generator {
    Generator { source in
      let field = DraftField(
        label: "Content", value: try source(.frequency((3, .constant("a")), (1, .contentfulText))), isRequired: true,
        displayOrder: 0)
      return CardDraft(
        title: try source(.element(of: ["a", "b", "家"])), group: try source(.groupName), cardType: .generalText,
        fields: [field])
    }
  }
}

extension CardType {
  /// All types, in the order in which shrinking prefers them.
  public static let simplestFirst = [CardType.generalText, .address, .invoice]
}

extension Generator where Value == String {
  /// The raw value of one of the two groups.
  public static var groupName: Generator { .element(of: ["Personal", "Company"]) }
}

extension Generator where Value == [String] {
  /// No tags, a few or up to twenty, with duplicates.
  public static var tags: Generator {
    .frequency(
      (2, .constant([])), (4, .array(of: .tag, count: 1...3)), (1, .array(of: .tag, count: 0...20)),
      (1, .array(of: .tag, count: 20)))
  }
}

extension Generator where Value == String {
  /// A tag as people write it, or one that breaks a list in a text. The simplest is "a".
  public static var tag: Generator {
    .frequency(
      (2, .constant("a")), (1, .constant("")), (4, .element(of: oddTags)), (3, .element(of: composedAndNot)),
      (1, .text(.unicode, count: 0...6)))
  }
}

private let oddTags = [
  "工作", "a,b", ",", "\"quoted\"", "\\", "two words", " padded ", "\n", "a\nb", "\0", "a\0b", "🏷️", "A", "[]", "null", "\u{2028}",
]

extension Generator where Value == [DraftField] {
  /// The fields of the template in one language, filled in. Optional fields may be missing. Sometimes one or two more
  /// fields follow, or the order on the screen or in the list is another one.
  public static func fields(of type: CardType) -> Generator {
    Generator { source in
      let language = try source(.element(of: [CardTemplate.Language.chinese, .english]))
      var fields: [DraftField] = []
      for (place, field) in SpecifiedField.of(type).enumerated() {
        if !field.isRequired, try source(.int(in: 0...3)) == 3 { continue }
        fields.append(
          DraftField(
            label: field.label(in: language), value: try source(field.value), isRequired: field.isRequired,
            displayOrder: Int16(place)))
      }
      return try source(.arranged(try source(.extended(fields))))
    }
  }

  /// Sometimes adds fields that no template knows. Two fields of one label have the same place on the screen; sometimes these
  /// are ten and more, so that the list is all that tells their order.
  private static func extended(_ fields: [DraftField]) -> Generator {
    Generator { source in
      var fields = fields
      guard try source(.int(in: 0...3)) == 3 else { return fields }
      let many = Array(repeating: "微信", count: try source(.int(in: 9...12)))
      for label in try source(
        .element(of: [["微信"], ["WeChat", "e\u{301}tage"], ["étage", "e\u{301}tage"], ["a\nb"], ["微信", "微信"], many]))
      {
        let isRequired = try source(.bool)
        let place = fields.last?.label == label ? fields[fields.count - 1].displayOrder : Int16(fields.count)
        fields.append(
          DraftField(
            label: label, value: try source(isRequired ? .contentfulText : .optionalText), isRequired: isRequired,
            displayOrder: place))
      }
      return fields
    }
  }

  /// The fields as they are, in another order in the list, or with other places on the screen, of which several may be
  /// the same.
  private static func arranged(_ fields: [DraftField]) -> Generator {
    Generator { source in
      switch try source(.frequency((3, .constant(0)), (2, .constant(1)), (2, .constant(2)))) {
      case 0: return fields
      case 1: return try source(.permutation(of: fields))
      default:
        var fields = fields
        for index in fields.indices { fields[index].displayOrder = try source(.element(of: [0, 1, 2, -1, 300, .min, .max])) }
        return fields
      }
    }
  }
}
