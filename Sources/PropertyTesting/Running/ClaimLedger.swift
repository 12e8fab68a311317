import Foundation
import Synchronization

/// Which claims were evaluated, and which of them failed, in this process and in workers that are copies of it.
///
/// While a ledger is kept, a failed `expect` or invariant does not end its case: claims after it are evaluated too. So no case fails of
/// these, and nothing holds.
package final class ClaimLedger: Sendable {
  /// Where a claim stands, as its location says.
  package struct Place: Hashable, Sendable {
    /// "Module/File.swift".
    package let fileID: String
    package let line: Int

    package init(fileID: String, line: Int) {
      self.fileID = fileID
      self.line = line
    }
  }

  private enum Event: String { case evaluated = "e", failed = "f" }

  private static let kept = Mutex<ClaimLedger?>(nil)
  @TaskLocal private static var isGuess = false

  private let path: String
  private let descriptor: Int32
  private let seen = Mutex<Set<String>>([])

  /// Keeps a ledger in a file until ``end()``: copies of the process add to it as they are.
  /// - Throws: an error of the file system.
  package static func keep(at path: String) throws -> ClaimLedger {
    try Data().write(to: URL(fileURLWithPath: path))
    let descriptor = open(path, O_WRONLY | O_APPEND)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path]) }
    let ledger = ClaimLedger(path, descriptor)
    kept.withLock { $0 = ledger }
    claimWatches.add(1, ordering: .relaxed)
    return ledger
  }

  /// Failed claims end their cases again. What was taken down stays in the file.
  package func end() {
    let was = Self.kept.withLock { kept in
      defer { if kept === self { kept = nil } }
      return kept === self
    }
    guard was else { return }
    claimWatches.subtract(1, ordering: .relaxed)
    close(descriptor)
  }

  private init(_ path: String, _ descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  /// Claims of one of several possible states, of which one alone has to be right: a failed claim throws here also while a ledger is kept,
  /// which takes down nothing of it.
  package static func guess<Result>(_ body: () throws -> Result) rethrows -> Result {
    try $isGuess.withValue(true, operation: body)
  }

  static func noteClaim(_ fileID: String, _ line: Int) {
    kept.withLock { $0 }?.note(.evaluated, fileID, line)
  }

  /// - Returns: whether the failure is only noted.
  static func notesFailure(_ fileID: String, _ line: Int) -> Bool {
    guard claimWatches.load(ordering: .relaxed) != 0, let ledger = kept.withLock({ $0 }), !isGuess else { return false }
    ledger.note(.failed, fileID, line)
    return true
  }

  private func note(_ event: Event, _ fileID: String, _ line: Int) {
    let text = "\(event.rawValue) \(line) \(fileID)\n"
    guard seen.withLock({ $0.insert(text).inserted }) else { return }
    _ = text.withCString { write(descriptor, $0, text.utf8.count) }
  }

  /// The claims that were evaluated since the last call, and those of them that failed.
  /// - Throws: an error of the file system.
  package func take() throws -> (evaluated: Set<Place>, failed: Set<Place>) {
    var places: [Event: Set<Place>] = [:]
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, let event = Event(rawValue: String(words[0])), let number = Int(words[1]) else { continue }
      places[event, default: []].insert(Place(fileID: String(words[2]), line: number))
    }
    seen.withLock { $0 = [] }
    guard truncate(path, 0) == 0 else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path]) }
    return (places[.evaluated] ?? [], places[.failed] ?? [])
  }
}

/// Whether the failure of a claim is only noted in a ledger, and does not end its case.
@usableFromInline
func isOnlyNoted(_ fileID: String, _ line: Int) -> Bool { ClaimLedger.notesFailure(fileID, line) }
