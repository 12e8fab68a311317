import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// The errors that have occurred, the last of which a log holds. The oracle of POS-24.
struct ErrorLogModel: Sendable {
  /// How the log learns of an error.
  enum Occurrence: Sendable {
    /// Whoever met the error records it, this many times.
    case recorded(Failure, times: Int)
    case presented(Failure)
    /// The presenter shows the first error with a retry, which fails with the second.
    case retried(Failure, Failure)
    /// Automatic recovery starts from the first error. Its attempts fail with the others, in order, and then succeed.
    case recovered(Failure, [Failure])
  }

  struct Call: Sendable {
    let instant: Date
    let operation: LogText
    let occurrence: Occurrence
  }

  /// When recovery tried again, and what it threw in the end.
  struct Recovery: Sendable, Equatable {
    var attempts: [Duration] = []
    var thrown: AppError?
  }

  struct Entry: Sendable {
    let instant: Date
    let operation: LogText
    let failure: Failure

    var secrets: [String] { (failure.text?.secrets ?? []) + operation.secrets }
  }

  let capacity: Int
  let secrets: [String]
  private(set) var occurred: [Entry] = []

  var kept: [Entry] { occurred.suffix(capacity) }
  var droppedCount: Int { occurred.count - kept.count }

  mutating func perform(_ call: Call) -> Recovery? {
    var recovery: Recovery?
    let failures: [Failure]
    switch call.occurrence {
    case .recorded(let failure, let times): failures = Array(repeating: failure, count: times)
    case .presented(let failure): failures = [failure]
    case .retried(let first, let second): failures = first.meaning.mayBeRetried ? [first, second] : [first]
    case .recovered(let first, let attempts): (recovery, failures) = recover(first.meaning, attempts)
    }
    occurred += failures.map { Entry(instant: call.instant, operation: call.operation, failure: $0) }
    return recovery
  }

  /// Three attempts, after 1, 2 and 4 seconds, up to the first that succeeds or fails for good.
  private func recover(_ error: AppError, _ failures: [Failure]) -> (Recovery, [Failure]) {
    var (recovery, failed) = (Recovery(thrown: error), [Failure]())
    for seconds in [1, 3, 7] where recovery.thrown?.mayBeRetriedUnasked == true {
      recovery.attempts.append(.seconds(seconds))
      recovery.thrown = failed.count < failures.count ? failures[failed.count].meaning : nil
      if failed.count < failures.count { failed.append(failures[failed.count]) }
    }
    return (recovery, failed)
  }
}

extension ErrorLogModel.Entry {
  /// An entry tells of what happened; and texts in an error are not told where they are secret.
  func judge(_ entry: DiagnosticEntry, _ place: String) throws {
    let (told, instant) = (entry.debugDescription, instant.timeIntervalSinceReferenceDate.bitPattern)
    try expect("\(place): instant", entry.instant.timeIntervalSinceReferenceDate.bitPattern, equals: instant)
    try expect("\(place): severity", entry.severity, equals: failure.meaning.expected.severity)
    try expect("\(place), case \(entry.caseName), names \(name)", entry.caseName.contains(name))
    try expect("\(place), “\(told)”, lacks", values.first { !told.contains($0) }, equals: nil)
    let (context, plain) = (entry.context, operation.plain)
    try expect("\(place), context “\(context)”, lacks", plain.first { !context.contains($0) }, equals: nil)
  }

  private var name: String {
    failure.foreignName ?? (failure.error is AppError ? failure.meaning.expected.path : failure.meaning.expected.name)
  }

  private var values: [String] {
    let text = failure.text?.plain
    guard failure.foreignName != nil else { return text ?? failure.meaning.expected.values }
    guard let library = failure.error as? LibraryFailure else { return text ?? [] }
    let cause = library.cause.map { AppError.network($0, retryable: true).expected }
    return (text ?? []) + ["\(library.attempt)"] + (cause.map { [$0.name] + $0.values } ?? [])
  }
}
