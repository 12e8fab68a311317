import CIsolation
import Foundation
import StorageContract
import Synchronization

/// The lines to and from one adapter, for one caller at a time. Each line has the deadline of the options.
///
/// Unlike ``AdapterChannel``, it does not know which lines answer which: both sides may ask. Once anything was wrong the adapter is ended.
package final class AdapterLines: Sendable {
  /// Why an adapter is of no use any more.
  package struct Failure: Error, Sendable, CustomStringConvertible {
    package let description: String
  }

  private let process: AdapterProcess
  private let options: ProcessOptions
  private let lateAnswers: LateAnswers
  private let output = Mutex(AdapterOutput())
  /// Whole lines that nobody has taken yet.
  private let arrived = Mutex<[[UInt8]]>([])

  /// Starts `/bin/sh -c command`.
  /// - Throws: ``StoreError/io(operation:path:reason:)``.
  package init(running command: String, options: ProcessOptions, lateAnswers: LateAnswers) throws {
    process = try AdapterProcess.running(command)
    self.options = options
    self.lateAnswers = lateAnswers
  }

  /// Whether the process is gone.
  package var hasEnded: Bool { process.ended() != nil }

  /// Sends a line, whose end it adds.
  /// - Parameters:
  ///   - purpose: what the line is for, as in "the request “sync”".
  ///   - request: the request that it belongs to, as in "sync".
  /// - Throws: ``Failure``.
  package func send(_ line: some Sequence<UInt8>, for purpose: String, of request: String) throws {
    var deadline = AnswerDeadline(lateAnswers.limit(options.replyDeadline))
    let bytes = Array(line)
    options.transcript?(.sent(String(decoding: bytes, as: UTF8.self)))
    try process.write(bytes + [UInt8(ascii: "\n")], draining: output) {
      if deadline.isOver(for: process.identifier) { throw tooLate("it did not take \(purpose)", request, deadline) }
      return min(max(deadline.milliseconds, 1), 50)
    }
  }

  /// Waits for the next line, which should answer this request, as in "sync", or ask something.
  /// - Throws: ``Failure``.
  package func next(for request: String) throws -> [UInt8] {
    var deadline = AnswerDeadline(lateAnswers.limit(options.replyDeadline))
    while true {
      if let line = arrived.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
        options.transcript?(.received(String(decoding: line, as: UTF8.self)))
        return line
      }
      try read(request, &deadline)
    }
  }

  private func read(_ request: String, _ deadline: inout AnswerDeadline) throws {
    let expected = "expected the answer to “\(request)”"
    switch process.wait(milliseconds: deadline.milliseconds, draining: output) {
    case .hasWritten: try takeOutput(expected)
    case .hasEnded: throw failure("\(expected), but \(process.ended()?.sentence ?? "it has ended")")
    case .none:
      guard deadline.isOver(for: process.identifier) else { return }
      let start = output.withLock { Array($0.lines.start) }
      let begun = start.isEmpty ? "nothing came" : "only the start of a line came, “\(excerpt(start))”,"
      throw tooLate("\(expected), but \(begun)", request, deadline)
    }
  }

  private func tooLate(_ what: String, _ request: String, _ deadline: AnswerDeadline) -> Failure {
    lateAnswers.note(request, within: deadline.limit)
    return failure("\(what) within \(deadline.limit)\(deadline.circumstances)")
  }

  private func takeOutput(_ expected: String) throws {
    let taken = output.withLock { $0.take(from: process) }
    arrived.withLock { $0 += taken.lines }
    if let first = taken.start.first, first != UInt8(ascii: "{") {
      throw failure("\(expected), as a line with one JSON object, but it wrote “\(excerpt(taken.start))”")
    }
    guard taken.startBytes <= options.maximumLineBytes else {
      throw failure("it wrote a line of more than \(options.maximumLineBytes) bytes, which begins “\(excerpt(taken.start))”")
    }
    if taken.isAtEnd, taken.lines.isEmpty {
      // Its end comes a little after that of its output.
      let end = process.endedSoon(milliseconds: 100)?.sentence ?? "it closed its standard output"
      let cut = taken.start.isEmpty ? "" : " in the middle of the line “\(excerpt(taken.start))”"
      throw failure("\(expected), but \(end)\(cut)")
    }
  }

  /// Ends the adapter, and adds the end of its standard error to the reason.
  package func failure(_ reason: String) -> Failure {
    output.withLock { $0.drainErrors(of: process) }
    process.kill()
    return Failure(description: reason + output.withLock { $0.lastWords })
  }

  /// Ends the adapter and its process group, as `kill -9` does.
  package func kill() { process.kill() }
}
