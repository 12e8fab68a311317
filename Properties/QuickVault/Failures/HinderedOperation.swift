import Foundation
import PropertyTesting
import QuickVaultReference
import StorageContract

/// An operation with each of its calls of store and keychain and each draw of random bytes refused in turn, or with a lock
/// before each call.
@MainActor
struct HinderedOperation {
  private let operation: VaultOperation
  private let place: VaultWorkplace
  private let trial: Trial
  private var expected = WorkplaceContents(cards: [:])

  /// More calls than any operation makes.
  private static let enough = 100

  init(_ operation: VaultOperation, _ system: QuickVaultSystem, _ trial: Trial) async throws {
    (self.operation, self.trial) = (operation, trial)
    place = try await VaultWorkplace(system, operation.start)
    if operation.start == .unlocked { expected = try await place.contents() }
    if operation.start == .locked {
      try await unlock()
      expected = try await place.contents()
      place.app.authScreen.lock()
    }
    operation.prepare(place)
  }

  // A store that refuses, or a user who has gone away.

  mutating func runRefused(isCancelled: Bool = false) async throws {
    for call in 0..<Self.enough {
      if operation.start == .unlocked { try await place.shareFiles() }
      let (stored, screens, state) = (try await place.stored(), place.screens, place.app.authScreen.authState)
      let (looks, files) = (place.device.derivations.now, place.device.files)
      place.device.interruption.refusalIsToCome(atCall: call, isCancelled: isCancelled)
      let error = try await failure()
      let (refused, drawn) = (place.device.interruption.refused, place.device.interruption.drawn)
      place.device.interruption.isOver()
      if operation.looksAtAPassword, call == 0 {
        try expect("passwords looked at if the attempt cannot be counted", place.device.derivations.now - looks, equals: 0)
      }
      guard let refused, error != nil || !operation.canDoWithout else {
        try expect("\(operation.name), with nothing refused, fails with", error.map { AppError($0) }, equals: nil)
        // A data key, a salt for the password, and a nonce for the one under the other.
        if operation.start == .new { try expect("random bytes of the device in a new vault", drawn.sorted(), equals: [12, 16, 32]) }
        if operation.start == .unlocked { try expectFiles(files) }
        break
      }
      label(refused)
      try expect("of \(operation.name), with call \(call + 1) refused (\(refused)),", saysWhy(error, isCancelled: isCancelled))
      let storedThen = try await place.stored()
      var allowed = stored
      // A setup that was refused may leave a key for biometrics, which opens nothing without a vault.
      if operation.start == .new { allowed.biometricKey = storedThen.biometricKey }
      try expect(
        "what is stored after \(operation.name) was refused (\(refused)) and was not before",
        storedThen.differences(from: allowed), equals: [])
      try expect("what the screens show then", place.screens, equals: screens)
      try expect("the state then", place.app.authScreen.authState, equals: state)
      try expect("files for other apps then", place.device.files.keys.sorted(), equals: files.keys.sorted())
    }
    try await expectDone()
  }

  /// Whether the user is told that the store refuses, and the log why; or nothing if nobody is there any more.
  private func saysWhy(_ error: (any Error)?, isCancelled: Bool) throws -> Bool {
    if isCancelled { return operation.isOfTheList ? error == nil && place.list.error == nil : error is CancellationError }
    guard let error, case .database(let log) = AppError(error) else { return false }
    return log.firstMissing(of: ["refused"]) == nil
  }

  /// What was shared of files that the operation has changed is withdrawn, and nothing else.
  private func expectFiles(_ before: [String: [UInt8]]) throws {
    let left = before.keys.filter { path in !operation.endsShares.contains { path.hasSuffix("/" + $0) } }
    try expect("files for other apps after \(operation.name)", place.device.files.keys.sorted(), equals: left.sorted())
  }

  private func label(_ refused: HinderedCall) {
    switch refused {
    case .draw: trial.label("a draw of random bytes is refused")
    case .beginning: trial.label("a transaction is refused")
    case .inTransaction: trial.label("a call in a transaction is refused")
    case .commit: trial.label("the end of a transaction is refused")
    }
  }

  // A lock in between.

