import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting

/// POS-P1: time passes and is set, notices wait and are shown, preferences and files are written.
enum DeviceMachine {
  /// All times in milliseconds since the beginning.
  struct Model: Sendable {
    struct Notice: Sendable, Equatable {
      let id: String
      let due: Int
      let message: String
    }

    var elapsed = 0
    var skew = 0
    var sleeps: [Int] = []
    var pending: [Notice] = []
    var delivered: [Notice] = []
    var preferences: [String: String] = [:]
    var files: [String: [UInt8]] = [:]

    var shown: Int { elapsed + skew }
  }

  typealias DeviceCommand = Command<Model, DeviceDriver>

  // Time.

  static let wait = DeviceCommand("wait", weight: 3, with: .int(in: -2_000...9_000)) { model, time in
    model.elapsed += max(0, time)
  } system: { device, time in
    device.clock.advance(by: .milliseconds(time))
  }
  .labelled("less than no time passes") { ($0.argument(Int.self) ?? 0) < 0 }

  static let setClock = DeviceCommand("setClock", weight: 2, with: .int(in: -9_000...9_000)) { model, step in
    model.skew += step
  } system: { device, step in
    device.clock.stepWallClock(by: .milliseconds(step))
  }
  .labelled("the clock is set back") { $0.after.skew < $0.before.skew }

  static let sleep = DeviceCommand("sleep", weight: 3, with: .int(in: -2_000...9_000)) { model, time in
    model.sleeps.append(max(0, time))
    model.elapsed += max(0, time)
  } system: { device, time in
    try await device.sleep(.milliseconds(time))
  }
  .labelled("sleeps until a time that is over") { ($0.argument(Int.self) ?? 0) < 0 }

  /// A task that is cancelled already.
  static let sleepInVain = DeviceCommand("sleepInVain", with: .int(in: 0...9_000)) { _, _ in
    true
  } system: { device, time in
    await device.sleepCancelled(.milliseconds(time))
  }
  .labelled("a cancelled task sleeps") { _ in true }

  static let compareTimes = DeviceCommand("compareTimes", with: .int(in: -3...3)) { _, time in
    TimeOrder(isLater: time > 0, isEarlier: time < 0, difference: time)
  } system: { device, time in
    device.compare(.milliseconds(time))
  }

  // Notices.

  static let schedule = DeviceCommand("schedule", weight: 6, with: .zip(.int(in: 0...3), .int(in: -4...8))) { model, notice in
    let due = model.shown + notice.1 * 1_000
    model.pending.removeAll { $0.id == "\(notice.0)" }
    let place = model.pending.filter { $0.due <= due }.count
    model.pending.insert(.init(id: "\(notice.0)", due: due, message: "in \(notice.1) s"), at: place)
  } system: { device, notice in
    device.notices.add(
      .init(id: "\(notice.0)", fireDate: device.clock.date + Double(notice.1), message: "in \(notice.1) s"))
  }
  .labelled("a notice replaces one that waits") { $0.after.pending.count == $0.before.pending.count }
  .labelled("a notice goes between others") { step in
    let (first, last) = (step.after.pending.first, step.after.pending.last)
    let new = step.after.pending.first { !step.before.pending.contains($0) }
    return new != nil && new != first && new != last
  }
  .labelled("two notices of one time") { step in
    Set(step.after.pending.map(\.due)).count < step.after.pending.count
  }

  static let withdraw = DeviceCommand("withdraw", weight: 2, with: .int(in: 0...3)) { model, id -> Model.Notice? in
    let found = model.pending.first { $0.id == "\(id)" }
    model.pending.removeAll { $0.id == "\(id)" }
    return found
  } system: { device, id in
    device.notices.removePending(id: "\(id)").map(device.notice)
  }
  .labelled("a notice is withdrawn") { $0.after.pending.count < $0.before.pending.count }

  static let withdrawAll = DeviceCommand("withdrawAll") { model in
    model.pending = []
  } system: { device in
    device.notices.removeAllPending()
  }

  /// The centre is told what time it is, as the wall clock has it.
  static let show = DeviceCommand("show", weight: 4, with: .element(of: [0, 0, 1_000, -1_000])) { model, time in
    let due = model.pending.filter { $0.due <= model.shown + time }
    model.delivered += due
    model.pending.removeAll { due.contains($0) }
  } system: { device, time in
    device.notices.timePasses(to: device.clock.date + Double(time) / 1_000)
  }
  .labelled("notices are shown") { $0.after.delivered.count > $0.before.delivered.count }
  .labelled("some are not due yet") { !$0.after.pending.isEmpty && $0.after.delivered.count > $0.before.delivered.count }
  .labelled("one is due at this instant") { step in
    step.before.pending.contains { $0.due == step.before.shown + (step.argument(Int.self) ?? 0) }
  }

  // Places.

