import ArgusReference
import Foundation
import PropertyTesting
import StorageContract
import StorageFaults
import Synchronization

/// Settings that change while observers come and go: ARG-76.
enum SettingsMachine {
  typealias SettingCommand = Command<SettingsModel, SettingsDevice>

  static let machine = StateMachine(
    initially: SettingsModel(),
    commands: [set, setInVain, readInVain, setTwice, setFollowed, observe, stop, relaunch], closing: [relaunch],
    invariants: [
      Invariant("the settings", model: \.lines, system: { device in
        var lines: [String] = []
        for key in SettingsModel.keys.indices {
          lines.append("\(key): \(describe(try await device.device.app.settings.value(for: SettingsModel.keys[key])))")
        }
        return lines
      })
    ]
  )
  .withLongCases
  .withoutSwarm
  .showing { "\(describe($0.lines)), observers \(describe($0.observers.keys.sorted()))" }

  private static let set = SettingCommand(
    "set", weight: 5, with: .zip(.int(in: 0...2), .element(of: [nil, "", "on", "off", "é", "e\u{301}"]))
  ) { (model: inout SettingsModel, argument: (Int, String?)) in
    model.set(argument.1, for: argument.0)
  } system: { device, argument in
    try await device.set(argument.1, for: SettingsModel.keys[argument.0])
  }
  .labelled("an observer is removed by another") { $0.before.observers.count > $0.after.observers.count }
  .labelled("an observer is told") { $0.result([String].self)?.isEmpty == false }
  .labelled("an equal value with observers") { step in
    guard let (key, value) = step.argument((Int, String?).self), step.before.observers.values.contains(where: { $0.key == key }) else {
      return false
    }
    return step.before.values[key].map { Array($0.utf8) } == value.map { Array($0.utf8) }
  }

  /// The store refuses what the change needs.
  private static let setInVain = SettingCommand(
    "setInVain", weight: 2, with: .zip(.int(in: 0...2), .element(of: [nil, "on", "off"]), .bool),
    requiring: { model, argument in model.values[argument.0] != argument.1 }
  ) { (_: inout SettingsModel, _: (Int, String?, Bool)) in
    "transactionFailed"
  } system: { device, argument in
    for point in argument.2 ? [StoreFault.Point.commit] : [.put, .delete] { device.device.faults.inject(StoreFault(point, .fails)) }
    defer { device.device.faults.heal() }
    do {
      let heard = try await device.set(argument.1, for: SettingsModel.keys[argument.0])
      return heard.isEmpty ? "done" : describe(heard)
    } catch let error as ArgusError {
      return "\(error)"
    }
  }
  .labelled("the store refuses a change") { $0.result() == "transactionFailed" }

  private static let readInVain = SettingCommand("readInVain", with: .int(in: 0...2)) { (_: inout SettingsModel, _: Int) in
    "transactionFailed"
  } system: { device, key in
    device.device.faults.inject(StoreFault(.read, .fails))
    defer { device.device.faults.heal() }
    do {
      return describe(try await device.device.app.settings.value(for: SettingsModel.keys[key]))
    } catch let error as ArgusError {
      return "\(error)"
    }
  }
  .labelled("the store cannot be read") { _ in true }

  /// Two tasks at the same time: whichever comes first, observers hear of a change when it is stored and before the next one is.
  private static let setTwice = SettingCommand(
    "setTwice", weight: 3, with: .zip(.int(in: 0...2), .element(of: [("on", "off"), ("off", "on"), ("é", "e\u{301}")])),
    foreseeing: { (model: inout SettingsModel, argument: (Int, (String, String))) in
      _ = model.set(argument.1.0, for: argument.0)
      _ = model.set(argument.1.1, for: argument.0)
    },
    system: { (device: inout SettingsDevice, argument: (Int, (String, String))) in
      try await device.setBoth([argument.1.0, argument.1.1], for: SettingsModel.keys[argument.0])
    },
    judging: { model, argument, heard in
      let before = model
      let one = model.setBoth([argument.1.0, argument.1.1], for: argument.0)
      if heard == one { return }
      model = before
      let other = model.setBoth([argument.1.1, argument.1.0], for: argument.0)
      try expect("what observers heard of two changes at the same time, if not \(describe(one))", heard, equals: other)
    }
  )
  .labelled("two changes at once are told") { $0.result([String].self).map { $0.count > 2 } ?? false }

  /// An observer that sets another setting to each value that it hears of, and waits for that.
  private static let setFollowed = SettingCommand(
    "setFollowed", weight: 2, with: .zip(.int(in: 0...2), .int(in: 1...2), .element(of: ["on", "off"]))
  ) { (model: inout SettingsModel, argument: (Int, Int, String)) in
    guard model.isNew(argument.2, for: argument.0) else { return [String]() }
    let first = model.set(argument.2, for: argument.0)
    return (first + model.set(argument.2, for: (argument.0 + argument.1) % 3)).sorted()
  } system: { device, argument in
    try await device.set(
      argument.2, for: SettingsModel.keys[argument.0], following: SettingsModel.keys[(argument.0 + argument.1) % 3])
  }
  .labelled("an observer changes another setting") { step in
    step.argument((Int, Int, String).self).map { step.before.isNew($0.2, for: $0.0) } ?? false
  }

