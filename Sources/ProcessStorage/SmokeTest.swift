import Foundation
import StorageContract

/// A short exchange with an adapter, for its author to read: it says hello, writes one record, commits it and reads it again.
public struct SmokeTest: Sendable {
  /// What to show, in order.
  public enum Line: Sendable, Equatable {
    /// A line that the test sent to the adapter.
    case sent(String)
    /// A line that the adapter sent.
    case received(String)
    /// What was expected, and came.
    case passed(String)
    /// What was expected, and what came instead.
    case failed(String, reason: String)
  }

  private let command: String
  private let options: ProcessOptions
  private let report: @Sendable (Line) -> Void

  /// - Parameter report: called with every line as it happens.
  public init(
    command: String, options: ProcessOptions = ProcessOptions(), report: @escaping @Sendable (Line) -> Void
  ) {
    self.command = command
    self.report = report
    self.options = options.reporting(to: report)
  }

  /// One value of each kind.
  static let fields: [String: FieldValue] = [
    "nothing": .null, "closed": .bool(true), "quantity": .int64(-5), "ratio": .double(0.1),
    "price": .decimal(Decimal(sign: .plus, exponent: -1, significand: 1)), "name": .text("é\u{0}\u{1F600}"),
    "image": .bytes([0, 255]), "at": .date(Date(timeIntervalSinceReferenceDate: 0)),
    "id": .uuid(UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))),
  ]

  /// - Returns: whether all was as expected.
  /// - Throws: ``/StorageContract/StoreError`` if it cannot create a temporary folder.
  public func run() throws -> Bool {
    let folder = try TemporaryDirectory.make(prefix: "touchstone")
    defer { TemporaryDirectory.remove(folder) }
    let channel: AdapterChannel
    do {
      channel = AdapterChannel(try AdapterProcess.running(command), name: command, options: options)
    } catch {
      return fail("the command starts", "\(error)")
    }
    defer { channel.shutDown() }
    return talk(channel, at: folder + "/store")
  }

  private func talk(_ channel: AdapterChannel, at location: String) -> Bool {
    var open = WireRequest(.open, session: 1)
    open.location = location
    var begin = WireRequest(.begin, session: 1)
    begin.isWrite = true
    var put = WireRequest(.put, session: 1, collection: "trades", key: "AAPL")
    put.fields = Self.fields
    let get = WireRequest(.get, session: 1, collection: "trades", key: "AAPL")
    var destroy = WireRequest(.destroy)
    destroy.location = location
    // The first version is 1, unless versions have gaps.
    var version: Int64 = 1
    let isKept = { (result: WireResult) in
      result.record == .some(.some(Record(key: "AAPL", version: version, fields: Self.fields)))
        ? nil : "the record is not what was put: \(Self.differences(result.record ?? nil, version))"
    }
    let anything = { (_: WireResult) -> String? in nil }
    return step("hello names the adapter, protocol 1 and its capabilities") { _ = try channel.greet() }
      && ask(channel, open, "a store is opened at an empty path", anything)
      && ask(channel, begin, "a writing transaction begins", anything)
      && ask(channel, put, "a record with a value of every kind is put, as version 1, or as any if versions have gaps") {
        guard case .some(.some(let told)) = $0.version else { return "the answer has no “version”" }
        if channel.hello?.capabilities.versionsHaveGaps == true { version = told }
        return told == version && told > 0 ? nil : "the answer's “version” is not \"\(version)\""
      }
      && ask(channel, get, "the transaction reads its own write, every value as it was", isKept)
      && refuses(channel, WireRequest(.get, session: 1, collection: "trades", key: ""))
      && ask(channel, WireRequest(.commit, session: 1), "the transaction is committed", anything)
      && reopens(channel, open, get, isKept)
      && ask(channel, destroy, "the store at the path is destroyed", anything)
  }

  /// What an adapter keeps at all, it keeps over closing.
  private func reopens(
    _ channel: AdapterChannel, _ open: WireRequest, _ get: WireRequest, _ isKept: (WireResult) -> String?
  ) -> Bool {
    var begin = WireRequest(.begin, session: 2)
    begin.isWrite = false
    var open = open
    open.session = 2
    var get = get
    get.session = 2
    return ask(channel, WireRequest(.close, session: 1), "the store is closed") { _ in nil }
      && ask(channel, open, "it is opened again, in a new session") { _ in nil }
      && ask(channel, begin, "a reading transaction begins") { _ in nil }
      && ask(channel, get, "the record is still there", isKept)
      && ask(channel, WireRequest(.rollback, session: 2), "the transaction is rolled back") { _ in nil }
      && ask(channel, WireRequest(.close, session: 2), "the store is closed") { _ in nil }
  }

  private func refuses(_ channel: AdapterChannel, _ request: WireRequest) -> Bool {
    let expected = "an empty key is refused with the code invalidKey"
    do {
      try channel.result(of: request)
      return fail(expected, "the adapter accepted it")
    } catch StoreError.invalidKey {
      report(.passed(expected))
      return true
    } catch {
      return fail(expected, "\(error)")
    }
  }

  private func ask(
    _ channel: AdapterChannel, _ request: WireRequest, _ expected: String, _ complaint: (WireResult) -> String?
  ) -> Bool {
    step(expected) {
      let result = try channel.result(of: request)
      if let reason = complaint(result) { throw WireProblem(reason: reason) }
    }
  }

  private func step(_ expected: String, _ body: () throws -> Void) -> Bool {
    do {
      try body()
      report(.passed(expected))
      return true
    } catch let problem as WireProblem {
      return fail(expected, problem.reason)
    } catch {
      return fail(expected, "\(error)")
    }
  }

  private func fail(_ expected: String, _ reason: String) -> Bool {
    report(.failed(expected, reason: reason))
    return false
  }

  private static func differences(_ record: Record?, _ version: Int64) -> String {
    guard let record else { return "there is none" }
    if record.key != "AAPL" || record.version != version { return "key \(record.key), version \(record.version)" }
    func text(_ value: FieldValue?) -> String { value.map { "\($0.kind) \($0.exactText.debugDescription)" } ?? "nothing" }
    return Set(fields.keys).union(record.fields.keys).sorted().filter { record.fields[$0] != fields[$0] }
      .map { "\($0) was \(text(fields[$0])) and is \(text(record.fields[$0]))" }.joined(separator: "; ")
  }
}

extension ProcessOptions {
  /// The same, with a transcript that reports each line.
  package func reporting(to report: @escaping @Sendable (SmokeTest.Line) -> Void) -> ProcessOptions {
    var options = self
    options.transcript = { traffic in
      switch traffic {
      case .sent(let line): report(.sent(line))
      case .received(let line): report(.received(line))
      }
    }
    return options
  }
}
