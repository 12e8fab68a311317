import PropertyTesting
import QuickVaultReference

/// One field of a type of card, as the specification lists it. The list is independent of the core's templates, because
/// it judges them.
public struct SpecifiedField: Sendable, Equatable {
  /// The form that a value must have if it is not blank.
  public enum Kind: Sendable, Equatable { case text, phone, taxID }

  /// The label on a card in Chinese.
  public let chinese: String
  /// The label on a card in English.
  public let english: String
  /// Whether a card must have the field, with a value that is not blank.
  public let isRequired: Bool
  /// The form that the value must have if it is not blank.
  public let kind: Kind

  init(_ chinese: String, _ english: String, _ kind: Kind = .text, isRequired: Bool = true) {
    self.chinese = chinese
    self.english = english
    self.kind = kind
    self.isRequired = isRequired
  }

  /// The label on a card in this language.
  public func label(in language: CardTemplate.Language) -> String { language == .chinese ? chinese : english }

  /// The fields of a type of card, in the order of the specification.
  public static func of(_ type: CardType) -> [SpecifiedField] {
    switch type {
    case .generalText: [SpecifiedField("内容", "Content")]
    case .address: address
    case .invoice: invoice
    }
  }

  private static let address = [
    SpecifiedField("收件人", "Name"), SpecifiedField("电话", "Phone", .phone), SpecifiedField("省份", "Province"),
    SpecifiedField("城市", "City"), SpecifiedField("区县", "District"), SpecifiedField("详细地址", "Detailed Address"),
    SpecifiedField("邮政编码", "Postal Code", isRequired: false), SpecifiedField("备注", "Notes", isRequired: false),
  ]

  private static let invoice = [
    SpecifiedField("公司名称", "Company Name"), SpecifiedField("税号", "Tax ID", .taxID),
    SpecifiedField("地址", "Address"), SpecifiedField("电话", "Phone", .phone), SpecifiedField("开户银行", "Bank Name"),
    SpecifiedField("银行账号", "Bank Account"), SpecifiedField("备注", "Notes", isRequired: false),
  ]

  /// A valid value for the field. For an optional text, it may be blank.
  var value: Generator<String> {
    switch kind {
    case .phone: .phoneNumber
    case .taxID: .taxID
    case .text: isRequired ? .contentfulText : .optionalText
    }
  }
}