  /// Perhaps one that, when it is told, removes the observer of a number: one before or after it, or itself.
  private static let observe = SettingCommand(
    "observe", weight: 4,
    with: .zip(.int(in: 0...2), .frequency((1, .constant(nil)), (1, Generator<Int>.int(in: 0...4).map(Optional.some))))
  ) { (model: inout SettingsModel, argument: (Int, Int?)) in
    model.observe(argument.0, removing: argument.1)
  } system: { device, argument in
    await device.observe(SettingsModel.keys[argument.0], removing: argument.1)
  }

  private static let stop = SettingCommand("stop", with: .int(in: 0...4)) { model, number in
    model.observers[number] = nil
  } system: { device, number in
    await device.stop(number)
  }
  .labelled("an observer leaves") { $0.before.observers.count > $0.after.observers.count }

  private static let relaunch = SettingCommand("relaunch") { model in
    model.observers = [:]
    model.next = 0
  } system: { device in
    try await device.relaunch()
  }
}

struct SettingsModel: Sendable {
  /// Two that look alike.
  static let keys = ["theme", "é", "e\u{301}"]

  var values: [Int: String] = [:]
  /// The key of each, and whom it removes when it is told.
  var observers: [Int: (key: Int, removes: Int?)] = [:]
  var next = 0

  /// What each observer of the key hears.
  mutating func set(_ value: String?, for key: Int) -> [String] {
    guard isNew(value, for: key) else { return [] }
    values[key] = value
    var heard: [String] = []
    for number in observers.keys.sorted() {
      guard let observer = observers[number], observer.key == key else { continue }
      heard.append("observer \(number): \(describe(value)), stored")
      if let removed = observer.removes { observers[removed] = nil }
    }
    return heard
  }

  func isNew(_ value: String?, for key: Int) -> Bool {
    values[key].map { Array($0.utf8) } != value.map { Array($0.utf8) }
  }

  /// What observers hear, and what is stored in the end.
  mutating func setBoth(_ values: [String], for key: Int) -> [String] {
    values.flatMap { set($0, for: key) } + ["stored: \(describe(self.values[key]))"]
  }

  mutating func observe(_ key: Int, removing removed: Int?) {
    observers[next] = (key, removed)
    next += 1
  }

  var lines: [String] { Self.keys.indices.map { "\($0): \(describe(values[$0]))" } }
}

/// The app's settings, with observers by number.
final class SettingsDevice: Sendable {
  let device: ArgusDevice
  private let ids = Mutex<[UUID]>([])
  private let heard = Mutex<[String]>([])

  init(_ system: ArgusSystem) async throws {
    device = try await ArgusDevice(system)
  }

  /// What the observers heard, and whether it was stored when they did.
  func set(_ value: String?, for key: String) async throws -> [String] {
    heard.withLock { $0 = [] }
    try await device.app.settings.set(value, for: key)
    return heard.withLock { $0.sorted() }
  }

  /// As ``set(_:for:)``, while an observer of the key sets another one to the same value.
  func set(_ value: String?, for key: String, following other: String) async throws -> [String] {
    heard.withLock { $0 = [] }
    let settings = device.app.settings
    let follower = await settings.observe(key) { value in
      // A failure shows itself: the other setting does not follow.
      try? await settings.set(value, for: other)
    }
    try await settings.set(value, for: key)
    // What an observer asks for may be done later.
    try await Task.sleep(for: .milliseconds(1))
    await settings.stopObserving(follower)
    return heard.withLock { $0.sorted() }
  }

  func setBoth(_ values: [String], for key: String) async throws -> [String] {
    heard.withLock { $0 = [] }
    let settings = device.app.settings
    try await withThrowingTaskGroup(of: Void.self) { group in
      for value in values { group.addTask { try await settings.set(value, for: key) } }
      try await group.waitForAll()
    }
    let stored = try await settings.value(for: key)
    return heard.withLock { $0 } + ["stored: \(describe(stored))"]
  }

  func observe(_ key: String, removing removed: Int?) async {
    let number = ids.withLock { $0.count }
    let settings = device.app.settings
    let id = await settings.observe(key) { [weak self] value in
      // Slow enough for somebody to come between.
      for _ in 0..<3 { await Task.yield() }
      let stored = (try? await settings.value(for: key)) ?? nil
      let isStored = stored.map { Array($0.utf8) } == value.map { Array($0.utf8) }
      self?.heard.withLock { $0.append("observer \(number): \(describe(value)), \(isStored ? "" : "not ")stored") }
      if let removed { await self?.stop(removed) }
    }
    ids.withLock { $0.append(id) }
  }

  func stop(_ number: Int) async {
    guard let id = ids.withLock({ $0.indices.contains(number) ? $0[number] : nil }) else { return }
    await device.app.settings.stopObserving(id)
  }

  func relaunch() async throws {
    ids.withLock { $0 = [] }
    try await device.relaunch()
  }
}