  static let setPreference = DeviceCommand(
    "setPreference", with: .zip(.int(in: 0...2), .optional(.int(in: 0...9)))
  ) { model, entry in
    model.preferences["key \(entry.0)"] = entry.1.map { "\($0)" }
  } system: { device, entry in
    device.places.setPreference(entry.1.map { "\($0)" }, for: "key \(entry.0)")
  }
  .labelled("a preference is removed") { $0.after.preferences.count < $0.before.preferences.count }

  static let writeFile = DeviceCommand(
    "writeFile", with: .zip(.int(in: 0...2), .array(of: .integer(in: UInt8.min...9), count: 0...3))
  ) { model, file in
    model.files["path \(file.0)"] = file.1
  } system: { device, file in
    device.places.writeFile(file.1, at: "path \(file.0)")
  }

  static let removeFile = DeviceCommand("removeFile", with: .int(in: 0...2)) { model, number in
    model.files["path \(number)"] = nil
  } system: { device, number in
    device.places.removeFile(at: "path \(number)")
  }
  .labelled("a file is removed") { $0.after.files.count < $0.before.files.count }

  static let machine = StateMachine(
    initially: Model(),
    commands: [
      wait, setClock, sleep, sleepInVain, compareTimes, schedule, withdraw, withdrawAll, show, setPreference, writeFile,
      removeFile,
    ],
    invariants: [
      Invariant("the time that has passed, ms", model: \.elapsed, system: { $0.elapsed }),
      Invariant("what the wall clock shows, ms", model: \.shown, system: { $0.shown }),
      Invariant(
        "the least time that the clock tells apart", model: { _ in Duration(secondsComponent: 0, attosecondsComponent: 1) },
        system: { $0.clock.minimumResolution }),
      Invariant("how long it slept, ms", model: \.sleeps, system: { $0.sleeps }),
      Invariant("notices that wait", model: \.pending, system: { device in device.notices.pending.map(device.notice) }),
      Invariant("notices that were shown", model: \.delivered, system: { device in device.notices.delivered.map(device.notice) }),
      Invariant("preferences", model: \.preferences, system: { $0.places.preferences }),
      Invariant("files", model: \.files, system: { $0.places.files }),
    ]
  )
  .showing { "\($0.elapsed) ms, clock \($0.shown) ms, waiting \($0.pending.map(\.id)), shown \($0.delivered.map(\.id))" }
  .withLongCases
}

/// The device of ``DeviceMachine``, whose clock begins at a whole second of some year.
struct DeviceDriver {
  let clock: any DeviceClock
  let notices: any NoticeCentre
  let places: any DevicePlaces
  private let stopwatch: @Sendable () -> Duration
  private static let base = Date(timeIntervalSinceReferenceDate: 700_000_000)

  init(_ system: PersonalOSSystem) {
    clock = system.platform.makeClock(Self.base)
    stopwatch = clock.stopwatch
    notices = system.platform.makeNotices()
    places = system.platform.makePlaces()
  }

  var elapsed: Int { Int(stopwatch() / .milliseconds(1)) }
  var shown: Int { Self.milliseconds(clock.date) }
  var sleeps: [Int] { clock.sleeps.map { Int($0 / .milliseconds(1)) } }

  func notice(_ request: NotificationScheduler.Request) -> DeviceMachine.Model.Notice {
    .init(id: request.id, due: Self.milliseconds(request.fireDate), message: request.message)
  }

  func sleep(_ time: Duration) async throws { try await clock.sleep(until: time) }

  /// Whether the task is told that it is cancelled.
  func sleepCancelled(_ time: Duration) async -> Bool {
    let (clock, notYet) = (clock, AsyncStream<Void>.makeStream())
    let task = Task {
      for await _ in notYet.stream {}
      do {
        try await clock.sleep(until: time)
        return false
      } catch {
        return error is CancellationError
      }
    }
    task.cancel()
    notYet.continuation.finish()
    return await task.value
  }

  /// Now beside a time that is so much later.
  func compare(_ time: Duration) -> TimeOrder { clock.compare(time) }

  private static func milliseconds(_ date: Date) -> Int { Int((date.timeIntervalSince(base) * 1_000).rounded()) }
}

extension DeviceClock {
  /// What has passed since now.
  fileprivate var stopwatch: @Sendable () -> Duration {
    let beginning = now
    return { beginning.duration(to: now) }
  }

  fileprivate func sleep(until time: Duration) async throws {
    try await sleep(until: now.advanced(by: time), tolerance: nil)
  }

  /// Now beside a time that is so much later.
  fileprivate func compare(_ time: Duration) -> TimeOrder {
    let (now, other) = (now, now.advanced(by: time))
    return TimeOrder(
      isLater: now < other, isEarlier: other < now, difference: Int(now.duration(to: other) / .milliseconds(1)))
  }
}

/// How a time stands to another, and by how many milliseconds.
struct TimeOrder: Sendable, Equatable {
  let isLater: Bool
  let isEarlier: Bool
  let difference: Int
}
