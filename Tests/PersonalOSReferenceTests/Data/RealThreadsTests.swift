import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract
import Synchronization
import Testing

@testable import PersonalOSProperties

/// Shared state on real threads, outside of any schedule; `make test-tsan` watches these too.
@Suite("Shared state on real threads", .serialized)
struct RealThreadsTests {
  private static let system = PersonalOSSystem.reference(location: MemoryLocation())
  private static let stress = RealThreads(threads: 4, rounds: 200)

  @Test("What guards it keeps everything")
  func holds() async throws {
    try Self.stress.expectWholeLog(Self.system)
    try Self.stress.expectOneService(Self.system)
    try Self.stress.expectOneAlive()
    try await Self.stress.expectEveryRequestCounted(Self.system)
    try await Self.stress.expectEveryUpdate(PersonalOSSystem.reference(location: MemoryLocation()))
  }

  @Test("A log that numbers an entry in one locked step and writes it in the next is caught")
  func log() {
    var system = Self.system
    system.errors.makeLog = { capacity, _ in TwoStepLog(capacity: capacity) }
    #expect(attempts { try Self.stress.expectWholeLog(system) })
  }

  @Test("A container that looks for a service in one locked step and keeps it in the next is caught")
  func container() {
    var system = Self.system
    system.dataAccess.makeContainer = { TwoStepContainer() }
    #expect(attempts { try Self.stress.expectOneService(system) })
  }

  @Test("A monitor that reads a count in one locked step and writes it in the next is caught")
  func monitor() async {
    var system = Self.system
    system.api.makeMonitor = { _, _ in TwoStepMonitor() }
    let caught = await attempts { try await RealThreads(threads: 8, rounds: 200).expectEveryRequestCounted(system) }
    #expect(caught)
  }

  @Test("No schedule finds them: there is no suspension between the two steps", arguments: [1, 2, 3])
  func schedules(seed: Int) async throws {
    let fault = Fault<PersonalOSSystem>("countsInTwoSteps", "reads a count in one locked step and writes it in the next") {
      $0.api.makeMonitor = { _, _ in TwoStepMonitor() }
    }
    let fixture = Fixture(system: { PersonalOSSystem.reference(location: MemoryLocation()) }).with(fault)
    let property = try #require(ThreadSafetyProperties.all.first { $0.id == "POS-14" })
    let result = await Runner(settings: RunSettings(seed: UInt64(seed))).run(property, on: fixture)
    #expect(result.verdict.isHeld, "\(FailureReport(result).text)")
  }

  /// `make test-tsan` runs this by itself, and wants ThreadSanitizer to report it.
  @Test("A counter without a lock is a data race", .enabled(if: ProcessInfo.processInfo.environment["TOUCHSTONE_RACE"] != nil))
  func race() throws {
    var system = Self.system
    system.errors.makeLog = { _, _ in UnlockedLog() }
    try? Self.stress.expectWholeLog(system)
  }

  /// Whether one of many attempts is caught: which threads meet is up to the machine.
  private func attempts(_ stress: () throws -> Void) -> Bool {
    (0..<5_000).contains { _ in (try? stress()) == nil }
  }

  private func attempts(_ stress: () async throws -> Void) async -> Bool {
    for _ in 0..<20 {
      do { try await stress() } catch { return true }
    }
    return false
  }
}

/// Each step has the lock; what lies between them has not. No statement of it suspends.
private final class TwoStepLog: ErrorLog {
  private let capacity: Int
  private let state = Mutex((entries: [Int: DiagnosticEntry](), count: 0))

  init(capacity: Int) { self.capacity = capacity }

  var entries: [DiagnosticEntry] { state.withLock { $0.entries.sorted { $0.key < $1.key }.map(\.value) } }
  var droppedCount: Int { state.withLock { max(0, $0.count - capacity) } }

  func note(_ text: String, context: String, at instant: Date) {}
  func register(secret: String) {}

  func record(_ error: any Error, severity: ErrorSeverity, context: String, at instant: Date) {
    let number = state.withLock { $0.count }
    let entry = DiagnosticEntry(
      instant: instant, severity: severity, caseName: "\(error)", debugDescription: String(reflecting: error),
      context: context)
    state.withLock { state in
      state.entries[number] = entry
      state.entries[number - capacity] = nil
      state.count = number + 1
    }
  }
}

private final class TwoStepContainer: DependencyRegistry {
  private let makers = Mutex<[String: @Sendable (any DependencyResolving) throws -> any Sendable]>([:])
  private let services = Mutex<[String: any Sendable]>([:])

  func register<Service: Sendable>(
    _ key: DependencyKey<Service>, _ make: @escaping @Sendable (any DependencyResolving) throws -> Service
  ) {
    makers.withLock { $0[key.name] = make }
  }

  func resolve<Service: Sendable>(_ key: DependencyKey<Service>) throws -> Service {
    if let known = services.withLock({ $0[key.name] }) as? Service { return known }
    guard let made = try makers.withLock({ $0[key.name] })?(self) as? Service else {
      throw DependencyError.missing(key.name)
    }
    services.withLock { $0[key.name] = made }
    return made
  }
}

private final class TwoStepMonitor: UsageMonitoring {
  private let usage = Mutex<[String: APIUsage]>([:])

  func send(_ call: APICall, _ operation: @escaping APIOperation) async throws -> HTTPResponse {
    count(.sent, call.endpoint)
    let response = try await operation()
    count(.succeeded, call.endpoint)
    return response
  }

  func noteThrottled(_ endpoint: String) async { count(.throttled, endpoint) }
  func noteShortCircuited(_ endpoint: String) async { count(.shortCircuited, endpoint) }
  func usage(of endpoint: String) async -> APIUsage { usage.withLock { $0[endpoint] ?? APIUsage() } }
  func logUsage() async {}

  private func count(_ event: APIUsageEvent, _ endpoint: String) {
    var counted = usage.withLock { $0[endpoint] ?? APIUsage() }
    counted.count(event)
    // Where a thread is interrupted is up to the machine; here it is, now and then.
    if counted.requests % 50 == 0 { usleep(100) }
    usage.withLock { $0[endpoint] = counted }
  }
}

/// A log that counts in a variable of everybody's.
private final class UnlockedLog: ErrorLog, @unchecked Sendable {
  private var count = 0

  var entries: [DiagnosticEntry] { [] }
  var droppedCount: Int { count }
  func note(_ text: String, context: String, at instant: Date) {}
  func register(secret: String) {}
  func record(_ error: any Error, severity: ErrorSeverity, context: String, at instant: Date) { count += 1 }
}
