import Foundation
import ImageStandIns
import PlatformStandIns
import PropertyTesting
import QuickVaultReference
import StorageContract

/// The app with one list on its screen, on a device that outlives it.
struct AppUnderTest: Sendable {
  let device: VaultDevice
  private var store: any Store
  private(set) var app: VaultApp
  private var list: any CardList
  private var detail: (any CardDetail)?
  private var fileCount = 0
  private let transitions = TransitionLog()
  /// The cards that were made, as they were returned.
  private var made: [CardDTO] = []
  /// What the user believes it is.
  private(set) var currentPassword = ""
  /// Whether a password was looked at while none was to be.
  private(set) var looksWhileLimited = 0
  /// How often the state became unlocked for somebody who was refused.
  private(set) var unlocksOfTheRefused = 0

  /// The changes of the state that were seen since the case began.
  var seenTransitions: [AuthenticationTransition] { transitions.log.now }

  /// - Parameter model: what the case begins with.
  @MainActor
  init(_ system: QuickVaultSystem, _ model: AccessModel) async throws {
    device = VaultDevice(system)
    (store, app) = try await device.launch()
    list = app.makeCardList()
    transitions.watch(app)
    guard model.state == .unlocked else { return }
    try await setUp(model.password)
    for card in model.cards { try await add(card) }
    for _ in 0..<model.files { try await attach() }
    if model.isDetailOpen { try await openDetail() }
    try await load()
  }

  func close() async throws { try await store.close() }
}

/// Every change of the state, as the screens are told of it.
final class TransitionLog: Sendable {
  let log = Remembered<[AuthenticationTransition]>([])

  @MainActor
  func watch(_ app: VaultApp) {
    app.authentication.observeTransitions { [log] transition in log.withValue { $0.append(transition) } }
  }
}

@MainActor
extension AppUnderTest {
  var state: AuthenticationState { app.authentication.authenticationState }
  /// What the screen that lets the user in shows: its state, and whether he is to choose a password.
  var entrance: Entrance { Entrance(state: app.authScreen.authState, isSetup: app.authScreen.showingSetup) }
  /// All that is on the screens of the cards: titles, tags, values, names of files, thumbnails.
  var screen: VisibleCards { Self.visible(in: app.screen) }
  /// What the system keeps of the screen.
  var picture: VisibleCards { Self.visible(in: app.switcherPicture) }
  var clipboard: ClipboardState { ClipboardState(text: device.clipboard.text, writes: device.clipboard.writes) }

  private static func visible(in content: ScreenContent) -> VisibleCards {
    VisibleCards(texts: content.texts.filter { $0.contains("MARKER") }.sorted(), thumbnails: content.pictures.count)
  }

  private static func content(of card: CardDTO) -> String { card.fields.first?.value ?? "nothing" }

  // To get in.

  mutating func setUp(_ password: String) async throws {
    try await app.authScreen.setupPassword(password)
    currentPassword = password
  }

  mutating func enter(_ password: String) async throws {
    try await counted { try await $0.app.authScreen.authenticate(with: password) }
  }

  mutating func beRecognised(_ outcome: BiometricOutcome) async throws {
    device.sensor.says(outcome)
    try await counted { try await $0.app.authScreen.authenticateWithBiometric() }
  }

  mutating func change(from old: String, to new: String) async throws {
    try await counted { try await $0.app.authentication.changePassword(oldPassword: old, newPassword: new) }
    currentPassword = new
  }

  private mutating func counted(_ attempt: (AppUnderTest) async throws -> Void) async throws {
    let (looksBefore, seenBefore) = (device.derivations.now, seenTransitions.count)
    do {
      try await attempt(self)
    } catch {
      if case AppError.authentication(.rateLimited) = error { looksWhileLimited += device.derivations.now - looksBefore }
      unlocksOfTheRefused += seenTransitions.dropFirst(seenBefore).count { $0.to == .unlocked }
      throw error
    }
  }

  /// What each of these passwords gave, which are all entered at the same time: only how many were looked at.
  mutating func guess(_ passwords: [String]) async throws -> GuessesAtOnce {
    let screen = app.authScreen
    let tasks = passwords.map { password in Task { try await screen.authenticate(with: password) } }
    var found = GuessesAtOnce()
    for task in tasks {
      do {
        try await task.value
      } catch AppError.authentication(.invalidPassword) {
        found.wrong += 1
      } catch AppError.authentication(.rateLimited) {
        found.limited += 1
      }
    }
    return found
  }

  // The life of the app.

  mutating func relaunch() async throws {
    try await store.close()
    device.interruption.isOver()
    (store, app) = try await device.launch()
    list = app.makeCardList()
    detail = nil
    transitions.watch(app)
  }

  func handle(_ event: LifeCycleEvent) { app.handle(event) }
  func lock() { app.authScreen.lock() }


  // What is in the vault.

  mutating func add(_ content: String) async throws {
    made.append(
      try await app.cards.createCard(
        title: "\(content) title", group: "Personal", cardType: "GeneralText", fields: [Self.field(content)],
        tags: ["\(content) tag"]))
  }

  func contents() async throws -> [String] { try await app.cards.fetchAllCards().map(Self.content).sorted() }

