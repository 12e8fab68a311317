import ArgusReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// A second client: a loop over a list of delays.
struct APIClientTwin: APIClientProtocol {
  enum Defect: String, CaseIterable, Sendable {
    case retriesErrorsOfTheRequest = "repeats a request that the server refused"
    case retriesTooManyRequests = "repeats a request at once after a 429 answer"
    case retriesForEver = "never gives up"
    case retriesTwice = "gives up after two retries"
    case retriesFourTimes = "retries four times"
    case waitsForNothing = "sends again without a delay"
    case waitsAlwaysAsLong = "waits one second before each retry"
    case waitsOneStepLonger = "begins with a delay of two seconds"
    case dropsALateSuccess = "reports the first error although a retry succeeded"
    case reportsTheFirstError = "reports the error of the first attempt"
    case takesNoWayForATimeout = "reports a timeout if the server is unreachable"
    case doesNotRetryTimeouts = "gives up at the first timeout"
    case retriesOnlyInternalErrors = "retries a status of 500 and no other"
    case countsTheWaitForTheNetwork = "counts an attempt that the missing network stopped"
    case failsWithoutNetwork = "gives up as soon as there is no network"
    case sendsWithoutNetwork = "tries every second while there is no network"
    case ignoresCancellation = "goes on after it was cancelled"
    case takesRedirectsForSuccess = "treats a redirect as success"
    case resetsAfterTheNetwork = "starts its delays over after it waited for the network"
    case letsTheFirstGoOn = "lets only one request continue when the network is back"
  }

  static let twin = Twin<ArgusSystem, Defect>("APIClientTwin") { system, defect in
    system.parts.makeAPIClient = { APIClientTwin(setup: $0, defect: defect) }
  }

  let setup: APISetup
  let defect: Defect?
  private let isWaiting = Remembered(false)

  init(setup: APISetup, defect: Defect?) {
    (self.setup, self.defect) = (setup, defect)
  }

  private var delays: [Int] {
    switch defect {
    case .retriesTwice: [1, 2]
    case .retriesFourTimes: [1, 2, 4, 8]
    case .waitsForNothing: [0, 0, 0]
    case .waitsAlwaysAsLong: [1, 1, 1]
    case .waitsOneStepLonger: [2, 4, 8]
    case .retriesForEver: [1, 2, 4] + Array(repeating: 4, count: 30)
    default: [1, 2, 4]
    }
  }

  private func isSuccess(_ status: Int) -> Bool {
    200..<(defect == .takesRedirectsForSuccess ? 400 : 300) ~= status
  }

  private func isRetried(_ error: ArgusError) -> Bool {
    switch error {
    case .badResponse(let status):
      switch defect {
      case .retriesErrorsOfTheRequest: true
      case .retriesTooManyRequests: status >= 500 || status == 429
      case .retriesOnlyInternalErrors: status == 500
      default: status >= 500
      }
    case .timedOut: defect != .doesNotRetryTimeouts
    default: true
    }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if defect == .ignoresCancellation { return try await Task { try await attempts(request) }.value }
    return try await attempts(request)
  }

  private func attempts(_ request: HTTPRequest) async throws -> HTTPResponse {
    var rest = delays
    var first: ArgusError?
    while true {
      try await waitForNetwork()
      let error: ArgusError
      do {
        let answer = try await setup.transport.send(request)
        if isSuccess(answer.status) {
          if defect == .dropsALateSuccess, let first { throw first }
          return answer
        }
        error = .badResponse(answer.status)
      } catch let failure as TransportFailure {
        if failure == .offline && !setup.conditions.isOnline {
          if defect == .failsWithoutNetwork { throw ArgusError.offline }
          if defect == .resetsAfterTheNetwork { rest = delays }
          if defect != .countsTheWaitForTheNetwork { continue }
        }
        error = failure == .timedOut || defect == .takesNoWayForATimeout ? .timedOut : .offline
      }
      first = first ?? error
      guard isRetried(error), !rest.isEmpty else {
        throw defect == .reportsTheFirstError ? first ?? error : error
      }
      try await setup.time.sleep(.seconds(rest.removeFirst()))
    }
  }

  private func waitForNetwork() async throws {
    try Task.checkCancellation()
    if setup.conditions.isOnline { return }
    if defect == .failsWithoutNetwork { throw ArgusError.offline }
    if defect == .sendsWithoutNetwork {
      try await setup.time.sleep(.seconds(1))
      return
    }
    let isFirst = isWaiting.withValue { isWaiting in
      defer { isWaiting = true }
      return !isWaiting
    }
    if defect == .letsTheFirstGoOn, !isFirst { try await setup.time.sleep(.seconds(1_000_000)) }
    defer { isWaiting.set(false) }
    try await setup.conditions.waitUntilOnline()
  }
}
