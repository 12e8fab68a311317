import ArgusReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// Errors, as the user and the log hear of them.
public enum ErrorProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [errors]

  // Feature: argus-system-patterns, Property 73: Errors are structured, user-friendly and logged
  static let errors = Requirement<ArgusSystem>(
    "ARG-73", "Errors are structured, user-friendly and logged",
    says: """
      Each kind of error has its own text in English and in Chinese, without the error's values or names from the code; an \
      unforeseen error reads as a change that was not saved. If a user action fails, the log has exactly one error entry, which \
      names the kind. If it succeeds, it has none. Without a cloud, each exchange is refused. A mark is set even if the article is \
      edited once or twice meanwhile.
      """,
    covers: "002 Error Handling", of: "ArgusError, Logger", needs: [.storage],
    mustCatch: [
      message("printsTheError", "shows the error as the code prints it") { error, _, _ in "\(error)" },
      message("lacksATranslation", "shows Chinese users the English text of one kind of error") { error, language, right in
        error == .notFound ? ErrorMessages.text(of: error, in: .english) : right
      },
      message("tellsTheID", "shows the id of an article in conflict") { error, _, right in
        if case .conflict(let id) = error { right + " (\(id))" } else { right }
      },
      message("tellsTheStatus", "shows the status of an answer") { error, _, right in
        if case .badResponse(let status) = error { right + " \(status)" } else { right }
      },
      message("isSilent", "has no text for a cancellation") { error, _, right in error == .cancelled ? "" : right },
      message("confusesTwo", "has the same text for a timeout and for being offline") { error, language, right in
        error == .timedOut ? ErrorMessages.text(of: .offline, in: language) : right
      },
      Fault("logsTwice", "logs a failure in two layers") { system in
        system.parts.alterArticles { articles, setup in
          let base = articles.base
          articles.saving = { article in
            do {
              return try await base.save(article)
            } catch {
              setup.logger.log(LogEntry(.error, "ArticleService", "save failed: transactionFailed", at: setup.time.date()))
              throw error
            }
          }
        }
      },
      Fault("logsNothing", "shows failures and logs none") { system in
        system.parts.makeErrorReporter = { _, time, message in ErrorReporter(logger: Logger(), time: time, message: message) }
      },
      Fault("takesTheUnforeseenForGone", "says that an article is gone when something unforeseen fails") { system in
        let make = system.parts.makeErrorReporter
        system.parts.makeErrorReporter = { GoneReporter(base: make($0, $1, $2)) }
      },
      Fault("takesAnEditForAFailure", "does not set a mark if the article is edited meanwhile") { system in
        system.parts.makeOperations = changingSetup(of: system.parts.makeOperations) { setup in
          var articles = AlteredArticles(base: setup.articles)
          let base = articles.base
          articles.updating = { article, version in
            do {
              return try await base.update(article, expectedVersion: version)
            } catch ArgusError.conflict {
              throw ArgusError.transactionFailed
            }
          }
          setup.articles = articles
        }
      },
      Fault("logsOneName", "logs every failure under one name") { system in
        system.parts.makeErrorReporter = { logger, time, message in
          OneNameReporter(base: ErrorReporter(logger: Logger(), time: time, message: message), logger: logger, time: time)
        }
      },
    ]
  ).holds(
    forAll: .zip(.argusError, .array(of: .anyCase(), count: 1...5)),
    requiring: ["a failure": 0.4, "a success": 0.3]
  ) { (argument: (ArgusError, [UserAction]), system: ArgusSystem, trial: Trial) in
    let (one, actions) = argument
    try expectTexts(of: one, in: system)
    try expectLatestEntries()
    let edits = Remembered(0)
    try await ArgusDevice.use(system.editing(edits)) { device in
      let known = device.app.logger.entries.count
      var expected: [String] = []
      for action in actions {
        if let failure = try await action.run(on: device, edits) {
          expected.append(failure)
          trial.label("a failure")
        } else {
          trial.label("a success")
        }
      }
      let logged = device.app.logger.entries.dropFirst(known).filter { $0.level == .error }.map(\.message)
      try expect("the errors in the log", logged, equals: expected)
      try expect("every entry names the part that writes it", device.app.logger.entries.allSatisfy { !$0.category.isEmpty })
      let warnings = device.app.logger.entries.dropFirst(known).filter { $0.level == .warning }.map(\.message)
      let attempts = (1...2).map { "transaction failed, attempt \($0)" } + ["transaction failed for good"]
      try expect(
        "the warnings in the log", warnings, equals: actions.filter { $0 == .saveWhileTheStoreFails }.flatMap { _ in attempts })
      try await expectNoExchange(of: device.app)
    }
  }

  /// The devices of these cases have no cloud: nothing is exchanged by itself, and who asks for it is told why not.
  private static func expectNoExchange(of app: ArgusApp) async throws {
    try expect("nothing is exchanged without a cloud by itself", app.automaticSync == nil && app.storage.mode == .local)
    for attempt in 1...3 {
      var found: (any Error)?
      do { try await app.sync.synchronize() } catch { found = error }
      try expect("the error of exchange \(attempt) without a cloud", found as? ArgusError, equals: .cloudUnavailable)
    }
    // Each exchange failed at its beginning: had it sent anything, there would not be three failures in a row.
    try expect("the health of no cloud after three exchanges", app.health.health, equals: .failed)
  }

  /// The log keeps the latest thousand entries.
  private static func expectLatestEntries() throws {
    let logger = Logger()
    let entry: (Int) -> LogEntry = { LogEntry(.info, "Test", "\($0)", at: ArticleModel.unknownDate) }
    for number in 0..<1_001 { logger.log(entry(number)) }
    try expect("entries that are kept", logger.entries.count, equals: 1_000)
    try expect("the oldest that is kept", logger.entries.first, equals: entry(1))
    try expect("the latest", logger.entries.last, equals: entry(1_000))
  }

  private static func expectTexts(of one: ArgusError, in system: ArgusSystem) throws {
    let reporter = system.parts.makeErrorReporter(Logger(), .virtual(VirtualClock()), system.parts.errorMessage)
    let texts = reporter.surface(one)
    for (error, kind) in [(UnforeseenError() as any Error, ArgusError.transactionFailed), (CancellationError(), .cancelled)] {
      try expect("what the user is told of \(error)", reporter.surface(error), equals: reporter.surface(kind))
    }
    let others = kinds.filter { kind($0) != kind(one) }.map { (kind: kind($0), texts: reporter.surface($0)) }
    for language in ErrorMessages.Language.allCases {
      let text = texts[language] ?? ""
      try expect("a text of \(one) in \(language.rawValue)", !text.isEmpty)
      let isHan = text.unicodeScalars.contains { 0x4E00...0x9FFF ~= $0.value }
      try expect("“\(text)” is \(language.rawValue)", isHan == (language == .chinese))
      try expect("“\(text)” tells nothing of \(marker)", !text.contains(marker) && !text.contains("\(markedStatus)"))
      try expect("“\(text)” is no name of the code", !text.contains("(") && text.count > 5)
      for other in others { try expect("“\(text)” is of \(kind(one)) and not of \(other.kind)", text != other.texts[language]) }
    }
  }

  /// One error of each kind, with what must not be told in it.
  static let kinds: [ArgusError] = [
    .offline, .timedOut, .cancelled, .cloudUnavailable, .conflict(id: marker), .corruptedContext, .transactionFailed, .notFound,
    .badResponse(markedStatus),
  ]
  static let marker = "marker-7f3"
  static let markedStatus = 518

  static func kind(_ error: ArgusError) -> String { String("\(error)".prefix { $0 != "(" }) }

  private static func message(
    _ id: String, _ fact: String,
    _ text: @escaping @Sendable (ArgusError, ErrorMessages.Language, _ right: String) -> String
  ) -> Fault<ArgusSystem> {
    Fault(id, fact) { system in
      system.parts.errorMessage = { text($0, $1, ErrorMessages.text(of: $0, in: $1)) }
    }
  }
}

