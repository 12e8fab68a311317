import Foundation
import PersonalOSReference
import PlatformStandIns
import StorageContract
import Testing

@testable import PersonalOSProperties

/// Errors: decisions that the properties leave open, and texts that a person has to read.
@Suite("Errors")
@MainActor
struct ErrorTests {
  private static let every: [AppError] = [
    .network(.noConnection, retryable: true), .network(.timeout, retryable: true),
    .network(.serverError(503), retryable: true), .network(.rateLimited, retryable: true),
    .network(.invalidResponse, retryable: true), .database(.migrationFailed("v3 to v4"), recoverable: false),
    .database(.corruptedData, recoverable: false), .database(.constraintViolation, recoverable: false),
    .database(.concurrencyConflict, recoverable: true),
    .validation(.insufficientQuantity(symbol: "AAPL", available: 3, requested: 5)),
    .validation(.negativePosition(symbol: "AAPL")), .validation(.invalidPrice), .validation(.invalidDate),
    .security(.jailbroken), .security(.certificateValidationFailed), .security(.keychainAccessDenied),
    .security(.encryptionFailed),
  ]

  @Test("Every case has a sentence of its own")
  func messages() {
    let messages = Self.every.map(\.userMessage)
    #expect(Set(messages).count == Self.every.count)
    for message in messages { #expect(message.hasSuffix(".") && message.first?.isUppercase == true) }
    #expect(Self.every[9].userMessage == "You hold 3 of AAPL and cannot sell 5.")
    #expect(Self.every[2].userMessage == "The server reported a problem (status 503). Try again later.")
  }

  @Test("Decision: a user may retry every network error, whatever automatic recovery may do")
  func retryable() {
    let error = AppError.network(.timeout, retryable: false)
    #expect(error.canRetry)
    let recovery = NetworkErrorRecovery(
      operation: "load", clock: VirtualClock(), log: DiagnosticLog(), now: { .distantPast }, request: {})
    #expect(!recovery.canRecover(from: error))
  }

  @Test("Decision: what other errors are to the user")
  func wrapping() {
    struct Unknown: Error {}
    let unreadable = UnreadableRecord(
      collection: "trades", key: "1", field: "price", requirement: "a decimal", found: "nothing")
    #expect(AppError(unreadable) == .database(.corruptedData, recoverable: false))
    let damaged = StoreError.damaged(path: "p", offset: nil, reason: "r")
    #expect(AppError(damaged) == .database(.corruptedData, recoverable: false))
    #expect(AppError(StoreError.closed) == .database(.concurrencyConflict, recoverable: true))
    #expect(AppError(StoreError.readOnly(path: "p")) == .database(.constraintViolation, recoverable: false))
    #expect(AppError(URLError(.timedOut)) == .network(.timeout, retryable: true))
    #expect(AppError(URLError(.notConnectedToInternet)) == .network(.noConnection, retryable: true))
    #expect(AppError(Unknown()) == .network(.invalidResponse, retryable: true))
    #expect(AppError(DatabaseError.concurrencyConflict) == .database(.concurrencyConflict, recoverable: true))
  }

  @Test("An error's own words go before those of what it is to the app")
  func ownWords() {
    let presenter = ErrorPresenter(log: DiagnosticLog())
    // Presenting is synchronous: it returns before anybody can have seen the error.
    let presented = presenter.present(DependencyError.missing("prices"), during: "open prices")
    #expect(presented.message == "This part of the app is not available at the moment. Try again.")
    #expect(presenter.currentError == presented)
  }

  @Test("Recovery waits 1, 2 and 4 seconds, and gives up with the last error")
  func recoveryDelays() async {
    let (clock, log) = (VirtualClock(), DiagnosticLog())
    let recovery = NetworkErrorRecovery(
      operation: "load prices", clock: clock, log: log, now: { clock.date },
      request: { throw NetworkError.rateLimited })
    await #expect(throws: AppError.network(.rateLimited, retryable: true)) {
      try await recovery.recover(from: .network(.timeout, retryable: true))
    }
    #expect(clock.sleeps == [.seconds(1), .seconds(2), .seconds(4)])
    #expect(log.entries.map(\.caseName) == Array(repeating: "NetworkError.rateLimited", count: 3))
    #expect(log.entries.map { $0.instant.timeIntervalSinceReferenceDate } == [1, 3, 7])
  }

