import Foundation

/// The fields that a type of card has, in the order of the screen (Req 2.1, 3.1, 4.1; the seed names the optional ones).
public struct CardTemplate: Sendable, Equatable {
  /// The form that a value must have if it is not blank.
  public enum Kind: Sendable, Equatable {
    case text
    case phone
    case taxID
  }

  /// A field with its labels in both languages. A card is made in one of them and keeps it.
  public struct Field: Sendable, Equatable {
    /// The label on a card in Chinese.
    public let chinese: String
    /// The label on a card in English.
    public let english: String
    /// Whether a card must have the field, with a value that is not blank.
    public let isRequired: Bool
    /// The form that the value must have if it is not blank.
    public let kind: Kind

    /// Creates a field. By default it is required and may have any text.
    public init(_ chinese: String, _ english: String, isRequired: Bool = true, kind: Kind = .text) {
      self.chinese = chinese
      self.english = english
      self.isRequired = isRequired
      self.kind = kind
    }

    /// The label on a card in this language.
    public func label(in language: Language) -> String { language == .chinese ? chinese : english }

    /// Whether the field has this label in either language. Labels are compared by their UTF-8 bytes.
    public func isLabelled(_ label: String) -> Bool {
      label.utf8.elementsEqual(chinese.utf8) || label.utf8.elementsEqual(english.utf8)
    }
  }

  /// The languages of the app, for templates and messages.
  public enum Language: Sendable, CaseIterable { case chinese, english }

  /// The type of card that has these fields.
  public let cardType: CardType
  /// The fields in the order of the screen.
  public let fields: [Field]

  /// Creates a template from its parts. The app's own are those of ``of(_:)``.
  public init(cardType: CardType, fields: [Field]) {
    self.cardType = cardType
    self.fields = fields
  }

  /// The template of addresses. Postal code and notes are optional (Req 2.2).
  public static let address = CardTemplate(
    cardType: .address,
    fields: [
      Field("收件人", "Name"), Field("电话", "Phone", kind: .phone), Field("省份", "Province"), Field("城市", "City"),
      Field("区县", "District"), Field("详细地址", "Detailed Address"),
      Field("邮政编码", "Postal Code", isRequired: false), Field("备注", "Notes", isRequired: false),
    ])

  /// The template of invoices. Notes are optional (Req 3.2).
  public static let invoice = CardTemplate(
    cardType: .invoice,
    fields: [
      Field("公司名称", "Company Name"), Field("税号", "Tax ID", kind: .taxID), Field("地址", "Address"),
      Field("电话", "Phone", kind: .phone), Field("开户银行", "Bank Name"), Field("银行账号", "Bank Account"),
      Field("备注", "Notes", isRequired: false),
    ])

  /// The template of general texts: one required field.
  public static let generalText = CardTemplate(cardType: .generalText, fields: [Field("内容", "Content")])

  /// The app's template for a type of card.
  public static func of(_ type: CardType) -> CardTemplate {
    switch type {
    case .address: address
    case .invoice: invoice
    case .generalText: generalText
    }
  }

  /// The fields of a new card: all fields of the template, with empty values. Display orders count from 0.
  public func blankFields(in language: Language, makeID: () -> UUID) -> [CardFieldDTO] {
    fields.enumerated().map { place, field in
      CardFieldDTO(
        id: makeID(), label: field.label(in: language), value: "", isRequired: field.isRequired,
        displayOrder: Int16(clamping: place))
    }
  }

  /// The field that has this label in either language, or nil.
  public func field(labelled label: String) -> Field? { fields.first { $0.isLabelled(label) } }

  /// Chinese if one of the labels is a Chinese one of the template, English otherwise.
  func language(of labels: [String]) -> Language {
    labels.contains { label in fields.contains { $0.chinese.utf8.elementsEqual(label.utf8) } } ? .chinese : .english
  }
}
