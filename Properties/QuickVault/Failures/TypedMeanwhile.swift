import Foundation
import PropertyTesting
import QuickVaultReference

/// A card that is saved, and typed on while it is being saved.
@MainActor
struct TypedMeanwhile {
  private let place: VaultWorkplace

  init(_ system: QuickVaultSystem) async throws { place = try await VaultWorkplace(system, .unlocked) }

  /// - Parameter call: of the store, before which the user goes on; beyond the last he does not.
  /// - Returns: whether he did.
  func run(beforeCall call: Int) async throws -> Bool {
    guard let screen = place.detail else { return false }
    screen.isEditing = true
    screen.card?.title = "edited"
    // Another screen changes the card: what is typed stays.
    try await place.onTheList { await $0.togglePin(place.id("a")) }
    try expect("what is typed when another screen pins the card", screen.card?.title, equals: "edited")
    place.device.interruption.isToCome(atCall: call) { screen.card?.title = "typed" }
    try await screen.saveCard()
    let hasGoneOn = place.device.interruption.isOver() == nil
    try expect("what is stored", try await place.contents().cards.keys.sorted(), equals: ["b", "edited"])
    try expect("what the list shows", place.list.cards.map(\.title).sorted(), equals: ["b", "edited"])
    try expect("what the screen shows", screen.card?.title, equals: hasGoneOn ? "typed" : "edited")
    try expect("whether it is still edited", screen.isEditing, equals: hasGoneOn)
    // Whoever does not edit sees what other screens do.
    screen.isEditing = false
    try await place.onTheList { await $0.togglePin(place.id("a")) }
    try expect("the pin as the screen shows it", screen.card?.isPinned, equals: false)
    try expect("the title as the screen shows it", screen.card?.title, equals: "edited")
    try await place.close()
    return hasGoneOn
  }
}

// What QV-F2 must catch: other screens.
extension Fault<QuickVaultSystem> {
  static let throwsTypedTextAway = screen("throwsTypedTextAway", "shows the stored card instead of newer typed text") { screen, saved in
    screen.card = saved
  }
  static let goesOnEditing = screen("goesOnEditing", "keeps a saved card in editing") { screen, _ in screen.isEditing = true }
  static let endsEditing = screen("endsEditing", "ends editing when it has saved, typed on or not") { screen, _ in
    screen.isEditing = false
  }
  static let followsOtherScreens = Fault("followsOtherScreens", "shows other screens' changes while the user types") { system in
    let make = system.parts.makeCardDetail
    system.parts.makeCardDetail = { AlteredDetail(make($0, $1), followsAlways: true) { _, _ in } }
  }

  private static func screen(
    _ id: String, _ fact: String, _ whenSaved: @escaping @MainActor @Sendable (any CardDetail, CardDTO?) -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      let make = system.parts.makeCardDetail
      system.parts.makeCardDetail = { AlteredDetail(make($0, $1), followsAlways: false, whenSaved) }
    }
  }
}

/// A screen that does something else when it has saved, or when another has.
@MainActor
private final class AlteredDetail: CardDetail {
  private let base: any CardDetail
  private let followsAlways: Bool
  private let whenSaved: @MainActor @Sendable (any CardDetail, CardDTO?) -> Void

  init(
    _ base: any CardDetail, followsAlways: Bool, _ whenSaved: @escaping @MainActor @Sendable (any CardDetail, CardDTO?) -> Void
  ) {
    (self.base, self.followsAlways, self.whenSaved) = (base, followsAlways, whenSaved)
  }

  var card: CardDTO? {
    get { base.card }
    set { base.card = newValue }
  }
  var attachments: [AttachmentDTO] { base.attachments }
  var isEditing: Bool {
    get { base.isEditing }
    set { base.isEditing = newValue }
  }
  var content: ScreenContent { base.content }
  func vaultDidLock() { base.vaultDidLock() }
  func cardDidChange(_ id: CardDTO.ID, to card: CardDTO?) {
    base.cardDidChange(id, to: card)
    if followsAlways, let card, base.card?.id == id { base.card = card }
  }

  func saveCard() async throws {
    let edited = base.card
    try await base.saveCard()
    whenSaved(base, edited)
  }
  func loadAttachments() async throws { try await base.loadAttachments() }
  func copyCard() throws { try base.copyCard() }
  func copyField(_ field: CardFieldDTO) throws { try base.copyField(field) }
  func addAttachment(_ data: [UInt8], fileName: String) async throws { try await base.addAttachment(data, fileName: fileName) }
  func deleteAttachment(_ attachmentId: UUID) async throws { try await base.deleteAttachment(attachmentId) }
  func applyWatermark(to attachmentId: UUID, text: String) async throws {
    try await base.applyWatermark(to: attachmentId, text: text)
  }
  func removeWatermark(from attachmentId: UUID) async throws { try await base.removeWatermark(from: attachmentId) }
  func shareAttachment(_ attachmentId: UUID) async throws -> URL { try await base.shareAttachment(attachmentId) }
}
