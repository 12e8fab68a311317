import CRunNotes
import Synchronization

/// What a crash, Ctrl-C, `exit` or the watchdog prints on standard error of a property that runs: the property and its place, the
/// seed, the case, what was being done, and the simplest failing case so far.
///
/// The note stands in memory that is set aside beforehand: a signal's handler may neither allocate nor take a lock (`CRunNotes`).
/// One thread writes a note at a time, as one runs its cases: hence unchecked.
package final class RunNote: @unchecked Sendable {
  /// What is the same in all notes of a run.
  struct Subject: Sendable {
    let head: String
    let seed: UInt64
    let cases: Int

    init<System>(_ property: Property<System>, _ settings: RunSettings, fixture: String = "") {
      let backend = fixture.isEmpty ? "" : "  backend \(fixture)"
      head = "\(property.id) \(property.title)\n  \(relative(property.location.filePath)):\(property.location.line)\(backend)"
      seed = settings.seed
      cases = settings.cases
    }
  }

  /// What is being done with a property.
  package enum Activity {
    case running
    case shrinking(pass: String)
    /// A failure is looked at again.
    case confirming
    case repeating
    case explaining
    case searchingOthers
    case printing

    var text: String {
      switch self {
      case .running: "running"
      case .shrinking(let pass): "shrinking: \(pass)"
      case .confirming: "running a failure again"
      case .repeating: "repeating a failure"
      case .explaining: "explaining a failure"
      case .searchingOthers: "looking for other failures"
      case .printing: "printing a report"
      }
    }
  }

  private let note: UnsafeMutablePointer<crn_note>
  /// How often the best case was put in words, and how long that took.
  private var printed = (times: 0, took: Duration.zero)
  private let start = ContinuousClock.now
  private var message = ""
  private static let mostChoices = 10_000
  private static let quick = Duration.milliseconds(50)

  /// A note that is told from now on, as long as the object lives. Nil if there is no memory.
  /// - Parameters:
  ///   - isHere: whether the calling thread runs all of it, and lets go of the note.
  ///   - isWatched: whether the watchdog says that a case does not end. A supervisor of processes has a clock of its own.
  init?(_ subject: Subject, isHere: Bool, isWatched: Bool = true) {
    guard let note = crn_open(subject.head, subject.seed, Int64(subject.cases), isHere, isWatched) else { return nil }
    self.note = note
  }

  deinit { crn_close(note) }

  /// Where the loops over cases say which they run.
  var beacon: CaseBeacon { UnsafeMutableRawPointer(note).assumingMemoryBound(to: Atomic<Int>.self) }

  /// From now on the process would say that it was doing this.
  package func enter(_ activity: Activity) { crn_does(note, activity.text) }

  /// A case is looked at closely.
  func begins(_ examination: Examination) {
    beacon.begins(examination.index)
    beacon[2].wrappingAdd(1, ordering: .relaxed)
    examination.note = self
  }

  /// The simplest failing case so far.
  ///
  /// It is put in words here, since a handler cannot do so, but after the first few, or a large one, only as often as takes a twentieth of
  /// the time.
  /// - Parameter withValue: the same case with its value printed, if `examination` did not.
  func best(_ examination: Examination, of propertyID: String, withValue: () -> Examination? = { nil }) {
    let begin = ContinuousClock.now
    if examination.value == nil, printed.times > 4 || printed.took > Self.quick, printed.took * 20 > begin - start { return }
    if case .failed(let failure) = examination.result { message = failure.message }
    guard let value = examination.value ?? withValue()?.value else { return }
    // Nobody pastes a longer token, and to make one of a large case takes long.
    let token = examination.tape.choiceCount > Self.mostChoices
      ? "" : "\(ReplayToken(propertyID: propertyID, examination: examination, knowsValue: examination.value != nil))"
    let replay = token.isEmpty || token.utf8.count > 10_000 ? "" : "  replay   TOUCHSTONE_REPLAY=\(token)\n"
    crn_best(note, "  claim    \(indented(message))\n  given    \(indented(value))\n\(replay)")
    printed.times += 1
    printed.took += ContinuousClock.now - begin
  }

  /// Says of each note of a run what became of it.
  static func tell(_ subject: Subject, _ what: String) { crn_tell_all_of(subject.head, what) }

  private func indented(_ text: String) -> String {
    let shown = text.utf8.count > 2_000 ? "\(text.prefix(2_000))…" : text
    return shown.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n           ")
  }
}
