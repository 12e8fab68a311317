import Foundation
import ImageStandIns
import PlatformStandIns
import PropertyTesting
import QuickVaultReference
import StorageContract

/// The app with one list on its screen, on a device that outlives it.
struct AccessDriver: Sendable {
  let device: VaultDevice
  private var store: any Store
  private(set) var app: VaultApp
  private var list: any CardList
  private var detail: (any CardDetail)?
  private var fileCount = 0
  /// The cards as the app returned them.
  private var made: [CardDTO] = []
  /// The password that the app took last: a judged command may have left the model with another one than it foresaw.
  private(set) var password = ""
  private(set) var looksWhileLimited = 0
  /// How often the state became unlocked for somebody who was refused.
  private(set) var unlocksOfTheRefused = 0
  /// Every change of the state since the case began, as the screens are told of it.
  let transitions = Remembered<[AuthenticationTransition]>([])

  /// - Parameter model: what the case begins with.
  @MainActor
  init(_ system: QuickVaultSystem, _ model: AccessModel) async throws {
    device = VaultDevice(system)
    (store, app) = try await device.launch()
    list = app.makeCardList()
    watchTransitions()
    guard model.state == .unlocked else { return }
    try await setUp(model.password)
    for card in model.cards { try await add(card) }
    for _ in 0..<model.files { try await attach() }
    if model.isDetailOpen { try await openDetail() }
    try await load()
  }

  func close() async throws { try await store.close() }

  var clipboard: ClipboardState { ClipboardState(text: device.clipboard.text, writes: device.clipboard.writes) }
}

@MainActor
extension AccessDriver {
  /// All that is on the screens of the cards: titles, tags, values, names of files, thumbnails.
  var screen: VisibleCards { Self.visible(in: app.screen) }
  /// What the system keeps of the screen.
  var picture: VisibleCards { Self.visible(in: app.switcherPicture) }

  private static func visible(in content: ScreenContent) -> VisibleCards {
    VisibleCards(texts: content.texts.filter { $0.contains("MARKER") }.sorted(), thumbnails: content.pictures.count)
  }

  private func watchTransitions() {
    app.authentication.observeTransitions { [transitions] change in transitions.withValue { $0.append(change) } }
  }

  mutating func relaunch() async throws {
    try await store.close()
    device.interruption.isOver()
    (store, app) = try await device.launch()
    (list, detail) = (app.makeCardList(), nil)
    watchTransitions()
  }

  // To get in.

  mutating func setUp(_ password: String) async throws {
    try await app.authScreen.setupPassword(password)
    self.password = password
  }

  mutating func enter(_ password: String) async throws {
    try await counted { try await $0.authScreen.authenticate(with: password) }
  }

  mutating func beRecognised(_ outcome: BiometricOutcome) async throws {
    device.sensor.says(outcome)
    try await counted { try await $0.authScreen.authenticateWithBiometric() }
  }

  mutating func change(from old: String, to new: String) async throws {
    try await counted { try await $0.authentication.changePassword(oldPassword: old, newPassword: new) }
    password = new
  }

  private mutating func counted(_ attempt: (VaultApp) async throws -> Void) async throws {
    let (looksBefore, changesBefore) = (device.derivations.now, transitions.now.count)
    do {
      try await attempt(app)
    } catch {
      if case AppError.authentication(.rateLimited) = error { looksWhileLimited += device.derivations.now - looksBefore }
      unlocksOfTheRefused += transitions.now.dropFirst(changesBefore).count { $0.to == .unlocked }
      throw error
    }
  }

  /// Enters all these passwords at the same time.
  /// - Returns: how many are judged, and wrong; the others are refused for a while.
  func guess(_ passwords: [String]) async throws -> Int {
    let screen = app.authScreen
    let tasks = passwords.map { password in Task { try await screen.authenticate(with: password) } }
    var wrong = 0
    for task in tasks {
      do {
        try await task.value
      } catch AppError.authentication(.invalidPassword) {
        wrong += 1
      } catch AppError.authentication(.rateLimited) {}
    }
    return wrong
  }

  // What is in the vault.

