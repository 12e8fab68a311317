/// Why nothing was done with a card.
public enum CardServiceError: BilingualError, Equatable {
  case notFound
  case locked

  public var chinese: String {
    switch self {
    case .notFound: "找不到该卡片。"
    case .locked: "保险库已锁定，请先解锁。"
    }
  }

  public var english: String {
    switch self {
    case .notFound: "The card was not found."
    case .locked: "The vault is locked. Unlock it first."
    }
  }
}
