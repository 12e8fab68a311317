import ArgusReference
import DeterministicScheduling
import PlatformStandIns
import PropertyTesting
import StorageContract

/// Requests to the backend.
public enum NetworkProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [failedRequestsAreRetried]

  // Feature: argus-system-patterns, Property 68: Failed network requests are retried
  static let failedRequestsAreRetried = Requirement<ArgusSystem>(
    "ARG-68", "Failed network requests are retried",
    says: """
      After a timeout or a server error, the app repeats a request at most three times, after 1, 2 and 4 seconds. Without a \
      network, it sends nothing and waits; when the network returns, every waiting request continues. Success, any other \
      answer or a cancellation ends the retries at once. The caller gets the last answer or error. An observer of the device \
      gets each change, in order.
      """,
    covers: "002 Error Handling", of: "APIClient", needs: [.virtualTime],
    mustCatch: [
      Fault("waitsForNothing", "sends again without a delay") { system in
        let make = system.parts.makeAPIClient
        system.parts.makeAPIClient = { setup in
          var setup = setup
          setup.time.sleep = { _ in }
          return make(setup)
        }
      }
    ]
  ).holds(
    forAll: .requestScript, scheduled: .mixed,
    requiring: [
      "succeeds after a retry": 0.08, "gives up after three retries": 0.1, "waits for the network": 0.2,
      "is an error of the request": 0.12, "fails as nobody has foreseen": 0.02, "is cancelled between attempts": 0.01,
    ]
  ) { script, system, trial in
    try expectChangesAreTold()
    try await expectEachGoesOn(system, count: 2 + script.attempts.count % 3)
    let conditions = DeviceConditions()
    let transport = ScriptedTransport(script, conditions)
    let client = system.parts.makeAPIClient(
      APISetup(
        transport: transport, conditions: conditions, makeRetryMachine: system.parts.makeRetryMachine, time: .device))
    try await expectNothingOfTheCancelled(client)
    try expect("when a cancelled task sent something", transport.sent, equals: [])
    if script.offlineAtFirst > 0 { transport.loseNetwork(for: script.offlineAtFirst) }
    let request = Task {
      do {
        let answer = try await client.send(HTTPRequest(url: "https://argus.example/articles"))
        return RequestResult.answered(attempt: answer.body.first.map(Int.init) ?? -1)
      } catch let error as ArgusError {
        return .failed(error)
      } catch {
        return error is CancellationError ? .cancelled : error is RequestScript.Unforeseen ? .other : .failed(.transactionFailed)
      }
    }
    // Longer than any script that ends by itself.
    try await Task.sleep(for: .milliseconds(script.cancelledAfter.map { $0 * 1_000 + 500 } ?? 200_000))
    request.cancel()
    let result = await request.value
    try await Task.sleep(for: .seconds(30))
    let expected = script.expected
    try expect("when it was sent, in seconds", transport.sent, equals: expected.sent)
    try expect("what came of it", result, equals: expected.result)
    try expect("sent while offline", transport.sentOffline, equals: 0)
    script.label(expected, trial)
  }

  /// Two observers, of which the first leaves.
  private static func expectChangesAreTold() throws {
    let conditions = DeviceConditions()
    try expect("a device is online and has power", conditions.values == DeviceConditions.Values(isOnline: true, hasExternalPower: true))
    let heard = Remembered<[String]>([])
    func observe(_ name: String) -> EventSubscription {
      conditions.observe { values in
        let isLate = values != conditions.values
        heard.withValue { $0.append("\(name): \(values.isOnline) \(values.hasExternalPower)\(isLate ? ", later" : "")") }
      }
    }
    let (first, second) = (observe("1"), observe("2"))
    conditions.set { $0.isOnline = false }
    conditions.set { $0.isOnline = false }
    conditions.set { $0.hasExternalPower = false }
    first.cancel()
    conditions.set { $0.isOnline = true }
    second.cancel()
    conditions.set { $0.hasExternalPower = true }
    let expected = ["1: false true", "2: false true", "1: false false", "2: false false", "2: true false"]
    try expect("what observers of the device hear", heard.now, equals: expected)
  }

  /// Several requests wait for the network at the same time; the second is cancelled meanwhile.
  private static func expectEachGoesOn(_ system: ArgusSystem, count: Int) async throws {
    let conditions = DeviceConditions(DeviceConditions.Values(isOnline: false))
    let transport = NotedTransport()
    let client = system.parts.makeAPIClient(
      APISetup(transport: transport, conditions: conditions, makeRetryMachine: system.parts.makeRetryMachine, time: .device))
    let requests = (1...count).map { number in
      Task { _ = try await client.send(HTTPRequest(url: "https://argus.example/\(number)")) }
    }
    try await Task.sleep(for: .milliseconds(500))
    requests[1].cancel()
    try await Task.sleep(for: .milliseconds(500))
    // A change of something else does not end the wait, and does not forget who waits.
    conditions.set { $0.hasExternalPower.toggle() }
    try await Task.sleep(for: .milliseconds(500))
    try expect("what was sent without a network", transport.sent, equals: [])
    conditions.set { $0.isOnline = true }
    try await Task.sleep(for: .seconds(1))
    let waited = (1...count).filter { $0 != 2 }.map { "https://argus.example/\($0)" }
    try expect("what was sent of \(count) requests that waited, the second cancelled", transport.sent.sorted(), equals: waited)
    for request in requests { request.cancel() }
  }

  private static func expectNothingOfTheCancelled(_ client: any APIClientProtocol) async throws {
    let request = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await client.send(HTTPRequest(url: "https://argus.example/articles"))
    }
    guard case .failure(let error) = await request.result, error is CancellationError else {
      return try expect("the request of a cancelled task throws a cancellation", false)
    }
  }
}

extension RequestScript {
  func label(_ expected: Expected, _ trial: Trial) {
    let losses = (0..<expected.sent.count).filter { if case .networkLost = attempt($0).outcome { true } else { false } }
    trial.label("waits for the network", if: !losses.isEmpty || offlineAtFirst > 0)
    let tries = expected.sent.count - losses.count
    switch expected.result {
    case .answered: trial.label("succeeds after a retry", if: tries > 1)
    case .failed(.badResponse(let status)) where status < 500: trial.label("is an error of the request")
    case .failed: trial.label("gives up after three retries", if: tries == 4)
    case .cancelled: trial.label("is cancelled between attempts", if: expected.sent.count < attempts.count)
    case .other: trial.label("fails as nobody has foreseen")
    }
  }
}

/// Answers everything, and knows what it was sent.
private final class NotedTransport: HTTPTransport {
  private let addresses = Remembered<[String]>([])
  var sent: [String] { addresses.now }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    addresses.withValue { $0.append(request.url) }
    return HTTPResponse(status: 200)
  }
}
