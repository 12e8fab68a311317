/// Why an operation on a card failed.
public enum CardServiceError: BilingualError, Equatable {
  case notFound
  case locked

  public var chinese: String {
    switch self {
    case .notFound: "找不到该卡片，可能已被删除，请刷新列表。"
    case .locked: AuthenticationError.locked.chinese
    }
  }

  public var english: String {
    switch self {
    case .notFound: "The card was not found: it may have been deleted. Load the list again."
    case .locked: AuthenticationError.locked.english
    }
  }
}
