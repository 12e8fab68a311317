import PropertyTesting
import QuickVaultReference

/// A template filled in, with two values that would make it invalid.
public struct FilledTemplate: Sendable {
  /// The state of an optional field in the draft.
  public enum Optional: String, Sendable, CaseIterable { case absent, empty, blank, filled }

  /// The language of all labels.
  public let language: CardTemplate.Language
  /// The valid card: all fields of the template, in its order. ``optionals`` says which optional ones are there.
  public let draft: CardDraft
  /// The state of each optional field, by its label.
  public let optionals: [String: Optional]
  /// The label of a required field, and a blank value that the field must not have.
  public let blank: (label: String, value: String)
  /// The label of a phone number or a tax ID, a value that is not valid for it, and its kind.
  public let wrong: (label: String, value: String, kind: SpecifiedField.Kind)

  /// The draft with this value in the field with this label.
  public func draft(with label: String, _ value: String) -> CardDraft {
    var draft = draft
    for index in draft.fields.indices where draft.fields[index].label == label { draft.fields[index].value = value }
    return draft
  }

  /// The draft without the field with this label.
  public func draft(without label: String) -> CardDraft {
    var draft = draft
    draft.fields.removeAll { $0.label == label }
    return draft
  }
}

extension FilledTemplate: CounterexampleDescribable {
  public var counterexampleDescription: String {
    "\(describe(draft)); broken: \(describe(blank.label)) \(describe(blank.value)), "
      + "\(describe(wrong.label)) \(describe(wrong.value))"
  }
}

extension Generator where Value == FilledTemplate {
  /// A filled-in template of a type, in either language. The type must have a phone number or a tax ID: for another
  /// one, every case is discarded.
  public static func filled(_ type: CardType) -> Generator {
    Generator { source in
      let language = try source(.element(of: [CardTemplate.Language.chinese, .english]))
      let specified = SpecifiedField.of(type)
      var fields: [DraftField] = []
      var optionals: [String: FilledTemplate.Optional] = [:]
      for (place, field) in specified.enumerated() {
        let label = field.label(in: language)
        var value: String
        if field.isRequired {
          value = try source(field.value)
        } else {
          let kind = try source(.element(of: FilledTemplate.Optional.allCases))
          optionals[label] = kind
          switch kind {
          case .absent: continue
          case .empty: value = ""
          case .blank: value = try source(.element(of: [" ", "\n", "\u{3000}", "\u{200B}"]))
          case .filled: value = try source(.contentfulText)
          }
        }
        fields.append(DraftField(label: label, value: value, isRequired: field.isRequired, displayOrder: Int16(place)))
      }
      let blank = try source(.element(of: specified.filter(\.isRequired)))
      let ruled = try source(.element(of: specified.filter { $0.kind != .text }))
      let wrong = ruled.kind == .phone
        ? try source(.element(of: notPhoneNumbers)) : try source(.element(of: notTaxIDs))
      return FilledTemplate(
        language: language,
        draft: CardDraft(title: try source(.contentfulText), group: try source(.groupName), cardType: type, fields: fields),
        optionals: optionals, blank: (blank.label(in: language), try source(.blankText)),
        wrong: (ruled.label(in: language), wrong, ruled.kind))
    }
  }
}

/// Texts that are no phone numbers, each close to one.
private let notPhoneNumbers = [
  "1380013800", "138001380000", "1380013800a", "13800138000\n", " 13800138000", "12800138000x", "010-123", "010--62345678",
]

private let notTaxIDs = [
  "91350100M000100Y4", "91350100M000100Y433", "91350100m000100Y43", "91350100M000100Y4 ", "91350100M000100Y43\n", "913501000001004",
]
