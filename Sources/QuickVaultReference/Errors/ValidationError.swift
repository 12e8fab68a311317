/// Why the validator refused a card.
public enum ValidationError: BilingualError, Equatable {
  case emptyTitle
  /// A required field is blank: the first one in the order of the screen. If none is blank, the first one that is
  /// missing.
  case requiredFieldEmpty(label: String)
  case invalidPhone
  case invalidTaxID
  /// The text is not a raw value of ``CardType``.
  case unknownCardType(String)
  /// The text is not a raw value of ``CardGroup``.
  case unknownGroup(String)

  public var chinese: String {
    switch self {
    case .emptyTitle: "标题为空，请输入标题。"
    case .requiredFieldEmpty(let label): "“\(label)”为必填项，请填写。"
    case .invalidPhone: "电话号码不正确，请输入中国的手机或座机号码。"
    case .invalidTaxID: "税号不正确，请输入 18 位数字或大写字母（I、O、S、V、Z 除外）。"
    case .unknownCardType(let type): "卡片类型“\(type)”未知，请选择 \(Self.choice(CardType.self))。"
    case .unknownGroup(let group): "分组“\(group)”未知，请选择 \(Self.choice(CardGroup.self))。"
    }
  }

  public var english: String {
    switch self {
    case .emptyTitle: "The title is empty. Enter one."
    case .requiredFieldEmpty(let label): "“\(label)” is required and empty. Fill it in."
    case .invalidPhone: "The phone number is not valid. Enter a Chinese mobile or landline number."
    case .invalidTaxID: "The tax ID is not valid. Enter 18 digits or capital letters other than I, O, S, V and Z."
    case .unknownCardType(let type): "The type of card “\(type)” is unknown. Choose \(Self.choice(CardType.self))."
    case .unknownGroup(let group): "The group “\(group)” is unknown. Choose \(Self.choice(CardGroup.self))."
    }
  }

  private static func choice<Name: RawRepresentable & CaseIterable>(_ names: Name.Type) -> String
  where Name.RawValue == String {
    names.allCases.map(\.rawValue).joined(separator: " / ")
  }
}
