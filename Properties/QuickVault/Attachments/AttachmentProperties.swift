import Foundation
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference
import StorageContract

/// Files that are attached to cards: what is stored of them, how large they may be, and that they go with their cards.
public enum AttachmentProperties: PropertyGroup {
  public static let all: [Property<QuickVaultSystem>] = [roundTrip, fileSizeLimit, deletionWithCard]

  // Feature: quick-vault-ios, Property 14: Attachment Encryption Round Trip
  static let roundTrip = Requirement<QuickVaultSystem>(
    "QV-14", "Attachment Encryption Round Trip",
    says: """
      The vault returns every attachment byte for byte, with name, type and size, also after a relaunch. The card's screen \
      takes the type from the file ending, shows a picture's thumbnail of at most 128 pixels, and lists files by date. \
      Stored data is encrypted, differently each time. Changed, cut, missing or exchanged contents, even for the own \
      thumbnail, are corrupted; other attachments can be read.
      """,
    covers: "5.2", of: "CryptoService, AttachmentService", needs: [.storage],
    mustCatch: [.leavesThumbnailsReadable, .over(.dropsEmptyValues), .over(.endsValuesAtNUL), .over(.flipsBitsAtRest)]
  ).holds(
    forAll: .storedAttachments,
    requiring: [
      "an empty file": 0.01, "an image": 0.3, "64 KiB": 0.001, "a bit is flipped": 0.2, "is cut": 0.05, "files of one date": 0.1,
      "a thumbnail in place of its file": 0.3,
    ]
  ) { scenario, system, trial in
    var vault = try await AttachmentVault(system)
    let card = try await vault.addCard("a card")
    var ids: [UUID] = []
    trial.label("files of one date", if: scenario.gapMilliseconds == 0)
    for file in scenario.files {
      vault.device.clock.stepWallClock(by: .milliseconds(scenario.gapMilliseconds))
      trial.label("an empty file", if: file.bytes.isEmpty)
      trial.label("an image", if: file.isImage)
      trial.label("64 KiB", if: file.bytes.count >= 1 << 16)
      let attachment = try await vault.add(file, to: card)
      try expect("size, in bytes", attachment.fileSize, equals: Int64(file.bytes.count))
      try expect("name and type", [attachment.fileName, attachment.mimeType].map { Array($0.utf8) }, equals: [file.name, file.mimeType].map { Array($0.utf8) })
      try expect("an image has a thumbnail", attachment.thumbnailImage != nil, equals: file.isImage)
      ids.append(attachment.id)
    }
    try await scenario.expectReadable(ids, in: vault)
    try await scenario.expectSealed(ids, in: vault)
    let raw = try await vault.whatIsAtRest()
    for file in scenario.files { try expect("nothing readable on the disk", !shows(file.bytes, in: raw)) }
    try await scenario.expectReadable(ids, in: vault)
    try expect(
      "attachments of the card, in bytes", try await vault.app.attachments.fetchAttachments(for: card).map(\.fileSize).sorted(),
      equals: scenario.files.map { Int64($0.bytes.count) }.sorted())
    try await scenario.expectInOrder(ids, of: card, in: vault)
    try await scenario.added.expectAdded(to: card, beside: ids, in: vault)
    try expect("files beside the store", vault.device.files.keys.sorted(), equals: [])
    try await scenario.expectDamageIsNoticed(ids, in: vault, trial)
    try await vault.close()
  }

