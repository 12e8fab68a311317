import Foundation
import ImageStandIns
import PlatformStandIns
import PropertyTesting
import QuickVaultReference
import StorageContract

/// The app with one list on its screen, on a device that outlives it.
struct AccessDriver: Sendable {
  private let device: VaultDevice
  private var store: any Store
  private(set) var app: VaultApp
  private var list: any CardList
  private var detail: (any CardDetail)?
  private var fileCount = 0
  /// The cards as the app returned them.
  private var made: [CardDTO] = []
  private var password = ""
  private(set) var looksWhileLimited = 0
  /// How often the state became unlocked for somebody who was refused.
  private(set) var unlocksOfTheRefused = 0
  /// Every change of the state since the app was launched, as the screens are told of it.
  let transitions = Remembered<[AuthenticationTransition]>([])

  /// - Parameter model: what the case begins with.
  @MainActor
  init(_ system: QuickVaultSystem, _ model: AccessModel) async throws {
    device = VaultDevice(
      system, policy: VaultPolicy(derivationRounds: 1, autoLockTimeout: model.policyTimeout))
    (store, app) = try await device.launch()
    list = app.makeCardList()
    watchTransitions()
    guard model.state == .unlocked else { return }
    var calls = [AccessCall.setUp(model.password)] + model.cards.map(AccessCall.add)
    calls += Array(repeating: .attach, count: model.files) + (model.isDetailOpen ? [.openDetail] : []) + [.load]
    for call in calls { _ = try await perform(call) }
  }

  func close() async throws { try await store.close() }

  var files: [String] { device.files.keys.sorted() }

  var clipboard: ClipboardState { ClipboardState(text: device.clipboard.text, writes: device.clipboard.writes) }
}

@MainActor
extension AccessDriver {
  /// All that is on the screens of the cards: titles, tags, values, names of files, thumbnails.
  var screen: VisibleCards { Self.visible(in: app.screen) }

  private static func visible(in content: ScreenContent) -> VisibleCards {
    VisibleCards(texts: content.texts.filter { $0.contains("MARKER") }.sorted(), thumbnails: content.pictures.count)
  }

  private func watchTransitions() {
    transitions.set([])
    app.authentication.observeTransitions { [transitions] change in transitions.withValue { $0.append(change) } }
  }

  mutating func perform(_ call: AccessCall) async throws -> AccessModel.Answer {
    let authentication = app.authentication
    switch call {
    case .setUp(let password):
      try await app.authScreen.setupPassword(password)
      self.password = password
    case .enter(let password): try await counted { try await $0.authScreen.authenticate(with: password) }
    case .beRecognised(let outcome):
      device.sensor.says(outcome)
      try await counted { try await $0.authScreen.authenticateWithBiometric() }
    case .change(let old, let new):
      try await counted { try await $0.authentication.changePassword(oldPassword: old, newPassword: new) }
      password = new
    case .lock: app.authScreen.lock()
    case .enterBackground: app.handle(.didEnterBackground)
    case .enterForeground: app.handle(.willEnterForeground)
    case .becomeActive:
      app.handle(.didBecomeActive)
      return .screen(Self.visible(in: app.switcherPicture))
    case .resignActive: app.handle(.willResignActive)
    case .relaunch: try await relaunch()
    case .restart(let uptime):
      device.restart(before: uptime)
      try await relaunch()
    case .wait(let time): device.clock.advance(by: time)
    case .setClock(let seconds): device.clock.stepWallClock(by: .seconds(seconds))
    case .tick: app.tick()
    case .touch: app.noteActivity()
    case .sleep(let isCancelled): try await sleep(isCancelled: isCancelled)
    case .setTimeout(let timeout): app.autoLock.setTimeout(timeout)
    case .damageTimeout(let text):
      for name in device.sandbox.preferences.keys where name != VaultDevice.ownPreference {
        device.sandbox.setPreference(text, for: name)
      }
      try await relaunch()
    case .add(let content):
      made.append(
        try await app.cards.createCard(
          title: "\(content) title", group: "Personal", cardType: "GeneralText", fields: [Self.field(content)],
          tags: ["\(content) tag"]))
    case .load:
      await list.loadCards()
      if let error = list.error { throw error }
    case .read: return .cards(try await app.cards.fetchAllCards().map { $0.fields.first?.value ?? "nothing" }.sorted())
    case .openDetail:
      let opened = app.makeCardDetail(made[0])
      detail = opened
      try await opened.loadAttachments()
    case .attach:
      let image = try ImageCodec.encodePNG(Bitmap(width: 2, height: 2))
      _ = try await app.attachments.addAttachment(
        to: made[0].id, fileData: image, fileName: "MARKER file \(fileCount).png", mimeType: "image/png")
      fileCount += 1
      if let detail, detail.card != nil { try await detail.loadAttachments() }
    case .copy(let content, let isField): try copy(content, isField: isField)
    case .copyAndLock(let content, let isField):
      defer { authentication.lock() }
      try copy(content, isField: isField)
      return .clipboard(clipboard)
    case .copyElsewhere: device.clipboard.write("another app's")
    case .guess(let passwords): return .looks(try await guess(passwords))
    case .enterAndLeave(let password):
      let screen = app.authScreen
      let attempt = Task { try await screen.authenticate(with: password) }
      device.derivations.afterNext { attempt.cancel() }
      defer { device.derivations.afterNext(nil) }
      try await attempt.value
    case .killAfterLook(let password):
      let looksBefore = device.derivations.now
      device.derivations.afterNext { [interruption = device.interruption] in interruption.kill() }
      try? await authentication.authenticateWithPassword(password)
      device.derivations.afterNext(nil)
      let looks = device.derivations.now - looksBefore
      try await relaunch()
      return .looks(min(looks, 1))
    case .comeBack:
      device.clock.advance(by: .seconds(30))
      if authentication.authenticationState == .locked { try await authentication.authenticateWithPassword(password) }
    }
    return .done
  }

