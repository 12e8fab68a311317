import ArgusReference
import DeterministicScheduling
import Foundation
import PropertyTesting
import StorageContract
import StorageFaults

/// Settings and who observes them.
public enum SettingsProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [observed]

  // Feature: argus-system-patterns, Property 76: Settings changes are observed
  static let observed = Requirement<ArgusSystem>(
    "ARG-76", "Settings changes are observed",
    says: """
      Each observer of a setting gets each change once, with the new value, when it is stored. It gets nothing if the \
      same value is written, for other settings, or after it has left, even while others hear. Simultaneous changes take \
      turns. A change that an observer makes has its turn later, and it may wait for it. If the store refuses a \
      change or a read, that fails, and nobody hears. Settings survive.
      """,
    covers: "002 Observer Pattern", of: "SettingsStore", needs: [.storage, .concurrency],
    mustCatch: SettingsTwin.twin.faults, [.over(.servesStaleReads)]
  ).holds(
    of: SettingsMachine.machine, commands: 1...14, scheduled: .mixed,
    requiring: [
      "two changes at once are told": 0.1, "the store cannot be read": 0.1, "the store refuses a change": 0.2,
      "an observer is told": 0.2, "an equal value with observers": 0.03, "an observer leaves": 0.04,
      "an observer is removed by another": 0.05,
      "an observer changes another setting": 0.2,
    ],
    making: { try await SettingsDevice($0) }, tearDown: { try await $0.device.end() })
}

/// A second store of settings: all of them in one record.
actor SettingsTwin: SettingsStoring {
  enum Defect: String, CaseIterable, Sendable {
    case deliversTheOldValue = "tells observers the previous value"
    case tellsEverybody = "tells the observers of every setting"
    case comparesByLook = "treats keys that look alike as one"
    case tellsTooEarly = "tells observers before the value is stored"
    case tellsOfEqualValues = "tells observers about a write of the same value"
    case tellsTwice = "tells observers twice"
    case tellsWhoHasLeft = "goes on telling an observer that has left"
    case keepsThemInMemory = "keeps settings in memory"
    case takesNothingForEmpty = "stores an empty value as no value"
    case storesWhileItTells = "stores the next change while observers hear of the last"
    case hidesRefusals = "takes a change that the store refuses for done"
    case waitsForItself = "lets an observer that changes a setting wait for its own end"
    case tellsTheFirstAlone = "tells the first observer of a setting"
    case takesAFailureForNothing = "treats an unreadable setting as one that was not set"
  }

  static let twin = Twin<ArgusSystem, Defect>("SettingsTwin") { system, defect in
    system.parts.makeSettings = { SettingsTwin($0, $1, $2, defect) }
  }

  private let store: any Store
  private let makeID: @Sendable () -> UUID
  private let didChange: @Sendable (String) -> Void
  private let defect: Defect?
  private var observers: [(id: UUID, key: String, tell: @Sendable (String?) async -> Void)] = []
  private var remembered: [String: String] = [:]
  private var last: Task<Void, any Error>?

  init(
    _ store: any Store, _ makeID: @escaping @Sendable () -> UUID, _ didChange: @escaping @Sendable (String) -> Void, _ defect: Defect?
  ) {
    (self.store, self.makeID, self.didChange, self.defect) = (store, makeID, didChange, defect)
  }

  /// A field's name for a key: its bytes in hexadecimal digits.
  private func name(_ key: String) -> String {
    let key = defect == .comparesByLook ? key.precomposedStringWithCanonicalMapping : key
    return "k" + key.utf8.map { String($0, radix: 16) }.joined()
  }

  private func fields() async throws -> [String: FieldValue] {
    do {
      return try await store.read { try $0.get("all", in: "settings_twin")?.fields ?? [:] }
    } catch is StoreError {
      if defect == .takesAFailureForNothing { return [:] }
      throw ArgusError.transactionFailed
    }
  }

  func value(for key: String) async throws -> String? {
    if defect == .keepsThemInMemory { return remembered[name(key)] }
    guard case .text(let value)? = try await fields()[name(key)] else { return nil }
    return value
  }

  /// Whether the call comes from somebody who is told of a change.
  @TaskLocal private static var isToldNow = false

  func set(_ value: String?, for key: String) async throws {
    let before = last
    let next = Task {
      if defect != .storesWhileItTells { _ = await before?.result }
      try await change(value, for: key)
    }
    last = next
    if !Self.isToldNow || defect == .waitsForItself { try await next.value }
  }

  private func change(_ value: String?, for key: String) async throws {
    let old = try await self.value(for: key)
    let value = defect == .takesNothingForEmpty ? value ?? "" : value
    guard old.map({ Array($0.utf8) }) != value.map({ Array($0.utf8) }) || defect == .tellsOfEqualValues else { return }
    if defect == .tellsTooEarly { await tell(value, key) }
    remembered[name(key)] = value
    var fields = try await fields()
    fields[name(key)] = value.map { .text($0) }
    let all = fields
    do {
      _ = try await store.write { try $0.put(all, at: "all", in: "settings_twin") }
    } catch is StoreError {
      if defect != .hidesRefusals { throw ArgusError.transactionFailed }
    }
    didChange(key)
    if defect != .tellsTooEarly { await tell(defect == .deliversTheOldValue ? old : value, key) }
    if defect == .tellsTwice { await tell(value, key) }
  }

  private func tell(_ value: String?, _ key: String) async {
    let concerned = observers.filter { defect == .tellsEverybody || name($0.key) == name(key) }
    await Self.$isToldNow.withValue(true) {
      for observer in defect == .tellsTheFirstAlone ? Array(concerned.prefix(1)) : concerned
      where observers.contains(where: { $0.id == observer.id }) { await observer.tell(value) }
    }
  }

  func observe(_ key: String, _ handler: @escaping @Sendable (String?) async -> Void) -> UUID {
    let id = makeID()
    observers.append((id, key, handler))
    return id
  }

  func stopObserving(_ observer: UUID) {
    if defect != .tellsWhoHasLeft { observers.removeAll { $0.id == observer } }
  }
}
