import Foundation
import PropertyTesting
import QuickVaultReference
import StorageContract

/// What a user does with the card "a" and its files, on its screens and on the list.
enum CardOperation: CaseIterable, Sendable {
  case rename, move, pin, delete, loadList
  case attach, detach, mark, unmark, loadFiles, read, share
}

/// Two of them: the second begins before one of the calls that the first makes.
struct Overlap: Sendable, CounterexampleDescribable {
  let first, second: CardOperation

  var counterexampleDescription: String { "\(first), and before one of its calls \(second)" }

  /// More calls than any of them makes.
  private static let enough = 20

  @MainActor
  func run(_ system: QuickVaultSystem, _ trial: Trial) async throws {
    trial.label("another change of a card", if: [.rename, .move, .pin].contains(first) && [.rename, .move, .pin].contains(second))
    trial.label("another watermark", if: [.mark, .unmark].contains(first) && [.mark, .unmark].contains(second))
    trial.label("a share", if: first == .share)
    for call in 0..<Self.enough {
      var desk = try await CardDesk(system)
      let before = try await desk.contents()
      let errors = try await desk.perform(first, and: second, beforeCall: call)
      trial.label("both done", if: errors.first == nil && errors.second == nil)
      trial.label("deleted meanwhile", if: errors.first != nil)
      let after = try await desk.contents()
      let orders = [errors.first == nil ? [first, second] : [second], errors.second == nil ? [second, first] : [first]]
      let possible = orders.map { $0.reduce(into: before) { $0.perform($1) } }
      try expect("what is in the vault, \(describe(after)), is one of \(describe(possible))", possible.contains(after))
      try await desk.expectShown(after)
      try await desk.place.close()
      if !errors.hasOverlapped { break }
    }
  }
}

extension Generator where Value == Overlap {
  static let overlap = Generator { source in
    let first = try source(.anyCase(CardOperation.self))
    return Overlap(first: first, second: try source(.element(of: CardOperation.allCases.filter { $0 != first })))
  }
}

/// The card "a": nil if it is deleted.
struct OverlappedCard: Sendable, Equatable, CounterexampleDescribable {
  struct Seen: Sendable, Equatable {
    var title = "a"
    var group = "Personal"
    var isPinned = false
    /// By name, with the watermarks.
    var files: [String: String?] = ["picture": "W", "text": nil]
  }

  var card: Seen? = Seen()

  mutating func perform(_ operation: CardOperation) {
    switch operation {
    // A screen saves the whole card as it has it.
    case .rename: save("renamed", "Personal")
    case .move: save("a", "Company")
    case .pin: card?.isPinned.toggle()
    case .delete: card = nil
    case .attach: card?.files["added"] = .some(nil)
    case .detach: card?.files["picture"] = nil
    case .mark: if card?.files["picture"] != nil { card?.files["picture"] = "V" }
    case .unmark: if card?.files["picture"] != nil { card?.files["picture"] = .some(nil) }
    case .loadList, .loadFiles, .read, .share: break
    }
  }

  private mutating func save(_ title: String, _ group: String) {
    card?.title = title
    card?.group = group
  }

  var counterexampleDescription: String {
    guard let card else { return "no card" }
    let files = card.files.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value ?? "no watermark"))" }
    return "\(card.isPinned ? "pinned " : "")\(card.title) of \(card.group) with \(files.joined(separator: ", "))"
  }
}

/// The screens of a vault with the card: the list, and two of the card.
@MainActor
struct CardDesk {
  let place: VaultWorkplace
  private let system: QuickVaultSystem
  private let screen: any CardDetail
  private let other: any CardDetail
  private var url: URL?

  init(_ system: QuickVaultSystem) async throws {
    self.system = system
    place = try await VaultWorkplace(system, .unlocked)
    guard let card = place.list.cards.first(where: { [place] in $0.id == place.id("a") }), let screen = place.detail else {
      throw AppError.card(.notFound)
    }
    (self.screen, other) = (screen, place.app.makeCardDetail(card))
    try await other.loadAttachments()
  }

  typealias Errors = (first: AppError?, second: AppError?, hasOverlapped: Bool)

  mutating func perform(_ first: CardOperation, and second: CardOperation, beforeCall call: Int) async throws -> Errors {
    let (desk, meanwhile, url) = (self, Remembered<AppError?>(nil), Remembered<URL?>(nil))
    let action: Interruption.Action = {
      do { try await desk.perform(second, url) } catch { meanwhile.set(AppError(error)) }
    }
    place.device.interruption.isToCome(atCall: call, action)
    var failure: AppError?
    do { try await perform(first, url) } catch { failure = AppError(error) }
    let hasOverlapped = place.device.interruption.isOver() == nil
    if !hasOverlapped { await action() }
    self.url = url.now
    for error in [failure, meanwhile.now].compactMap(\.self) {
      try expect(
        "the error \(describe(error)) says that something is not there",
        [.card(.notFound), .attachment(.notFound), .attachment(.cardNotFound)].contains(error))
      try expect("something was deleted", [first, second].contains { [.delete, .detach].contains($0) })
    }
    return (failure, meanwhile.now, hasOverlapped)
  }

