import Foundation
import ImageStandIns
import PlatformStandIns
import QuickVaultReference
import Testing

/// The app as a whole.
@Suite("Vault app")
@MainActor
struct VaultAppTests {
  @Test("Locking empties every screen, ends every share and shuts every service, at once")
  func locking() async throws {
    let vault = try await TestVault()
    try await vault.setUp()
    let card = try await vault.makeCard("MARKER-content", title: "MARKER-title", tags: ["MARKER-tag"])
    let (list, detail) = (vault.app.makeCardList(), vault.app.makeCardDetail(card))
    await list.loadCards()
    try await detail.addAttachment(Array("MARKER-file".utf8), fileName: "MARKER.txt")
    let url = try await detail.shareAttachment(try #require(detail.attachments.first).id)
    list.search("marker")
    #expect(list.filteredCards == [card] && vault.app.screen.texts.contains("MARKER.txt"))
    #expect(vault.app.sharedFiles.contents(of: url) == Array("MARKER-file".utf8))

    vault.app.authentication.lock()
    #expect(list.cards.isEmpty && list.searchQuery.isEmpty && detail.card == nil && detail.attachments.isEmpty)
    #expect(!vault.app.screen.texts.contains { $0.contains("MARKER") })
    #expect(vault.sandbox.files.isEmpty && vault.app.switcherPicture == .cover)
    await #expect(throws: AppError.card(.locked)) { try await vault.app.cards.fetchAllCards() }
    await #expect(throws: AppError.card(.locked)) { try await vault.app.cards.searchCards(query: "") }
    await #expect(throws: AppError.card(.locked)) { try await vault.makeCard("x") }
    await #expect(throws: AppError.authentication(.locked)) {
      try await vault.app.attachments.fetchAttachments(for: card.id)
    }
    #expect(throws: AppError.authentication(.locked)) { try vault.app.copy.copyCard(card) }
    #expect(throws: AppError.authentication(.locked)) { try detail.copyField(card.fields[0]) }
    #expect(vault.clipboard.writes == 0)
    await list.loadCards()
    #expect(list.error == .card(.locked) && list.cards.isEmpty)

    try await vault.unlock()
    await list.loadCards()
    #expect(list.cards == [card] && list.error == nil)
    try vault.app.copy.copyCard(card)
    #expect(vault.clipboard.text == "MARKER-content")
  }

  @Test("The files of a card that another screen deletes leave the screen with it")
  func deletionOnAnotherScreen() async throws {
    let vault = try await TestVault()
    try await vault.setUp()
    let card = try await vault.makeCard("content")
    let (list, detail) = (vault.app.makeCardList(), vault.app.makeCardDetail(card))
    try await detail.addAttachment(Array("MARKER".utf8), fileName: "MARKER.txt")
    await list.deleteCard(card.id)
    #expect(detail.card == nil && detail.attachments.isEmpty && vault.app.screen.texts.allSatisfy { !$0.contains("MARKER") })
  }

  @Test("The switcher sees the screen only while the app is in use and unlocked")
  func switcher() async throws {
    let vault = try await TestVault()
    try await vault.setUp()
    let detail = vault.app.makeCardDetail(try await vault.makeCard("MARKER"))
    vault.app.handle(.didBecomeActive)
    #expect(vault.app.switcherPicture.texts.contains("MARKER"))
    vault.app.handle(.willResignActive)
    #expect(vault.app.switcherPicture == .cover && detail.card != nil)
    vault.app.handle(.didBecomeActive)
    #expect(vault.app.switcherPicture.texts.contains("MARKER"))
    vault.app.handle(.didEnterBackground)
    #expect(vault.app.switcherPicture == .cover && detail.card == nil && vault.state == .locked)
  }

