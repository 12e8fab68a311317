import InMemoryLogging
import Logging
import PropertyTesting

/// apple/swift-log.
enum LoggingFindings {
  static let all = [metadataProvider, pinnedLevel]

  private static let package = "apple/swift-log"

  static let metadataProvider = Finding(
    "multiplex-metadata-provider", in: package, by: .byHand,
    "`MultiplexLogHandler.metadataProvider` set to nil is still what the initializer was given.",
    demand: "The setter sets the providers of the handlers inside only, and the getter has the handler’s own one, too.",
    result: #"["a": b]"#,
    reproduction: { print in
      let provider = Logger.MetadataProvider { ["a": "b"] }
      var handler = MultiplexLogHandler([SwiftLogNoOpLogHandler()], metadataProvider: provider)
      handler.metadataProvider = nil
      print(handler.metadataProvider?.get())
    },
    forAll: .zip(.element(of: [true, false]), .int(in: 1...3))
  ) { hasProvider, count in
    let provider = hasProvider ? Logger.MetadataProvider { ["a": "b"] } : nil
    let handlers = [any LogHandler](repeating: SwiftLogNoOpLogHandler(), count: count)
    var handler = MultiplexLogHandler(handlers, metadataProvider: provider)
    handler.metadataProvider = nil
    try expect("no provider", handler.metadataProvider == nil)
  }

  /// A handler that ignores changes of its level.
  struct Pinned: LogHandler {
    var inner = InMemoryLogHandler()
    var logLevel: Logger.Level {
      get { .trace }
      set {}
    }
    var metadata: Logger.Metadata {
      get { inner.metadata }
      set { inner.metadata = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { inner[metadataKey: key] }
      set { inner[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) { inner.log(event: event) }
  }

  static let pinnedLevel = Finding(
    "multiplex-log-level", in: package, by: .byHand,
    "`MultiplexLogHandler.logLevel`, once set, holds for handlers that ignore it, too.",
    demand: """
      Its documentation says that a handler which ignores changes keeps its level, as that of the example does. The level that was
      set is reported for all, so that the logger drops the event before any handler sees it.
      """,
    result: "1 0",
    reproduction: { print in
      let handler = Pinned()
      var logger = Logger(label: "a") { _ in MultiplexLogHandler([handler]) }
      logger.info("b")
      print(handler.inner.entries.count)
      handler.inner.clear()
      logger.logLevel = .critical
      logger.info("b")
      print(handler.inner.entries.count)
    },
    forAll: .element(of: Logger.Level.allCases)
  ) { level in
    let handler = Pinned()
    var logger = Logger(label: "a") { _ in MultiplexLogHandler([handler]) }
    logger.logLevel = level
    logger.info("b")
    try expect("events that a handler of level trace has got", handler.inner.entries.count, equals: 1)
  }
}
