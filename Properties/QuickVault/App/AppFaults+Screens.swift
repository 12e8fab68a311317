import Foundation
import PropertyTesting
import QuickVaultReference
import StorageContract

// Mistakes in how the screens are told of what happens.
extension Fault<QuickVaultSystem> {
  static let keepsTheOpenCard = Fault("keepsTheOpenCard", "leaves a card on the screen at a lock") { system in
    let make = system.parts.makeCardDetail
    system.parts.makeCardDetail = { WiredDetail(make($0, $1), isToldOfLocks: { false }) }
  }

  static let emptiesTheNewestScreen = Fault("emptiesTheNewestScreen", "tells only the newest screen about a lock") { system in
    let newest = Remembered(0)
    @Sendable func next() -> Int { newest.withValue { count in count += 1; return count } }
    let (makeList, makeDetail) = (system.parts.makeCardList, system.parts.makeCardDetail)
    system.parts.makeCardList = { setup in
      let number = next()
      return WiredList(makeList(setup), isToldOfLocks: { newest.now == number })
    }
    system.parts.makeCardDetail = { card, setup in
      let number = next()
      return WiredDetail(makeDetail(card, setup), isToldOfLocks: { newest.now == number })
    }
  }

  static let keepsTheSearchIndex = Fault("keepsTheSearchIndex", "keeps search results after a lock") { system in
    let make = system.parts.makeCardList
    system.parts.makeCardList = { WiredList(make($0), keepsWhatItFound: true) }
  }

  static let doesNotTellTheList = Fault("doesNotTellTheList", "does not tell the list about changes on a card's screen") {
    system in
    let make = system.parts.makeCardDetail
    system.parts.makeCardDetail = { card, setup in
      var setup = setup
      setup.announce = { _, _ in }
      return make(card, setup)
    }
  }

  static let doesNotTellTheCard = Fault("doesNotTellTheCard", "leaves a card on the screen that the list has deleted") {
    system in
    let make = system.parts.makeCardList
    system.parts.makeCardList = { setup in
      var setup = setup
      setup.announce = { _, _ in }
      return make(setup)
    }
  }

  static let leavesFilesOfADeletedCard = Fault(
    "leavesFilesOfADeletedCard", "leaves the files of a card on the screen that the list has deleted"
  ) { system in
    let make = system.parts.makeCardDetail
    system.parts.makeCardDetail = { WiredDetail(make($0, $1), keepsFilesOfTheDeleted: true) }
  }

  static let takesNoPictureAtALock = Fault(
    "takesNoPictureAtALock", "takes the picture for the switcher only when the app changes phase"
  ) { system in
    let last = Remembered<(phase: ScenePhase, picture: ScreenContent)?>(nil)
    let render = system.parts.snapshot
    system.parts.snapshot = { phase, state, screen in
      last.withValue { last in
        if let last, last.phase == phase { return last.picture }
        let picture = render(phase, state, screen)
        last = (phase, picture)
        return picture
      }
    }
  }
}

/// A list that hears of some things only, or tells of more.
@MainActor
final class WiredList: CardList {
  private let base: any CardList
  private let isToldOfLocks: @MainActor () -> Bool
  private let whenSearched: @MainActor (String) -> Void
  private let keepsWhatItFound: Bool
  private var found = ScreenContent()

  init(
    _ base: any CardList, isToldOfLocks: @escaping @MainActor () -> Bool = { true }, keepsWhatItFound: Bool = false,
    whenSearched: @escaping @MainActor (String) -> Void = { _ in }
  ) {
    self.base = base
    self.isToldOfLocks = isToldOfLocks
    self.keepsWhatItFound = keepsWhatItFound
    self.whenSearched = whenSearched
  }

  var cards: [CardDTO] { base.cards }
  var filteredCards: [CardDTO] { base.filteredCards }
  var selectedGroup: CardGroup? { base.selectedGroup }
  var searchQuery: String { base.searchQuery }
  var error: AppError? { base.error }

  func loadCards() async { await base.loadCards() }
  func filterByGroup(_ group: CardGroup?) { base.filterByGroup(group) }
  func search(_ query: String) {
    base.search(query)
    whenSearched(query)
  }
  func deleteCard(_ id: UUID) async { await base.deleteCard(id) }
  func togglePin(_ id: UUID) async { await base.togglePin(id) }
  func cardDidChange(_ id: UUID, to card: CardDTO?) { base.cardDidChange(id, to: card) }

  func vaultDidLock() {
    if keepsWhatItFound && !searchQuery.isEmpty { found = base.content }
    if isToldOfLocks() { base.vaultDidLock() }
  }

  var content: ScreenContent {
    ScreenContent(texts: base.content.texts + found.texts, pictures: base.content.pictures)
  }
}

/// A card's screen that hears of some things only, or tells of more.
@MainActor
final class WiredDetail: CardDetail {
  private let base: any CardDetail
  private let isToldOfLocks: @MainActor () -> Bool
  private let keepsFilesOfTheDeleted: Bool
  private let whenChanged: @MainActor (any CardDetail) -> Void
  private var left = ScreenContent()

  init(
    _ base: any CardDetail, isToldOfLocks: @escaping @MainActor () -> Bool = { true },
    keepsFilesOfTheDeleted: Bool = false, whenChanged: @escaping @MainActor (any CardDetail) -> Void = { _ in }
  ) {
    self.base = base
    self.isToldOfLocks = isToldOfLocks
    self.keepsFilesOfTheDeleted = keepsFilesOfTheDeleted
    self.whenChanged = whenChanged
  }

  var card: CardDTO? {
    get { base.card }
    set {
      base.card = newValue
      whenChanged(base)
    }
  }
  var attachments: [AttachmentDTO] { base.attachments }
  var isEditing: Bool {
    get { base.isEditing }
    set { base.isEditing = newValue }
  }

  func loadAttachments() async throws {
    defer { whenChanged(base) }
    try await base.loadAttachments()
  }
  func saveCard() async throws { try await base.saveCard() }
  func copyCard() throws { try base.copyCard() }
  func copyField(_ field: CardFieldDTO) throws { try base.copyField(field) }
  func addAttachment(_ data: [UInt8], fileName: String) async throws {
    defer { whenChanged(base) }
    try await base.addAttachment(data, fileName: fileName)
  }
  func deleteAttachment(_ id: UUID) async throws {
    defer { whenChanged(base) }
    try await base.deleteAttachment(id)
  }
  func applyWatermark(to id: UUID, text: String) async throws { try await base.applyWatermark(to: id, text: text) }
  func removeWatermark(from id: UUID) async throws { try await base.removeWatermark(from: id) }
  func shareAttachment(_ id: UUID) async throws -> URL { try await base.shareAttachment(id) }

  func vaultDidLock() {
    left = ScreenContent()
    if isToldOfLocks() { base.vaultDidLock() }
  }

  func cardDidChange(_ id: UUID, to card: CardDTO?) {
    let before = base.content
    base.cardDidChange(id, to: card)
    if keepsFilesOfTheDeleted, card == nil, before != base.content {
      left = ScreenContent(texts: before.texts.filter { $0.contains(".png") }, pictures: before.pictures)
    }
  }

  var content: ScreenContent {
    ScreenContent(texts: base.content.texts + left.texts, pictures: base.content.pictures + left.pictures)
  }
}
