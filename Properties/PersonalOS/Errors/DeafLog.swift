import Foundation
import PersonalOSReference

/// A log that hears of nothing.
final class DeafLog: ErrorLog {
  func record(_ error: any Error, severity: ErrorSeverity, context: String, at instant: Date) {}
  func note(_ text: String, context: String, at instant: Date) {}
  func register(secret: String) {}
  let entries: [DiagnosticEntry] = []
  let droppedCount = 0
}