  mutating func runLocked() async throws {
    for call in 0..<Self.enough {
      let app = place.app
      if operation.start == .unlocked {
        await place.list.togglePin(IDSource.stranger(2))
        try expect("the list says", place.list.error, equals: .card(.notFound))
      }
      let derivations = place.device.derivations
      let looks = Remembered(0)
      place.device.interruption.isToCome(atCall: call) {
        app.authentication.lock()
        looks.set(derivations.now)
      }
      let error = try await error()
      let begun = place.device.interruption.begunSince
      guard place.device.interruption.isOver() == nil else {
        try expect("\(operation.name), without a lock, fails with", error, equals: nil)
        break
      }
      trial.label(error == nil ? "done before the lock" : "overtaken by the lock")
      if let error {
        try expect("\(operation.name), with a lock before call \(call + 1), says", error, equals: operation.refusalOfALock)
      }
      if place.app.authScreen.authState != .setupRequired {
        try expect("the state after the lock", place.app.authScreen.authState, equals: .locked)
      }
      let shown = place.app.screen
      try expect("what the screens show then", shown.texts.filter { !$0.isEmpty } + shown.pictures.map { _ in "a picture" }, equals: [])
      try expect("the list says no more", [nil, .card(.locked)].contains(place.list.error))
      try expect("whether a card is still edited", place.detail?.isEditing ?? false, equals: false)
      try expect("files for other apps then", place.device.files.keys.sorted(), equals: [])
      if error == nil {
        guard operation.start == .unlocked else { break }
        try expect("passwords that \(operation.name) looks at after the lock", derivations.now - looks.now, equals: 0)
        // Of a password that was looked at before, the attempt is counted and the new one stored.
        if operation.looksAtAPassword { break }
        try expect("transactions that \(operation.name) begins after a lock before call \(call + 1)", begun, equals: 0)
        break
      }
      if operation.start != .new {
        try await unlock()
        try expect("what is in the vault after \(operation.name) was overtaken", try await place.contents(), equals: expected)
      }
      if operation.start == .unlocked { try await expectEmptiedForGood() } else { place.app.authScreen.lock() }
      operation.prepare(place)
    }
    try await expectDone()
  }

  /// The screen of a card that a lock has emptied does not fill again by itself.
  private func expectEmptiedForGood() async throws {
    for _ in 0..<2 { try await place.onTheList { await $0.togglePin(place.id("a")) } }
    try expect("the card on a screen that a lock has emptied", place.detail?.card?.title, equals: nil)
    try await place.openScreens()
  }

  // A lock in between, and an unlock right after it: another session.

  mutating func runRelocked() async throws {
    for call in 0..<Self.enough {
      let (app, password) = (place.app, place.password)
      place.device.interruption.isToCome(atCall: call) {
        app.authentication.lock()
        try? await app.authScreen.authenticate(with: password)
      }
      let error = try await error()
      guard place.device.interruption.isOver() == nil else {
        try expect("\(operation.name), without a lock, fails with", error, equals: nil)
        break
      }
      trial.label("overtaken by another session")
      if let error {
        try expect(
          "\(operation.name), with a lock and an unlock before call \(call + 1), says", error, equals: operation.refusalOfALock)
        try expect("what is in the vault after \(operation.name) was overtaken", try await place.contents(), equals: expected)
        try expect("files for other apps in the next session", place.device.files.keys.sorted(), equals: [])
      } else {
        try expect("\(operation.name) goes on in the next session", call > 0)
        break
      }
      try await place.openScreens()
      operation.prepare(place)
    }
    try await expectDone()
  }

  /// All of it has happened, the password is what it should be, and biometrics work too.
  private mutating func expectDone() async throws {
    operation.effect(&expected)
    if place.app.authScreen.authState == .locked { try await unlock() }
    try expect("what is in the vault after \(operation.name)", try await place.contents(), equals: expected)
    await place.list.loadCards()
    try expect("the list then", place.list.cards.map(\.title).sorted(), equals: expected.cards.keys.sorted())
    place.app.authScreen.lock()
    try await unlock()
    place.app.authScreen.lock()
    try await place.app.authScreen.authenticateWithBiometric()
    try expect("what is in the vault for who is recognised", try await place.contents(), equals: expected)
    try await place.close()
  }

  private func unlock() async throws { try await place.app.authScreen.authenticate(with: place.password) }

  /// - Throws: what fails a claim of the operation's own.
  private func error() async throws -> AppError? { try await failure().map { AppError($0) } }

  private func failure() async throws -> (any Error)? {
    do {
      try await operation.perform(place)
      return nil
    } catch let failure as ExpectationFailure {
      throw failure
    } catch {
      return error
    }
  }
}

extension VaultOperation {
  /// Those that can do without a call are the ones with a password; its attempt is their first call.
  fileprivate var looksAtAPassword: Bool { canDoWithout }

  /// Cards have an error of their own for it.
  fileprivate var refusalOfALock: AppError { isOfCards ? .card(.locked) : .authentication(.locked) }
}