  mutating func add(_ content: String) async throws {
    made.append(
      try await app.cards.createCard(
        title: "\(content) title", group: "Personal", cardType: "GeneralText", fields: [Self.field(content)],
        tags: ["\(content) tag"]))
  }

  private static func field(_ content: String) -> CardFieldDTO {
    CardFieldDTO(id: UUID(), label: "Content", value: content, isRequired: true, displayOrder: 0)
  }

  func read() async throws -> [String] {
    try await app.cards.fetchAllCards().map { $0.fields.first?.value ?? "nothing" }.sorted()
  }

  /// - Throws: what the list says went wrong.
  func load() async throws {
    await list.loadCards()
    if let error = list.error { throw error }
  }

  mutating func openDetail() async throws {
    let opened = app.makeCardDetail(made[0])
    detail = opened
    try await opened.loadAttachments()
  }

  mutating func attach() async throws {
    let image = try ImageCodec.encodePNG(Bitmap(width: 2, height: 2))
    _ = try await app.attachments.addAttachment(
      to: made[0].id, fileData: image, fileName: "MARKER file \(fileCount).png", mimeType: "image/png")
    fileCount += 1
    if let detail, detail.card != nil { try await detail.loadAttachments() }
  }

  /// The user copies what a screen shows: the card as it was made.
  func copy(_ copy: CardCopy) throws {
    let other = CardDTO(
      id: UUID(), title: "", group: "Personal", cardType: "GeneralText", fields: [Self.field(copy.content)],
      isPinned: false, tags: [], createdAt: .distantPast, modifiedAt: .distantPast)
    let card = made.first { $0.fields.first?.value == copy.content } ?? other
    try copy.isField ? app.copy.copyField(card.fields[0]) : app.copy.copyCard(card)
  }

  /// - Returns: the clipboard when the lock came.
  func copyAndLock(_ card: CardCopy) throws -> ClipboardState {
    defer { app.authentication.lock() }
    try copy(card)
    return clipboard
  }

  // What happens in the middle of something else.

  /// Lets the vault be locked before this call of store or keychain, or after all of them.
  mutating func interrupt(
    by event: LockingEvent, atCall call: Int, _ operation: (inout AccessDriver) async throws -> Void
  ) async throws -> InterruptedEnd {
    let app = app
    device.interruption.isToCome(atCall: call) {
      if event == .lock { app.authentication.lock() } else { app.handle(.didEnterBackground) }
    }
    var refusal: AppError?
    do {
      try await operation(&self)
    } catch let error as AppError {
      refusal = error
    }
    await device.interruption.isOver()?()
    return InterruptedEnd(
      error: refusal?.unlessLocked, isGranted: refusal == nil, state: app.authentication.authenticationState)
  }

  /// The app dies at that moment of a write, or after the change, and is launched anew.
  /// - Returns: which of the two passwords open the vault then. At last it is unlocked.
  mutating func change(to new: String, killedAtWrite write: Int, _ moment: WriteMoment) async throws -> [String] {
    let passwords = [password, new]
    device.interruption.killIsToCome(atWrite: write, moment)
    // The app has died: nobody heard its answer.
    try? await change(from: password, to: new)
    try await relaunch()
    var openers: [String] = []
    for password in passwords {
      app.authentication.lock()
      do {
        try await app.authentication.authenticateWithPassword(password)
        openers.append(password)
      } catch AppError.authentication(.invalidPassword) {}
    }
    guard let opener = openers.last else { return [] }
    // Makes up for the other password, which was wrong.
    try await app.authentication.authenticateWithPassword(opener)
    password = opener
    return openers
  }

  /// The app dies as soon as a password was looked at, and is launched anew.
  /// - Returns: whether one was.
  mutating func killAfterLook(at password: String) async throws -> Bool {
    let before = device.derivations.now
    device.derivations.afterNext { [interruption = device.interruption] in interruption.kill() }
    try? await app.authentication.authenticateWithPassword(password)
    device.derivations.afterNext(nil)
    let hasLooked = device.derivations.now > before
    try await relaunch()
    return hasLooked
  }
}