  @Test(
    "Secrets are taken out, and nothing else",
    arguments: [
      ("GET /v1?key=abc-123&page=2", "GET /v1?key=[redacted]&page=2"),
      ("Authorization: Bearer ey.J0.x, retried", "Authorization: Bearer [redacted], retried"),
      ("{\"access_token\": \"t0k\", \"n\": 1}", "{\"access_token\": \"[redacted]\", \"n\": 1}"),
      ("password='p w'", "password='[redacted] w'"),
      ("apiKey: 12;", "apiKey: [redacted];"),
      ("token: Bearer abc", "token: [redacted] [redacted]"),
      ("record k7: key must be a UUID, found 7", "record k7: key must be a UUID, found 7"),
      ("Trade(key: \"AAPL\")", "Trade(key: \"AAPL\")"),
      ("basic needs", "basic [redacted]"),
    ])
  func redaction(_ text: String, _ expected: String) {
    let log = DiagnosticLog()
    log.record(NetworkError.timeout, context: text, at: .distantPast)
    #expect(log.entries.map(\.context) == [expected])
  }

  @Test("A registered secret may be registered late, and contain what ends others")
  func registeredSecret() {
    let log = DiagnosticLog(capacity: 0)
    #expect(log.capacity == 1)
    log.register(secret: "open sesame")
    log.record(DatabaseError.migrationFailed("said open sesame"), context: "migrate", at: .distantPast)
    #expect(log.entries.map(\.debugDescription) == ["migrationFailed(\"said [redacted]\")"])
  }

  @Test("The log names cases of any error")
  func caseNames() {
    struct Plain: Error {}
    enum Odd: Error { case bare, full(Int) }
    let log = DiagnosticLog()
    let errors: [any Error] = [
      AppError.security(.jailbroken), NetworkError.serverError(500), Plain(), Odd.bare, Odd.full(3),
      StoreError.closed, StoreError.io(operation: "o", path: "p", reason: "r"), CancellationError(),
    ]
    for error in errors { log.record(error, context: "c", at: .distantPast) }
    #expect(
      log.entries.map(\.caseName) == [
        "AppError.security.jailbroken", "NetworkError.serverError", "Plain", "Odd.bare", "Odd.full",
        "StoreError", "StoreError.io", "CancellationError",
      ])
  }

  @Test("A cancelled recovery is no failure: it ends at once and is not logged")
  func cancelledRecovery() async {
    let log = DiagnosticLog()
    let recovery = NetworkErrorRecovery(
      operation: "load prices", clock: VirtualClock(), log: log, now: { .distantPast },
      request: { throw CancellationError() })
    await #expect(throws: CancellationError.self) {
      try await recovery.recover(from: .network(.timeout, retryable: true))
    }
    #expect(log.entries.isEmpty)
  }

  @Test("What succeeds elsewhere takes an error away also while its retry runs")
  func withdrawnWhileRetrying() async {
    let presenter = ErrorPresenter(log: DiagnosticLog())
    let first = presenter.present(NetworkError.timeout, during: "load") {
      await Task.yield()
      throw CancellationError()
    }
    async let retry: Void = presenter.retry(for: first.id)
    await Task.yield()
    presenter.withdraw(operation: "load")
    await retry
    #expect(presenter.errorQueue.isEmpty)
  }

  @Test("A retry that is cancelled leaves the error of its load")
  func cancelledReload() async {
    let presenter = ErrorPresenter(log: DiagnosticLog())
    let answers = Shared<[any Error]>()
    answers.value = [NetworkError.timeout, CancellationError()]
    let model = LoadModel<Int>(operation: "load", presenter: presenter) {
      try await MainActor.run { () -> Int in
        if let error = answers.value?.first {
          answers.value?.removeFirst()
          throw error
        }
        return 3
      }
    }
    await model.load()
    let first = presenter.currentError
    if let first { await presenter.retry(for: first.id) }
    #expect(presenter.errorQueue == [first].compactMap(\.self) && first != nil)
    #expect(model.state == .failed(.network(.timeout, retryable: true)))
    if let first { await presenter.retry(for: first.id) }
    #expect(presenter.errorQueue.isEmpty && model.value == 3)
  }

  @Test("Decision: an error dismissed while its retry runs comes back only as a new failure")
  func dismissedWhileRetrying() async {
    let presenter = ErrorPresenter(log: DiagnosticLog())
    let (begun, dismissed) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
    let first = presenter.present(NetworkError.timeout, during: "load") {
      begun.continuation.finish()
      for await _ in dismissed.stream {}
      throw NetworkError.rateLimited
    }
    async let retry: Void = presenter.retry(for: first.id)
    for await _ in begun.stream {}
    presenter.dismiss()
    dismissed.continuation.finish()
    await retry
    #expect(presenter.errorQueue.map(\.error) == [.network(.rateLimited, retryable: true)])
    #expect(presenter.errorQueue.first?.offersRetry == true)
  }
}
