/// The user's messages for errors, in the languages of the app (002 User-friendly error messages, localized
/// descriptions).
public enum ErrorMessages {
  /// The languages of the app. The raw values are ISO 639-1 codes.
  public enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case chinese = "zh"
  }

  /// Returns one or two sentences, different for each kind of error. Of the values that the error carries, they may
  /// contain only a status.
  public static func text(of error: ArgusError, in language: Language) -> String {
    let (english, chinese) = texts(of: error)
    return language == .english ? english : chinese
  }

  private static func texts(of error: ArgusError) -> (english: String, chinese: String) {
    switch error {
    case .offline: ("You are offline. Your articles are still here.", "您已离线，文章仍可阅读。")
    case .timedOut: ("This took too long. Please try again.", "操作超时，请重试。")
    case .cancelled: ("This was cancelled.", "操作已取消。")
    case .cloudUnavailable: ("The cloud is not available. Changes stay on this device for now.", "云端暂不可用，更改暂存于本机。")
    case .conflict: ("The article was changed elsewhere. Please look at it again.", "文章已在别处更改，请重新查看。")
    case .corruptedContext: ("Some data could not be read and was set aside.", "部分数据无法读取，已被隔离保存。")
    case .transactionFailed: ("The change could not be saved. Nothing was lost.", "无法保存更改，原有数据未丢失。")
    case .notFound: ("The article is no longer there.", "文章已不存在。")
    case .badResponse: ("The server gave an answer that makes no sense.", "服务器返回了无效的响应。")
    }
  }
}

/// Reports a failure to the user and logs it, each once.
public protocol ErrorReporting: Sendable {
  /// Logs the error and words it for the user.
  /// - Returns: the user's message, in each language.
  @discardableResult
  func surface(_ error: any Error) -> [ErrorMessages.Language: String]
}

/// Logs the kind of an error at the level `error`, and words it with a given function.
public struct ErrorReporter: ErrorReporting {
  /// The category of the log entries.
  public static let category = "Error"

  private let logger: Logger
  private let time: ArgusTime
  private let message: @Sendable (ArgusError, ErrorMessages.Language) -> String

  /// Creates a reporter.
  /// - Parameter message: words an error in a language.
  public init(
    logger: Logger, time: ArgusTime, message: @escaping @Sendable (ArgusError, ErrorMessages.Language) -> String
  ) {
    self.logger = logger
    self.time = time
    self.message = message
  }

  @discardableResult
  public func surface(_ error: any Error) -> [ErrorMessages.Language: String] {
    let known = Self.known(error)
    logger.log(LogEntry(.error, Self.category, Self.name(of: known), at: time.date()))
    return Dictionary(uniqueKeysWithValues: ErrorMessages.Language.allCases.map { ($0, message(known, $0)) })
  }

  /// Returns the error as the user learns of it. An unforeseen error is reported as a change that was not saved.
  static func known(_ error: any Error) -> ArgusError {
    if error is CancellationError { return .cancelled }
    return error as? ArgusError ?? .transactionFailed
  }

  /// Returns the name of the error's kind, without the values that it carries.
  private static func name(of error: ArgusError) -> String {
    String("\(error)".prefix { $0 != "(" })
  }
}
