import Foundation
import ImageStandIns
import PlatformStandIns
import PropertyTesting
import QuickVaultReference
import StorageContract

/// The whole app as somebody uses it: a list, and a card with its files. It is launched again and again on one device.
struct AppDriver: Sendable {
  let device: VaultDevice
  let system: QuickVaultSystem
  private(set) var store: any Store
  private(set) var app: VaultApp
  private var list: any CardList
  private var detail: (any CardDetail)?
  private var opened: Int?
  /// What was returned of each card, by number.
  var cards: [Int: CardDTO] = [:]
  var files: [Int: AttachedFile] = [:]
  private var urls: [Int: URL] = [:]
  /// What the user believes it is.
  private var password = ""
  private(set) var looksWhileLimited = 0

  struct AttachedFile {
    let id: UUID
    let card: Int
  }

  /// - Parameter model: what the case begins with.
  @MainActor
  init(_ system: QuickVaultSystem, _ model: AppModel) async throws {
    self.system = system
    device = VaultDevice(system)
    (store, app) = try await device.launch()
    list = app.makeCardList()
    guard model.isUnlocked else { return }
    try await setUp(model.access.password)
    for change in model.beginning { try await apply(change) }
  }

  func close() async throws { try await store.close() }
}

// Who gets in, and the life of the app.
@MainActor
extension AppDriver {
  var state: AuthenticationState { app.authentication.authenticationState }

  mutating func setUp(_ password: String) async throws {
    try await app.authScreen.setupPassword(password)
    self.password = password
  }

  mutating func enter(_ password: String) async throws {
    let looks = device.derivations.now
    do {
      try await app.authScreen.authenticate(with: password)
    } catch {
      if case AppError.authentication(.rateLimited) = error { looksWhileLimited += device.derivations.now - looks }
      throw error
    }
  }

  func beRecognised(_ outcome: BiometricOutcome) async throws {
    device.sensor.says(outcome)
    try await app.authScreen.authenticateWithBiometric()
  }

  mutating func relaunch() async throws {
    try await end()
    try await launch()
  }

  func end() async throws {
    try await store.close()
    device.interruption.isOver()
  }

  mutating func launch() async throws {
    (store, app) = try await device.launch()
    list = app.makeCardList()
    (detail, opened, urls) = (nil, nil, [:])
  }

  /// The app dies as soon as the password was looked at, and is launched anew.
  /// - Returns: whether it was.
  mutating func killAfterLook(at password: String) async throws -> Bool {
    let before = device.derivations.now
    device.derivations.afterNext { [interruption = device.interruption] in interruption.kill() }
    try? await app.authScreen.authenticate(with: password)
    device.derivations.afterNext(nil)
    let hasLooked = device.derivations.now > before
    try await relaunch()
    return hasLooked
  }

  /// The app dies in the middle of the change, or right after it; it is launched anew and unlocked.
  mutating func kill(_ kill: KilledChange) async throws -> Aftermath {
    var passwords = [password]
    if case .changePassword(let next) = kill.change { passwords.append(next) }
    device.interruption.killIsToCome(atWrite: kill.write, kill.moment)
    var wasAcknowledged = true
    do { try await apply(kill.change) } catch { wasAcknowledged = false }
    try await relaunch()
    for attempt in passwords {
      do {
        try await enter(attempt)
        password = attempt
        break
      } catch AppError.authentication(.invalidPassword) {
        continue
      }
    }
    return Aftermath(wasAcknowledged: wasAcknowledged, password: password, cards: try await contents())
  }
}

