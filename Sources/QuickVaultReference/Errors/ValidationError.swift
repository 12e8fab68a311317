/// Why a card was not taken.
public enum ValidationError: BilingualError, Equatable {
  case emptyTitle
  /// The first field in the order of the screen that is required and blank, or missing.
  case requiredFieldEmpty(label: String)
  case invalidPhone
  case invalidTaxID
  case unknownCardType(String)
  case unknownGroup(String)

  public var chinese: String {
    switch self {
    case .emptyTitle: "标题不能为空。"
    case .requiredFieldEmpty(let label): "“\(label)”为必填项。"
    case .invalidPhone: "电话号码格式不正确。"
    case .invalidTaxID: "税号必须为 18 位数字或大写字母。"
    case .unknownCardType(let type): "未知的卡片类型：\(type)。"
    case .unknownGroup(let group): "未知的分组：\(group)。"
    }
  }

  public var english: String {
    switch self {
    case .emptyTitle: "The title must not be empty."
    case .requiredFieldEmpty(let label): "“\(label)” must be filled in."
    case .invalidPhone: "This is not a Chinese mobile or landline number."
    case .invalidTaxID: "A tax ID has exactly 18 digits or capital letters."
    case .unknownCardType(let type): "Unknown type of card: \(type)."
    case .unknownGroup(let group): "Unknown group: \(group)."
    }
  }
}