extension ArgusSystem {
  /// Before each of so many updates of an article somebody else changes its title.
  fileprivate func editing(_ edits: Remembered<Int>) -> ArgusSystem {
    var system = self
    system.parts.alterArticles { articles, _ in
      let base = articles.base
      articles.updating = { article, version in
        let number = edits.withValue { number in
          defer { number = max(0, number - 1) }
          return number
        }
        if number > 0, var other = try await base.article(article.id) {
          other.title = "edit \(number)"
          try await base.save(other)
        }
        return try await base.update(article, expectedVersion: version)
      }
    }
    return system
  }
}

private struct GoneReporter: ErrorReporting {
  let base: any ErrorReporting

  func surface(_ error: any Error) -> [ErrorMessages.Language: String] {
    base.surface(error is ArgusError || error is CancellationError ? error : ArgusError.notFound)
  }
}

private struct OneNameReporter: ErrorReporting {
  let base: ErrorReporter
  let logger: Logger
  let time: ArgusTime

  func surface(_ error: any Error) -> [ErrorMessages.Language: String] {
    logger.log(LogEntry(.error, "Error", "failed", at: time.date()))
    return base.surface(error)
  }
}

extension Generator where Value == ArgusError {
  static var argusError: Generator { .element(of: ErrorProperties.kinds) }
}
