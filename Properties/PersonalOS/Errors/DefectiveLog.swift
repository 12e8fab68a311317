import Foundation
import PersonalOSReference
import Synchronization

/// A log with one defect, or with none.
final class DefectiveLog: ErrorLog {
  enum Defect {
    case collapsesDuplicates, omitsAssociatedValues, writesTheLessSevereLater, refusesTheNewestWhenFull
    case forgetsHowManyItDropped, writesSecretsDown, writesSecretsOfLaterDown
    case takesSpellingsForOneSecret
  }

  private struct State {
    var last: String?
    var refused = 0
    var heldBack: [@Sendable () -> Void] = []
    var raw: [String] = []
    /// The secrets that are known.
    var known: Set<String> = []
  }

  private let defect: Defect?
  private let capacity: Int
  private let right: DiagnosticLog
  private let state = Mutex(State())

  init(_ defect: Defect?, capacity: Int, secrets: [String]) {
    self.defect = defect
    self.capacity = max(1, capacity)
    // To Swift two spellings of a text are equal.
    let known = Set(secrets)
    right = DiagnosticLog(
      capacity: capacity, secrets: defect == .takesSpellingsForOneSecret ? Array(known) : secrets)
    state.withLock { $0.known = known }
  }

  func record(_ error: any Error, severity: ErrorSeverity, context: String, at instant: Date) {
    let write = { @Sendable [right] in
      right.record(error, severity: severity, context: context, at: instant)
    }
    let writes = state.withLock { state -> [@Sendable () -> Void] in
      let text = "\(error) \(context)"
      state.raw.append(String(reflecting: error))
      switch defect {
      case .collapsesDuplicates:
        defer { state.last = text }
        return text == state.last ? [] : [write]
      case .refusesTheNewestWhenFull:
        if right.entries.count < capacity { return [write] }
        state.refused += 1
        return []
      case .writesTheLessSevereLater:
        if severity < .error {
          state.heldBack.append(write)
          return []
        }
        return [write]
      default:
        return [write]
      }
    }
    for write in writes { write() }
  }

  func register(secret: String) {
    let isNew = state.withLock { $0.known.insert(secret).inserted }
    switch defect {
    case .writesSecretsOfLaterDown: break
    case .takesSpellingsForOneSecret where !isNew: break
    default: right.register(secret: secret)
    }
  }

  func note(_ text: String, context: String, at instant: Date) {
    state.withLock { $0.raw.append(text) }
    right.note(text, context: context, at: instant)
  }

  var entries: [DiagnosticEntry] {
    let late = state.withLock { state in
      defer { state.heldBack = [] }
      return state.heldBack
    }
    for write in late { write() }
    let entries = right.entries
    switch defect {
    case .omitsAssociatedValues: return entries.map { $0.telling($0.caseName) }
    case .writesSecretsDown:
      let raw = state.withLock { $0.raw.suffix(entries.count) }
      return zip(entries, raw).map { $0.telling($1) }
    default: return entries
    }
  }

  var droppedCount: Int {
    defect == .forgetsHowManyItDropped ? 0 : right.droppedCount + state.withLock { $0.refused }
  }
}

/// A log that hears of nothing.
final class DeafLog: ErrorLog {
  func record(_ error: any Error, severity: ErrorSeverity, context: String, at instant: Date) {}
  func note(_ text: String, context: String, at instant: Date) {}
  func register(secret: String) {}
  let entries: [DiagnosticEntry] = []
  let droppedCount = 0
}

extension DiagnosticEntry {
  fileprivate func telling(_ text: String) -> DiagnosticEntry {
    DiagnosticEntry(
      instant: instant, severity: severity, caseName: caseName, debugDescription: text, context: context)
  }
}
