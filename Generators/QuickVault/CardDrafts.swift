import Foundation
import PropertyTesting
import QuickVaultReference

/// A card as somebody fills it in.
public struct CardDraft: Sendable {
  public var title: String
  public var group: String
  public var cardType: CardType
  /// In the order in which they are given, which need not be that of the screen.
  public var fields: [DraftField]
  public var tags: [String]

  public init(title: String, group: String, cardType: CardType, fields: [DraftField], tags: [String] = []) {
    self.title = title
    self.group = group
    self.cardType = cardType
    self.fields = fields
    self.tags = tags
  }

}

extension [CardDraft] {
  /// Texts that must be nowhere to read: values of some length that stand in nothing that is kept clear.
  public var secrets: [String] {
    let clear = flatMap { [$0.title] + $0.tags + $0.fields.map(\.label) }
    return flatMap(\.fields).map(\.value).filter { value in
      value.utf8.count >= 10 && !clear.contains { $0.hasBytes(of: value) }
    }
  }
}

public struct DraftField: Sendable, Equatable {
  public var label: String
  public var value: String
  public var isRequired: Bool
  public var displayOrder: Int16

  public init(label: String, value: String, isRequired: Bool, displayOrder: Int16) {
    self.label = label
    self.value = value
    self.isRequired = isRequired
    self.displayOrder = displayOrder
  }

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

  public static func card(of types: [CardType]) -> Generator {
    Generator { source in
      let type = try source(.element(of: types))
      return CardDraft(
        title: try source(.contentfulText), group: try source(.groupName), cardType: type,
        fields: try source(.fields(of: type)), tags: try source(.tags))
    }
  }

  /// A general text of which nothing matters but that it is there: for stories about other things.
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
  public static let simplestFirst = [CardType.generalText, .address, .invoice]
}

extension Generator where Value == String {
  public static var groupName: Generator { .element(of: ["Personal", "Company"]) }
}

extension Generator where Value == [String] {
  /// Mostly a few, some of them twice; up to twenty.
  public static var tags: Generator {
    .frequency(
      (2, .constant([])), (4, .array(of: .tag, count: 1...3)), (1, .array(of: .tag, count: 0...20)),
      (1, .array(of: .tag, count: 20)))
  }
}

extension Generator where Value == String {
  /// What people put in tags, and what a list in a text would stumble over. Simplest is "a".
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
  /// All fields of the template in one language, filled in; optional ones may be missing. Now and then up to two more, and
  /// another order on the screen or in the list.
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

  /// With fields that no template knows; two of one label share their place on the screen.
  private static func extended(_ fields: [DraftField]) -> Generator {
    Generator { source in
      var fields = fields
      guard try source(.int(in: 0...3)) == 3 else { return fields }
      for label in try source(.element(of: [["微信"], ["WeChat", "e\u{301}tage"], ["étage", "e\u{301}tage"], ["a\nb"], ["微信", "微信"]])) {
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

  /// As they are; in another order in the list; or with places on the screen of which several may be the same.
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
