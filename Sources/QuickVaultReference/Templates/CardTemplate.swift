/// The fields that a type of card has, in the order of the screen (Req 2.1, 3.1, 4.1; the seed names the optional ones).
public struct CardTemplate: Sendable, Equatable {
  /// What a value has to be, when it is there.
  public enum Kind: Sendable, Equatable {
    case text
    case phone
    case taxID
  }

  /// A field in both languages: a card is made in one of them and keeps it.
  public struct Field: Sendable, Equatable {
    public let chinese: String
    public let english: String
    public let isRequired: Bool
    public let kind: Kind

    init(_ chinese: String, _ english: String, isRequired: Bool = true, kind: Kind = .text) {
      self.chinese = chinese
      self.english = english
      self.isRequired = isRequired
      self.kind = kind
    }

    public func label(in language: Language) -> String { language == .chinese ? chinese : english }

    /// Whether it is the field with this label, in either language.
    public func isLabelled(_ label: String) -> Bool {
      label.utf8.elementsEqual(chinese.utf8) || label.utf8.elementsEqual(english.utf8)
    }
  }

  public enum Language: Sendable, CaseIterable { case chinese, english }

  public let cardType: CardType
  public let fields: [Field]

  /// Postal code and notes are optional (Req 2.2).
  public static let address = CardTemplate(
    cardType: .address,
    fields: [
      Field("收件人", "Name"), Field("电话", "Phone", kind: .phone), Field("省份", "Province"), Field("城市", "City"),
      Field("区县", "District"), Field("详细地址", "Detailed Address"),
      Field("邮政编码", "Postal Code", isRequired: false), Field("备注", "Notes", isRequired: false),
    ])

  /// Notes are optional (Req 3.2).
  public static let invoice = CardTemplate(
    cardType: .invoice,
    fields: [
      Field("公司名称", "Company Name"), Field("税号", "Tax ID", kind: .taxID), Field("地址", "Address"),
      Field("电话", "Phone", kind: .phone), Field("开户银行", "Bank Name"), Field("银行账号", "Bank Account"),
      Field("备注", "Notes", isRequired: false),
    ])

  public static let generalText = CardTemplate(cardType: .generalText, fields: [Field("内容", "Content")])

  public static func of(_ type: CardType) -> CardTemplate {
    switch type {
    case .address: address
    case .invoice: invoice
    case .generalText: generalText
    }
  }

  public func field(labelled label: String) -> Field? { fields.first { $0.isLabelled(label) } }

  /// The language that the labels are in; English where they are in none.
  func language(of labels: [String]) -> Language {
    labels.contains { label in fields.contains { $0.chinese.utf8.elementsEqual(label.utf8) } } ? .chinese : .english
  }
}