// What is in the vault.
@MainActor
extension AppDriver {
  mutating func apply(_ change: VaultChange) async throws {
    switch change {
    case .create(let card, let value):
      cards[card] = try await app.cards.createCard(
        title: VaultCard.title(card), group: "Personal", cardType: "GeneralText", fields: [Self.field(value)], tags: [])
    case .edit(let card, let value):
      let screen = try await open(card)
      screen.isEditing = true
      screen.card?.fields = [Self.field(value)]
      try await screen.saveCard()
      cards[card] = screen.card
    case .togglePin(let card):
      await list.togglePin(id(of: card))
      try expectNoError()
    case .delete(let card):
      await list.deleteCard(id(of: card))
      try expectNoError()
    case .attach(let file, let card, let kind):
      let screen = try await open(card)
      let name = VaultFile.name(file, kind)
      try await screen.addAttachment(Self.bytes(of: file, kind), fileName: name)
      files[file] = screen.attachments.first { $0.fileName == name }.map { AttachedFile(id: $0.id, card: card) }
    case .detach(let file):
      let (screen, id) = try await screen(of: file)
      try await screen.deleteAttachment(id)
    case .mark(let file, let text):
      let (screen, id) = try await screen(of: file)
      try await screen.applyWatermark(to: id, text: text)
    case .unmark(let file):
      let (screen, id) = try await screen(of: file)
      try await screen.removeWatermark(from: id)
    case .changePassword(let next):
      try await app.authentication.changePassword(oldPassword: password, newPassword: next)
      password = next
    }
  }

  private func id(of card: Int) -> UUID { cards[card]?.id ?? IDSource.stranger(1) }

  /// - Throws: what the list says went wrong.
  private func expectNoError() throws { if let error = list.error { throw error } }

  /// The screen of the card; it stays until another card is opened, or until it is empty.
  @discardableResult
  mutating func open(_ card: Int) async throws -> any CardDetail {
    if let detail, opened == card, detail.card != nil { return detail }
    guard let known = cards[card] else { throw AppError.card(.notFound) }
    let screen = app.makeCardDetail(known)
    (detail, opened) = (screen, card)
    try await screen.loadAttachments()
    return screen
  }

  private mutating func screen(of file: Int) async throws -> (screen: any CardDetail, id: UUID) {
    guard let attached = files[file] else { throw AppError.attachment(.notFound) }
    return (try await open(attached.card), attached.id)
  }

  func load() async throws {
    await list.loadCards()
    try expectNoError()
  }

  func search(_ query: String) { list.search(query) }

  func copy(_ card: Int) throws {
    guard let known = cards[card] else { return }
    try app.copy.copyField(known.fields[0])
  }

  mutating func share(_ file: Int) async throws -> SharedPicture {
    let (screen, id) = try await screen(of: file)
    let url = try await screen.shareAttachment(id)
    urls[file] = url
    guard let contents = app.sharedFiles.contents(of: url) else { return .somethingElse }
    let kind: AttachedKind = url.path.hasSuffix("png") ? .picture : .document
    return picture(in: contents, of: Self.bytes(of: file, kind))
  }

  /// And of a file that was never shared.
  func endShare(_ file: Int) {
    app.shareEnded(VaultDevice.urlOfTheOwnFile)
    if let url = urls[file] { app.shareEnded(url) }
  }

  /// What is seen in a shared file: the original, or it with one of the texts over it.
  private func picture(in shared: [UInt8], of original: [UInt8]) -> SharedPicture {
    if shared == original { return .original }
    guard let seen = try? ImageCodec.decode(shared), let image = try? ImageCodec.decode(original) else {
      return .somethingElse
    }
    let style = WatermarkStyle.fitted(width: image.width, height: image.height)
    for text in AppModel.texts where (try? system.parts.images.applyWatermark(text, style: style, to: image)) == seen {
      return .marked(text)
    }
    return .somethingElse
  }
}

// What is given to it.
extension AppDriver {
  private static func field(_ value: Int) -> CardFieldDTO {
    CardFieldDTO(id: UUID(), label: "Content", value: VaultCard.text(of: value), isRequired: true, displayOrder: 0)
  }

  /// Two pictures, and documents that tell their numbers.
  static func bytes(of file: Int, _ kind: AttachedKind) -> [UInt8] {
    switch kind {
    case .picture: pictures[file % pictures.count]
    case .document: Array("MARKER document \(file).".utf8)
    }
  }

  /// As small as a watermark of one letter can be.
  private static let pictures: [[UInt8]] = [UInt8(40), 220].map { gray in
    var pixels: [UInt8] = []
    for place in 0..<(36 * 36) { pixels += [gray, gray + UInt8(place % 7), gray, 255] }
    return Bitmap(width: 36, height: 36, pixels: pixels).flatMap { try? ImageCodec.encodePNG($0) } ?? []
  }
}
