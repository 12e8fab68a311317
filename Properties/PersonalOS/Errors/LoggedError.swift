import Foundation
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting

/// An error that occurred, and of which the log has to tell.
struct LoggedError: Sendable {
  let instant: Date
  let operation: LogText
  let failure: Failure

  var secrets: [String] { (failure.text?.secrets ?? []) + operation.secrets }

  /// An entry tells of what happened; and texts in an error are not told where they are secret.
  func judge(_ entry: DiagnosticEntry, _ place: String) throws {
    let (told, context, instant) = (entry.debugDescription, entry.context, instant.timeIntervalSinceReferenceDate.bitPattern)
    try expect("\(place): instant", entry.instant.timeIntervalSinceReferenceDate.bitPattern, equals: instant)
    try expect("\(place): severity", entry.severity, equals: failure.meaning.expected.severity)
    try expect("\(place), case \(entry.caseName), names \(name)", entry.caseName.contains(name))
    try expect("\(place), “\(told)”, lacks", values.first { !told.contains($0) }, equals: nil)
    try expect("\(place), context “\(context)”, lacks", operation.plain.first { !context.contains($0) }, equals: nil)
  }

  /// What the log must call it: with its group only as an error of the app.
  private var name: String {
    failure.foreignName ?? (failure.error is AppError ? failure.meaning.path : printedParts(of: failure.error)[0])
  }

  /// What the log must tell of it.
  private var values: [String] {
    if let library = failure.error as? LibraryFailure {
      return (failure.text?.plain ?? []) + ["\(library.attempt)"] + (library.cause.map(printedParts) ?? [])
    }
    return failure.text?.plain ?? (failure.foreignName == nil ? printedParts(of: failure.error) : [])
  }
}
