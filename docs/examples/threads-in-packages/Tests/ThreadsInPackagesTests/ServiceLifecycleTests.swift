import Logging
import PropertyTesting
import ServiceLifecycle
import Testing
import ThreadScheduling

/// Runs until it is told to shut down, and says what it was told.
private struct Server: Service {
  let name: String
  let log: Collected<String>

  func run() async throws {
    log.add("\(name) starts")
    try await withGracefulShutdownHandler {
      try await gracefulShutdown()
    } onGracefulShutdown: {
      log.add("\(name) is told")
    }
    log.add("\(name) ends")
  }
}

/// swift-service-lifecycle.
@Suite(.serialized)
struct ServiceLifecycleTests {
  /// Runs the services in a group that is told at any time to shut down.
  private static func shutDown(_ services: [any Service]) throws {
    try waitForTask {
      let group = ServiceGroup(services: services, logger: Logger(label: "group", factory: { _ in SwiftLogNoOpLogHandler() }))
      async let run: Void = group.run()
      async let shutdown: Void = group.triggerGracefulShutdown()
      await shutdown
      try await run
    }
  }

  @Test func eachServiceIsToldOnceAndInReverseOrder() throws {
    try check("a group that is shut down", forAll: .int(in: 1...2), scheduled: .threads) { count in
      let log = Collected<String>()
      try Self.shutDown((0..<count).map { Server(name: "\($0)", log: log) })
      for number in 0..<count {
        let own = log.all.filter { $0.hasPrefix("\(number)") }
        try expect("service \(number)", own, equals: ["\(number) starts", "\(number) is told", "\(number) ends"])
      }
      let ends = log.all.filter { $0.hasSuffix("ends") }
      try expect("ends", ends, equals: (0..<count).reversed().map { "\($0) ends" })
    }
  }

  /// A handler runs under the lock that the question takes. Without a schedule: trigger a shutdown, and then register such a handler.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func aHandlerThatAsksWaitsForItself(seed: UInt64) throws {
    let failure = #expect(throws: PropertyFailure.self) {
      try check("a handler that asks whether its task is shutting down", scheduled: .threads, seed: seed) {
        let log = Collected<Bool>()
        try Self.shutDown([AskingServer(log: log)])
        try expect("handlers", log.all.count, equals: 1)
      }
    }
    #expect("\(failure as Any)".contains("deadlocked"))
    #expect("\(failure as Any)".contains("which it holds itself"))
  }
}

private struct AskingServer: Service {
  let log: Collected<Bool>

  func run() async throws {
    try await withGracefulShutdownHandler {
      try await gracefulShutdown()
    } onGracefulShutdown: {
      log.add(Task.isShuttingDownGracefully)
    }
  }
}