  private func perform(_ operation: CardOperation, _ url: Remembered<URL?>) async throws {
    let picture = place.id("picture")
    switch operation {
    case .rename: try await save(on: screen) { $0.title = "renamed" }
    case .move: try await save(on: other) { $0.group = "Company" }
    case .pin: try await place.onTheList { await $0.togglePin(place.id("a")) }
    case .delete: try await place.onTheList { await $0.deleteCard(place.id("a")) }
    case .loadList: try await place.onTheList { await $0.loadCards() }
    case .attach: try await screen.addAttachment(Array("added".utf8), fileName: "added")
    case .detach: try await screen.deleteAttachment(picture)
    case .mark: try await screen.applyWatermark(to: picture, text: "V")
    case .unmark: try await screen.removeWatermark(from: picture)
    case .loadFiles: try await screen.loadAttachments()
    case .read: try expect("a file", try await place.app.attachments.attachmentData(id: place.id("text")), equals: Array("text".utf8))
    case .share: url.set(try await screen.shareAttachment(picture))
    }
  }

  /// The screen has the card as it was before both operations.
  private func save(on screen: any CardDetail, _ edit: (inout CardDTO) -> Void) async throws {
    guard var card = screen.card else { throw AppError.card(.notFound) }
    (card.title, card.group) = ("a", "Personal")
    edit(&card)
    screen.isEditing = true
    screen.card = card
    try await screen.saveCard()
  }

  func contents() async throws -> OverlappedCard {
    guard let card = try await place.app.cards.fetchAllCards().first(where: { $0.id == place.id("a") }) else {
      return OverlappedCard(card: nil)
    }
    let files = try await place.app.attachments.fetchAttachments(for: card.id)
    return OverlappedCard(card: seen(card, files))
  }

  private func seen(_ card: CardDTO, _ files: [AttachmentDTO]) -> OverlappedCard.Seen {
    OverlappedCard.Seen(
      title: card.title, group: card.group, isPinned: card.isPinned,
      files: Dictionary(files.map { ($0.fileName, $0.watermarkText) }) { first, _ in first })
  }

  /// What has changed is on every screen, but for what is typed.
  func expectShown(_ contents: OverlappedCard) async throws {
    let listed = place.list.cards.first { $0.id == place.id("a") }
    let files = contents.card?.files ?? [:]
    try expect("the card on the list", listed.map { seen($0, []) }, equals: contents.card.map { card in
      OverlappedCard.Seen(title: card.title, group: card.group, isPinned: card.isPinned, files: [:])
    })
    for (name, screen) in [("its screen", screen), ("its other screen", other)] where !screen.isEditing {
      try expect("the title on \(name)", screen.card?.title, equals: contents.card?.title)
      try expect("the pin on \(name)", screen.card?.isPinned, equals: contents.card?.isPinned)
    }
    let shown = screen.attachments.map { "\($0.fileName) \($0.watermarkText ?? "")" }.sorted()
    try expect("the files on its screen", shown, equals: files.map { "\($0.key) \($0.value ?? "")" }.sorted())
    try await expectRecords(of: contents)
    try expectShared(files["picture"])
  }

  /// Nothing else is stored: of the card "b" there are one field and one file.
  private func expectRecords(of contents: OverlappedCard) async throws {
    let records = try await StoredContents(place.store).records
    let files = 1 + (contents.card?.files.count ?? 0)
    let counts = [
      Card.collection: contents.card == nil ? 1 : 2, CardField.collection: contents.card == nil ? 1 : 3,
      CardAttachment.collection: files, AttachmentContents.collection: files,
    ]
    for (collection, count) in counts {
      try expect("records of \(collection)", records.count { $0.collection == collection }, equals: count)
    }
  }

  /// If the picture is still shared, then with its watermark as it is now.
  private func expectShared(_ text: String??) throws {
    guard let url, let shared = place.app.sharedFiles.contents(of: url) else { return }
    guard let text else { return try expect("what was shared of a deleted file is withdrawn", false) }
    let marked = try text.map { try system.parts.images.watermarked(VaultWorkplace.picture, text: $0) }
    try expect("the shared picture has the watermark \(text ?? "of nothing")", shared == marked ?? VaultWorkplace.picture)
  }
}