  // Feature: quick-vault-ios, Property 15: Attachment File Size Limit
  static let fileSizeLimit = Requirement<QuickVaultSystem>(
    "QV-15", "Attachment File Size Limit",
    says: """
      The app attaches a file if and only if the file, as given, has at most as many bytes as the limit (10 × 1024 × 1024 \
      by default), whatever the card already has. The app refuses a larger file with its size and the limit, and stores \
      nothing.
      """,
    covers: "5.3", of: "AttachmentService", needs: [.storage],
    mustCatch: [.refusesAllFiles]
  ).holds(
    forAll: .filesNearTheLimit,
    requiring: ["exactly the limit": 0.2, "one byte more": 0.2, "several that fit": 0.15, "a limit of 64 KiB": 0.02, "the limit of the app": 0.01]
  ) { files, system, trial in
    let isOfTheApp = files.limit == Generator<FilesNearTheLimit>.ofTheApp
    trial.label("the limit of the app", if: isOfTheApp)
    let policy =
      isOfTheApp ? VaultPolicy(derivationRounds: 1) : VaultPolicy(derivationRounds: 1, maximumFileSize: Int64(files.limit))
    let vault = try await AttachmentVault(system, policy: policy)
    let card = try await vault.addCard("a card")
    trial.label("a limit of 64 KiB", if: files.limit == 1 << 16)
    trial.label("several that fit", if: files.sizes.count { $0 <= files.limit } > 1)
    var kept: [Int64] = []
    for size in files.sizes {
      trial.label("exactly the limit", if: size == files.limit)
      trial.label("one byte more", if: size == files.limit + 1)
      let file = AttachmentFile(name: "a", mimeType: "text/plain", content: .long(seed: 1, count: size))
      let before = try await vault.stored()
      do {
        let attachment = try await vault.add(file, to: card)
        try expect("a file of \(size) bytes is refused at a limit of \(files.limit)", size <= files.limit)
        try expect("its contents", try await vault.app.attachments.attachmentData(id: attachment.id) == file.bytes)
        kept.append(Int64(size))
      } catch let error as AppError {
        try expect("a file of \(size) bytes is kept at a limit of \(files.limit)", size > files.limit)
        let reason = AttachmentError.fileTooLarge(size: Int64(size), max: Int64(files.limit))
        try expect("the reason", error, equals: .attachment(reason))
        try expect("nothing is stored of it", try await vault.stored() == before)
      }
      try expect(
        "sizes of the attachments, in bytes",
        try await vault.app.attachments.fetchAttachments(for: card).map(\.fileSize).sorted(), equals: kept.sorted())
    }
    try await vault.close()
  }

  // Feature: quick-vault-ios, Property 16: Attachment Deletion with Card
  static let deletionWithCard = Requirement<QuickVaultSystem>(
    "QV-16", "Attachment Deletion with Card",
    says: """
      If the user deletes a card, all its attachments are gone, also after a relaunch: from the list, with their \
      contents, thumbnails and shared files. Attachments of other cards and their shared files stay as they are.
      """,
    covers: "5.6", of: "CardService, AttachmentService", needs: [.storage],
    mustCatch: [.over(.bringsDeletedRecordsBack), .over(.losesLastWriteOfABatch)]
  ).holds(
    forAll: .cardDeletion,
    requiring: [
      "deletes several attachments": 0.3, "another card keeps attachments": 0.3, "deletes a shared one": 0.15,
      "another card shares": 0.1, "deletes a watermarked one": 0.1,
    ]
  ) { deletion, system, trial in
    deletion.label(trial)
    var vault = try await AttachmentVault(system)
    var cards: [CardWithAttachments] = []
    for (number, files) in deletion.cards.enumerated() {
      cards.append(try await CardWithAttachments("card \(number)", files, in: vault))
    }
    for deleted in deletion.deleted { try await vault.app.cards.deleteCard(id: cards[deleted].id) }
    let kept = cards.indices.filter { !deletion.deleted.contains($0) }
    let paths = vault.device.files.keys.sorted()
    try expect("shared files", paths, equals: kept.flatMap { cards[$0].sharedPaths }.sorted())
    for _ in 0..<2 {
      for deleted in deletion.deleted { try await cards[deleted].expectGone(from: vault) }
      for other in kept { try await cards[other].expectUnchanged(in: vault) }
      try await vault.relaunch()
    }
    try await vault.close()
  }
}
