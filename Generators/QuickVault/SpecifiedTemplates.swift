import PropertyTesting
import QuickVaultReference

/// The fields of each type of card as the specification lists them, apart from the core's templates, which it judges.
public struct SpecifiedField: Sendable, Equatable {
  public enum Kind: Sendable, Equatable { case text, phone, taxID }

  public let chinese: String
  public let english: String
  public let isRequired: Bool
  public let kind: Kind

  init(_ chinese: String, _ english: String, _ kind: Kind = .text, isRequired: Bool = true) {
    self.chinese = chinese
    self.english = english
    self.kind = kind
    self.isRequired = isRequired
  }

  public func label(in language: CardTemplate.Language) -> String { language == .chinese ? chinese : english }

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

  /// What is fit to stand in it.
  var value: Generator<String> {
    switch kind {
    case .phone: .phoneNumber
    case .taxID: .taxID
    case .text: isRequired ? .contentfulText : .optionalText
    }
  }
}
