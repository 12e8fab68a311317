import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting
import StorageContract

/// A device whose clock, notices and places are tables.
enum DeviceTwin {
  enum Defect: String, CaseIterable, Sendable {
    case goesBack = "goes back if less than no time passes"
    case stepsBothTimes = "sets the monotonic time with the wall clock"
    case stopsTheWallClock = "moves the wall clock only when it is set"
    case sleepsThoughCancelled = "sleeps although its task is cancelled"
    case doesNotNoteSleeps = "does not note how long it slept"
    case notesSleepsBelowZero = "records a negative sleep for a deadline that is over"
    case sleepsTwice = "sleeps twice as long"
    case takesMillisecondsForExact = "treats times closer than a millisecond as equal"
    case takesAllTimesForOne = "treats all times as equal"
    case keepsTheReplacedNotice = "keeps a notice beside the one that replaces it"
    case keepsNoticesInTheOrderMade = "keeps notices in the order that they were made in"
    case putsNewNoticesFirst = "puts a new notice before others of its time"
    case showsNoticesAMomentLate = "shows no notice at the very time that it is due"
    case showsNoticesAgain = "keeps notices waiting that it has shown"
    case showsTheNextNoticeAlone = "shows one notice at a time"
    case forgetsWhatWasShown = "remembers only the last shown notices"
    case withdrawsTheFirst = "withdraws the notice that is due first"
    case withdrawsInSilence = "does not say which notice it has withdrawn"
    case keepsOneOfAll = "keeps the last notice when all are withdrawn"
    case emptiesPreferences = "keeps a removed preference as an empty one"
    case keepsRemovedFiles = "keeps a removed file"
    case appendsToFiles = "appends to a file instead of replacing it"
  }

  static let twin = Twin<PersonalOSSystem, Defect>("DeviceTwin") { system, defect in
    system.platform.makeClock = { TableClock(base: $0, defect) }
    system.platform.makeNotices = { TableNotices(defect) }
    system.platform.makePlaces = { TablePlaces(defect) }
  }
}

/// A time of ``TableClock``.
struct TableInstant: InstantProtocol {
  let offset: Duration
  let areAllOne: Bool

  func advanced(by duration: Duration) -> TableInstant { TableInstant(offset: offset + duration, areAllOne: areAllOne) }
  func duration(to other: TableInstant) -> Duration { other.offset - offset }
  static func < (left: TableInstant, right: TableInstant) -> Bool { !left.areAllOne && left.offset < right.offset }
}

private final class TableClock: DeviceClock {
  private struct Times: Sendable {
    var passed: [Duration] = []
    var steps: [Duration] = []
    var sleeps: [Duration] = []
  }

  private let base: Date
  private let defect: DeviceTwin.Defect?
  private let times = Remembered(Times())

  init(base: Date, _ defect: DeviceTwin.Defect?) {
    (self.base, self.defect) = (base, defect)
  }

  private var elapsed: Duration {
    let times = times.now
    let passed = times.passed.reduce(.zero, +)
    return defect == .stepsBothTimes ? passed + times.steps.reduce(.zero, +) : passed
  }

  var now: TableInstant { TableInstant(offset: elapsed, areAllOne: defect == .takesAllTimesForOne) }
  var minimumResolution: Duration {
    defect == .takesMillisecondsForExact ? .milliseconds(1) : Duration(secondsComponent: 0, attosecondsComponent: 1)
  }
  var sleeps: [Duration] { times.now.sleeps }

  var date: Date {
    let times = times.now
    let passed = defect == .stopsTheWallClock ? .zero : times.passed.reduce(.zero, +)
    return base + (passed + times.steps.reduce(.zero, +)) / .seconds(1)
  }

  func sleep(until deadline: TableInstant, tolerance: Duration?) async throws {
    if defect != .sleepsThoughCancelled { try Task.checkCancellation() }
    let time = deadline.offset - elapsed
    let isOver = time < .zero
    times.withValue { times in
      if defect != .doesNotNoteSleeps {
        times.sleeps.append(isOver && defect != .notesSleepsBelowZero ? .zero : time)
      }
      if !isOver { times.passed += defect == .sleepsTwice ? [time, time] : [time] }
    }
  }

  func advance(by duration: Duration) {
    guard duration > .zero || defect == .goesBack else { return }
    times.withValue { $0.passed.append(duration) }
  }

  func stepWallClock(by step: Duration) { times.withValue { $0.steps.append(step) } }
}

private final class TableNotices: NoticeCentre {
  typealias Request = NotificationScheduler.Request


  private let defect: DeviceTwin.Defect?
  /// In the order that they were made in.
  private let waiting = Remembered<[Request]>([])
  private let shown = Remembered<[Request]>([])

  init(_ defect: DeviceTwin.Defect?) { self.defect = defect }

  var delivered: [Request] { shown.now }

  var pending: [Request] {
    let requests = waiting.now
    if defect == .keepsNoticesInTheOrderMade { return requests }
    let numbered = requests.enumerated().sorted { left, right in
      let isEarlier = defect == .putsNewNoticesFirst ? left.offset > right.offset : left.offset < right.offset
      return left.element.fireDate == right.element.fireDate
        ? isEarlier : left.element.fireDate < right.element.fireDate
    }
    return numbered.map(\.element)
  }

  func add(_ request: Request) {
    waiting.withValue { waiting in
      if defect != .keepsTheReplacedNotice { waiting.removeAll { $0.id == request.id } }
      waiting.append(request)
    }
  }

  func removePending(id: String) -> Request? {
    let found = defect == .withdrawsTheFirst ? pending.first : waiting.now.first { $0.id == id }
    guard let found else { return nil }
    waiting.withValue { waiting in waiting.removeAll { $0.id == found.id } }
    return defect == .withdrawsInSilence ? nil : found
  }

  func removeAllPending() {
    let last = pending.last
    waiting.withValue { $0 = defect == .keepsOneOfAll ? [last].compactMap(\.self) : [] }
  }

  func timePasses(to date: Date) {
    var due = pending.filter { defect == .showsNoticesAMomentLate ? $0.fireDate < date : $0.fireDate <= date }
    if defect == .showsTheNextNoticeAlone { due = Array(due.prefix(1)) }
    guard !due.isEmpty else { return }
    if defect != .showsNoticesAgain { waiting.withValue { waiting in waiting.removeAll { due.contains($0) } } }
    shown.withValue { $0 = defect == .forgetsWhatWasShown ? due : $0 + due }
  }
}

private final class TablePlaces: DevicePlaces {
  private let defect: DeviceTwin.Defect?
  private let kept = Remembered<(preferences: [String: String], files: [String: [UInt8]])>(([:], [:]))

  init(_ defect: DeviceTwin.Defect?) { self.defect = defect }

  var preferences: [String: String] { kept.now.preferences }
  var files: [String: [UInt8]] { kept.now.files }

  func setPreference(_ value: String?, for key: String) {
    kept.withValue { $0.preferences[key] = value ?? (defect == .emptiesPreferences ? "" : nil) }
  }

  func writeFile(_ contents: [UInt8], at path: String) {
    kept.withValue { $0.files[path] = (defect == .appendsToFiles ? $0.files[path] ?? [] : []) + contents }
  }

  func removeFile(at path: String) {
    if defect != .keepsRemovedFiles { kept.withValue { $0.files[path] = nil } }
  }
}
