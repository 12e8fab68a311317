import Foundation
import PropertyTesting
import QuickVaultReference

/// Something that the app does with its store or its keychain.
struct VaultOperation: Sendable, CounterexampleDescribable {
  enum Start: Sendable { case new, locked, unlocked }

  let name: String
  let start: Start
  /// What the user does on the screens before.
  let prepare: @MainActor @Sendable (VaultWorkplace) -> Void
  let perform: @MainActor @Sendable (VaultWorkplace) async throws -> Void
  /// What is in the vault then, of what was in it before.
  let effect: @Sendable (inout WorkplaceContents) -> Void
  /// Whether it succeeds although a call was refused that it can do without: the failures that a password ends are
  /// counted once more, and biometrics wait for the next unlock.
  let canDoWithout: Bool
  /// Whether the service of cards is asked, or a screen that asks it.
  private(set) var isOfCards = false
  /// Whether the list says what went wrong, instead of an error.
  let isOfTheList: Bool
  /// The files whose shares it ends.
  let endsShares: Set<String>

  private init(
    _ name: String, _ start: Start = .unlocked, canDoWithout: Bool = false, isOfTheList: Bool = false,
    endsShares: Set<String> = [],
    effect: @escaping @Sendable (inout WorkplaceContents) -> Void = { _ in },
    after prepare: @escaping @MainActor @Sendable (VaultWorkplace) -> Void = { _ in },
    _ perform: @escaping @MainActor @Sendable (VaultWorkplace) async throws -> Void
  ) {
    (self.name, self.start, self.prepare, self.perform) = (name, start, prepare, perform)
    (self.effect, self.canDoWithout, self.isOfTheList, self.endsShares) = (effect, canDoWithout, isOfTheList, endsShares)
  }

  var counterexampleDescription: String { name }

  private var ofCards: VaultOperation {
    var operation = self
    operation.isOfCards = true
    return operation
  }

  static let all = cards.map(\.ofCards) + files + watermarks + access

  private static let cards = [
    VaultOperation("create a card", effect: { contents in
      contents.cards["c"] = .init(values: ["4", "5"], tags: ["u", "v"], group: "Company", isPinned: false, files: [:])
    }) { place in
      _ = try await place.app.cards.createCard(
        title: "c", group: "Company", cardType: "GeneralText",
        fields: [VaultWorkplace.field("Content", "4"), VaultWorkplace.field("own", "5")], tags: ["u", "v"])
    },
    VaultOperation("update a card", effect: { contents in
      contents.cards["a2"] = contents.cards.removeValue(forKey: "a")
      contents.cards["a2"]?.values = ["6"]
    }) { place in
      _ = try await place.app.cards.updateCard(
        id: place.id("a"), title: "a2", group: nil, fields: [VaultWorkplace.field("内容", "6")], tags: nil)
    },
    VaultOperation("save an edited card", effect: { contents in
      contents.cards["a"]?.values = ["1", "7"]
      contents.cards["a"]?.group = "Company"
    }, after: { place in
      place.detail?.isEditing = true
      place.detail?.card?.group = "Company"
      place.detail?.card?.fields[1].value = "7"
    }) { place in
      try await place.detail?.saveCard()
      try expect("editing has ended", place.detail?.isEditing, equals: false)
    },
    VaultOperation("pin a card", isOfTheList: true, effect: { $0.cards["b"]?.isPinned.toggle() }) { place in
      try await place.onTheList { await $0.togglePin(place.id("b")) }
    },
    VaultOperation("delete a card", isOfTheList: true, endsShares: ["picture"], effect: { $0.cards["a"] = nil }) { place in
      try await place.onTheList { await $0.deleteCard(place.id("a")) }
    },
    VaultOperation("load the list", isOfTheList: true) { place in
      try await place.onTheList { await $0.loadCards() }
      // Whoever has locked when all was read sees nothing of it.
      try expect("the list shows all cards or none", [[], ["a", "b"]].contains(place.list.cards.map(\.title).sorted()))
    },
    VaultOperation("search cards") { place in
      try expect("what is found", try await place.app.cards.searchCards(query: "3").map(\.title), equals: ["b"])
    },
  ]

  private static let files = [
    VaultOperation("attach a picture", effect: { contents in
      contents.cards["b"]?.files["another"] = .init(bytes: VaultWorkplace.picture, watermark: nil, hasThumbnail: true)
    }) { place in
      _ = try await place.app.attachments.addAttachment(
        to: place.id("b"), fileData: VaultWorkplace.picture, fileName: "another", mimeType: "image/png")
    },
    VaultOperation("delete an attachment", endsShares: ["picture"], effect: { $0.cards["a"]?.files["picture"] = nil }) { place in
      try await place.app.attachments.deleteAttachment(id: place.id("picture"))
    },
    VaultOperation("list attachments") { place in
      try await place.detail?.loadAttachments()
      try expect("files on the screen", place.detail?.attachments.map(\.fileName).sorted(), equals: ["picture", "text"])
    },
    VaultOperation("read an attachment") { place in
      let data = try await place.app.attachments.attachmentData(id: place.id("text"))
      try expect("the file", String(decoding: data, as: UTF8.self), equals: "text")
    },
    VaultOperation("share an attachment") { place in
      let url = try await place.app.attachments.shareAttachment(id: place.id("text"))
      try expect("the shared file is there", place.app.sharedFiles.contents(of: url) == Array("text".utf8))
      place.app.shareEnded(url)
    },
    VaultOperation("share a picture with its watermark", endsShares: ["picture"]) { place in
      let url = try await place.app.attachments.shareAttachment(id: place.id("picture"))
      try expect("the shared picture is there", place.app.sharedFiles.contents(of: url) != nil)
      place.app.shareEnded(url)
    },
  ]

  private static let watermarks = [
    VaultOperation("change a watermark", endsShares: ["picture"], effect: { $0.cards["a"]?.files["picture"]?.watermark = "V" }) { place in
      try await place.app.watermarks.updateWatermark(for: place.id("picture"), text: "V")
    },
    VaultOperation("remove a watermark", endsShares: ["picture"], effect: { $0.cards["a"]?.files["picture"]?.watermark = nil }) { place in
      try await place.app.watermarks.removeWatermark(from: place.id("picture"))
    },
  ]

  private static let access = [
    VaultOperation("set a password", .new) { try await $0.app.authScreen.setupPassword($0.password) },
    VaultOperation("unlock with the password", .locked, canDoWithout: true) {
      try await $0.app.authScreen.authenticate(with: $0.password)
    },
    VaultOperation("unlock with biometrics", .locked) { try await $0.app.authScreen.authenticateWithBiometric() },
    VaultOperation("change the password", canDoWithout: true) { place in
      try await place.app.authentication.changePassword(oldPassword: place.password, newPassword: "another password")
      place.password = "another password"
    },
  ]
}