  @Test("A vault that was idle for too long is locked by whoever looks first; the timeout stays over a relaunch")
  func autoLock() async throws {
    let vault = try await TestVault()
    vault.app.autoLock.setTimeout(.seconds(60))
    try await vault.setUp()
    #expect(vault.app.autoLock.nextLook == .seconds(60))
    vault.clock.advance(by: .seconds(59))
    #expect(try await vault.app.cards.fetchAllCards().isEmpty)
    vault.clock.advance(by: .seconds(1))
    await #expect(throws: AppError.card(.locked)) { try await vault.app.cards.fetchAllCards() }
    #expect(vault.state == .locked && vault.app.autoLock.nextLook == nil)
    try await vault.relaunch()
    #expect(vault.app.autoLock.timeout == .seconds(60))
    try await vault.unlock()
    try await vault.app.autoLock.waitAndLook(on: vault.clock)
    #expect(vault.state == .locked && vault.clock.now.offset == .seconds(120))
    // A wait that was cancelled looks at nothing.
    try await vault.unlock()
    let (autoLock, clock) = (vault.app.autoLock, vault.clock)
    let waiting = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await autoLock.waitAndLook(on: clock)
    }
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(vault.state == .unlocked)
    vault.app.autoLock.setTimeout(nil)
    try await vault.relaunch()
    #expect(vault.app.autoLock.timeout == nil)
  }

  @Test("Decision: modifiedAt grows with each change, whatever the clock does, and is stored")
  func timestamps() async throws {
    let vault = try await TestVault()
    try await vault.setUp()
    var card = try await vault.makeCard("content")
    #expect(card.createdAt == card.modifiedAt)
    for step in [0.0, -3_600, 5] {
      vault.clock.stepWallClock(by: .seconds(step))
      let changed = try await vault.app.cards.updateCard(
        id: card.id, title: card.title, group: nil, fields: nil, tags: nil)
      #expect(changed.modifiedAt > card.modifiedAt && changed.createdAt == card.createdAt)
      card = changed
    }
    let untouched = try await vault.app.cards.updateCard(id: card.id, title: nil, group: nil, fields: nil, tags: nil)
    #expect(untouched == card)
    let pinned = try await vault.app.cards.togglePin(id: card.id)
    #expect(pinned.isPinned && pinned.modifiedAt > card.modifiedAt)
    #expect(try await vault.app.cards.fetchAllCards() == [pinned])
  }

  @Test("A card is checked before anything is stored, at its creation and at each update")
  func validation() async throws {
    let vault = try await TestVault()
    try await vault.setUp()
    let address = ["王小明", "13800138000", "广东省", "深圳市", "南山区", "科技园 1 号", "", ""]
    for language in CardTemplate.Language.allCases {
      let fields = fields(.address, address, in: language)
      let card = try await vault.app.cards.createCard(
        title: "t", group: "Company", cardType: "Address", fields: fields, tags: [])
      var blank = fields
      blank[2].value = " \u{3000}\u{200B}\n"
      await #expect(throws: AppError.validation(.requiredFieldEmpty(label: fields[2].label))) {
        try await vault.app.cards.updateCard(id: card.id, title: nil, group: nil, fields: blank, tags: nil)
      }
      await #expect(throws: AppError.validation(.requiredFieldEmpty(label: fields[5].label))) {
        try await vault.app.cards.updateCard(
          id: card.id, title: nil, group: nil, fields: Array(fields[..<5]), tags: nil)
      }
      var wrong = fields
      wrong[1].value = "13800138000\n"
      await #expect(throws: AppError.validation(.invalidPhone)) {
        try await vault.app.cards.updateCard(id: card.id, title: nil, group: nil, fields: wrong, tags: nil)
      }
      #expect(try await vault.app.cards.fetchAllCards().first { $0.id == card.id } == card)
    }
    await #expect(throws: AppError.validation(.emptyTitle)) { try await vault.makeCard("x", title: "\u{FEFF} ") }
    await #expect(throws: AppError.validation(.unknownGroup("personal"))) {
      try await vault.app.cards.createCard(
        title: "t", group: "personal", cardType: "Address", fields: fields(.address, address), tags: [])
    }
    await #expect(throws: AppError.validation(.unknownCardType("Note"))) {
      try await vault.app.cards.createCard(title: "t", group: "Personal", cardType: "Note", fields: [], tags: [])
    }
  }

  @Test("Exactly the limit is accepted; one byte more is not, and nothing is stored; names lead nowhere else")
  func attachments() async throws {
    let vault = try await TestVault()
    try await vault.setUp()
    let card = try await vault.makeCard("content")
    let whole = [UInt8](repeating: 9, count: 1_000)
    await #expect(throws: AppError.attachment(.fileTooLarge(size: 1_001, max: 1_000))) {
      try await vault.app.attachments.addAttachment(
        to: card.id, fileData: whole + [9], fileName: "a", mimeType: "application/octet-stream")
    }
    #expect(try await vault.app.attachments.fetchAttachments(for: card.id).isEmpty)
    for name in ["../../cards", "", "..", "发票\0.pdf"] {
      let added = try await vault.app.attachments.addAttachment(
        to: card.id, fileData: whole, fileName: name, mimeType: "application/octet-stream")
      #expect(added.fileName == name && added.fileSize == 1_000)
      let url = try await vault.app.attachments.shareAttachment(id: added.id)
      #expect(vault.app.sharedFiles.contents(of: url) == whole)
      #expect(vault.sandbox.files.keys.allSatisfy { $0.hasPrefix("tmp/shared/\(added.id)/") })
      vault.app.shareEnded(url)
      #expect(vault.sandbox.files.isEmpty)
    }
    await #expect(throws: AppError.attachment(.cardNotFound)) {
      try await vault.app.attachments.addAttachment(to: UUID(), fileData: [], fileName: "a", mimeType: "b")
    }
    let kept = try await vault.app.attachments.addAttachment(
      to: card.id, fileData: whole, fileName: "a", mimeType: "application/octet-stream")
    _ = try await vault.app.attachments.shareAttachment(id: kept.id)
    #expect(vault.sandbox.files.count == 1)
    try await vault.relaunch()
    #expect(vault.sandbox.files.isEmpty, "what was shared when the app was killed")
    try await vault.unlock()
    try await vault.app.cards.deleteCard(id: card.id)
    #expect(try await vault.store.read { try $0.collections() } == ["keychain_items"])
  }

  @Test("A watermark is drawn on what is shared; the original stays")
  func watermarks() async throws {
    let vault = try await TestVault(policy: VaultPolicy(derivationRounds: 1))
    try await vault.setUp()
    let detail = vault.app.makeCardDetail(try await vault.makeCard("content"))
    let original = try ImageCodec.encodePNG(Bitmap(width: 200, height: 150))
    try await detail.addAttachment(original, fileName: "a.png")
    let id = try #require(detail.attachments.first).id
    #expect(detail.attachments[0].thumbnailImage?.width == 128 && detail.attachments[0].mimeType == "image/png")
    try await detail.applyWatermark(to: id, text: "仅供办理业务")
    #expect(detail.attachments[0].watermarkText == "仅供办理业务")
    let url = try await detail.shareAttachment(id)
    let shared = try ImageCodec.decode(try #require(vault.app.sharedFiles.contents(of: url)))
    #expect(shared.width == 200 && shared != Bitmap(width: 200, height: 150))
    #expect(try await vault.app.attachments.attachmentData(id: id) == original)
    try await detail.removeWatermark(from: id)
    #expect(vault.sandbox.files.isEmpty, "a file with the old text")
    let plain = try await detail.shareAttachment(id)
    #expect(vault.app.sharedFiles.contents(of: plain) == original)
    try await detail.addAttachment([1, 2, 3], fileName: "b.txt")
    let text = try #require(detail.attachments.first { $0.fileName == "b.txt" })
    await #expect(throws: AppError.watermark(.unsupportedImage)) {
      try await detail.applyWatermark(to: text.id, text: "x")
    }
  }

  @Test("A card that one screen changes is changed on the others")
  func screens() async throws {
    let vault = try await TestVault()
    try await vault.setUp()
    let card = try await vault.makeCard("content")
    let (list, detail) = (vault.app.makeCardList(), vault.app.makeCardDetail(card))
    await list.loadCards()
    detail.isEditing = true
    detail.card?.title = "renamed"
    try await detail.saveCard()
    #expect(list.cards.map(\.title) == ["renamed"] && !detail.isEditing)
    await list.togglePin(card.id)
    #expect(detail.card?.isPinned == true)
    list.filterByGroup(.company)
    #expect(list.filteredCards.isEmpty)
    list.filterByGroup(nil)
    await list.deleteCard(card.id)
    #expect(list.cards.isEmpty && detail.card == nil)
  }
}