  /// - Throws: what the list says went wrong.
  mutating func load() async throws {
    await list.loadCards()
    if let error = list.error { throw error }
  }

  /// The first card with its files.
  mutating func openDetail() async throws {
    let opened = app.makeCardDetail(made[0])
    detail = opened
    try await opened.loadAttachments()
  }

  mutating func attach() async throws {
    _ = try await app.attachments.addAttachment(
      to: made[0].id, fileData: Self.image, fileName: "MARKER file \(fileCount).png", mimeType: "image/png")
    fileCount += 1
    if let detail, detail.card != nil { try await detail.loadAttachments() }
  }

  private static let image = (try? ImageCodec.encodePNG(Bitmap(width: 2, height: 2))) ?? []

  /// The user copies what a screen shows: the card as it was made.
  func make(_ copy: CardCopy) throws {
    let card = made.first { Self.content(of: $0) == copy.content } ?? Self.card(copy.content)
    try copy.isField ? app.copy.copyField(card.fields[0]) : app.copy.copyCard(card)
  }

  /// - Returns: the clipboard when the lock came.
  func makeAndLock(_ copy: CardCopy) throws -> ClipboardState {
    defer { app.authentication.lock() }
    try make(copy)
    return clipboard
  }

  private static func card(_ content: String) -> CardDTO {
    CardDTO(
      id: UUID(), title: "", group: "Personal", cardType: "GeneralText", fields: [field(content)], isPinned: false,
      tags: [], createdAt: .distantPast, modifiedAt: .distantPast)
  }

  private static func field(_ content: String) -> CardFieldDTO {
    CardFieldDTO(id: UUID(), label: "Content", value: content, isRequired: true, displayOrder: 0)
  }

  // What happens in the middle of something else.

  /// What happens, in place of the reference's own order: before a call of store or keychain, or at the end.
  /// - Returns: whether it succeeded.
  /// - Throws: any error but `locked`.
  mutating func interrupt(
    by event: LockingEvent, atCall call: Int, _ operation: (inout AppUnderTest) async throws -> Void
  ) async throws -> Bool {
    let app = app
    device.interruption.isToCome(atCall: call) { event.happen(to: app) }
    var hasSucceeded = true
    var failure: (any Error)?
    do {
      try await operation(&self)
    } catch AppError.authentication(.locked), AppError.card(.locked) {
      hasSucceeded = false
    } catch {
      failure = error
    }
    // It comes in any case.
    await device.interruption.isOver()?()
    if let failure { throw failure }
    return hasSucceeded
  }

  /// The app dies at that moment of a write, or after the operation, and is started anew.
  mutating func kill(
    atWrite write: Int, _ moment: WriteMoment, during operation: (inout AppUnderTest) async throws -> Void
  ) async throws {
    device.interruption.killIsToCome(atWrite: write, moment)
    // It died: what it would have said nobody heard.
    try? await operation(&self)
    try await relaunch()
  }

  /// Those of the passwords that unlock, tried in this order; at the end the vault is unlocked if there was any.
  mutating func openers(among passwords: [String]) async throws -> [String] {
    var openers: [String] = []
    for password in passwords {
      do {
        app.authentication.lock()
        try await app.authentication.authenticateWithPassword(password)
        openers.append(password)
      } catch AppError.authentication(.invalidPassword) {
        continue
      }
    }
    guard let opener = openers.last else { return [] }
    currentPassword = opener
    // What failed in between is forgotten, and the vault is open.
    app.authentication.lock()
    try await app.authentication.authenticateWithPassword(opener)
    return openers
  }

  /// The app dies as soon as a password was looked at, and is started anew.
  /// - Returns: whether one was.
  mutating func killAfterLook(at password: String) async throws -> Bool {
    let before = device.derivations.now
    device.derivations.afterNext { [interruption = device.interruption] in interruption.kill() }
    try? await app.authentication.authenticateWithPassword(password)
    device.derivations.afterNext(nil)
    defer { device.interruption.isOver() }
    let hasLooked = device.derivations.now > before
    try await relaunch()
    return hasLooked
  }
}

/// A copy of a card, or of its field.
struct CardCopy: Sendable, CounterexampleDescribable {
  let content: String
  let isField: Bool

  var counterexampleDescription: String { "\(isField ? "the field" : "the card") of \(describe(content))" }
}

extension Generator where Value == CardCopy {
  /// Of a card in the vault, or of one that never was in it.
  static func copy(in vault: AccessModel) -> Generator {
    Generator { source in
      CardCopy(content: try source(.element(of: ["another card"] + vault.cards)), isField: try source(.bool))
    }
  }
}

/// What the screen that lets the user in shows.
struct Entrance: Sendable, Equatable {
  var state: AuthenticationState
  var isSetup: Bool
}

/// What became of passwords that were entered at the same time.
struct GuessesAtOnce: Sendable, Equatable {
  var wrong = 0
  var limited = 0
}

/// What locks a vault from outside.
enum LockingEvent: Sendable, Equatable, CaseIterable {
  case lock
  case background

  @MainActor
  func happen(to app: VaultApp) {
    switch self {
    case .lock: app.authentication.lock()
    case .background: app.handle(.didEnterBackground)
    }
  }
}