  private mutating func relaunch() async throws {
    try await store.close()
    device.interruption.isOver()
    (store, app) = try await device.launch()
    (list, detail) = (app.makeCardList(), nil)
    watchTransitions()
  }

  private mutating func counted(_ attempt: (VaultApp) async throws -> Void) async throws {
    let (looksBefore, changesBefore) = (device.derivations.now, transitions.now.count)
    do {
      try await attempt(app)
    } catch {
      if case AppError.authentication(.rateLimited) = error {
        looksWhileLimited += device.derivations.now - looksBefore
      }
      unlocksOfTheRefused += transitions.now.dropFirst(changesBefore).count { $0.to == .unlocked }
      throw error
    }
  }

  private func sleep(isCancelled: Bool) async throws {
    let (autoLock, clock) = (app.autoLock, device.clock)
    let wait = Task { try await autoLock.waitAndLook(on: clock) }
    if isCancelled { wait.cancel() }
    let isWaiting = autoLock.nextLook != nil
    do {
      try await wait.value
      try expect("a wait that is cancelled says so", !isCancelled || !isWaiting)
    } catch is CancellationError {
      try expect("a wait is cancelled", isCancelled)
    }
  }

  /// - Returns: how many are looked at; the others are refused for a while.
  private func guess(_ passwords: [String]) async throws -> Int {
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

  private static func field(_ content: String) -> CardFieldDTO {
    CardFieldDTO(id: UUID(), label: "Content", value: content, isRequired: true, displayOrder: 0)
  }

  /// The user copies what a screen shows: the card as it was made.
  private func copy(_ content: String, isField: Bool) throws {
    let other = CardDTO(
      id: UUID(), title: "", group: "Personal", cardType: "GeneralText", fields: [Self.field(content)],
      isPinned: false, tags: [], createdAt: .distantPast, modifiedAt: .distantPast)
    let card = made.first { $0.fields.first?.value == content } ?? other
    try isField ? app.copy.copyField(card.fields[0]) : app.copy.copyCard(card)
  }

  // What happens in the middle of something else.

  mutating func interrupt(_ interrupted: InterruptedCall) async throws -> InterruptedEnd {
    let app = app
    device.interruption.isToCome(atCall: interrupted.place) {
      if interrupted.event == .lock { app.authentication.lock() } else { app.handle(.didEnterBackground) }
      if interrupted.event == .visit { app.handle(.willEnterForeground) }
    }
    var refusal: AppError?
    do {
      _ = try await perform(interrupted.call)
    } catch let error as AppError {
      refusal = error
    }
    await device.interruption.isOver()?()
    return InterruptedEnd(error: refusal, state: app.authentication.authenticationState)
  }

  /// - Returns: which of the two passwords open the vault then. At last it is unlocked.
  mutating func kill(_ kill: KilledPasswordChange) async throws -> [String] {
    device.interruption.killIsToCome(atWrite: kill.write, kill.moment)
    // The app has died: nobody heard its answer.
    _ = try? await perform(.change(from: kill.old, to: kill.new))
    try await relaunch()
    let authentication = app.authentication
    var openers: [String] = []
    for password in [kill.old, kill.new] {
      authentication.lock()
      do {
        try await authentication.authenticateWithPassword(password)
        openers.append(password)
      } catch AppError.authentication(.invalidPassword) {}
    }
    guard let opener = openers.last else { return [] }
    // Makes up for the other password, which was wrong.
    try await authentication.authenticateWithPassword(opener)
    password = opener
    return openers
  }
}
