import Foundation
import PropertyTesting
import QuickVaultReference
import StorageContract

/// A vault of which one record is damaged: what reads, what is refused, and what the log is given.
@MainActor
struct RecordDriver {
  private let place: VaultWorkplace
  private let records: [StoredItem]
  private let readings: [Reading]
  private let before: [Outcome]

  private static let collections = [
    Card.collection, CardField.collection, CardAttachment.collection, AttachmentContents.collection,
  ]

  /// Something that reads the vault, and says what it found.
  private struct Reading {
    let name: String
    let read: @MainActor () async throws -> String
  }

  private enum Outcome: Equatable {
    case found(String)
    case refused(AppError)
  }

  init(_ system: QuickVaultSystem) async throws {
    place = try await VaultWorkplace(system, .unlocked)
    let collections = Self.collections
    records = try await StoredContents(place.store).records.filter { collections.contains($0.collection) }
      .sorted { ($0.collection, $0.key) < ($1.collection, $1.key) }
    readings = Self.readings(of: place)
    before = await Self.outcomes(of: readings)
    try expect("what reads a vault that is whole fails", before.contains { if case .refused = $0 { true } else { false } }, equals: false)
  }

  func run(_ drawn: DamagedRecord, _ trial: Trial) async throws {
    guard let damaged = drawn.applied(to: records) else { return }
    trial.label(damaged.damage.rawValue)
    trial.label("in \(damaged.original.collection)")
    try await replace(damaged.original, by: damaged.record)
    let stored = try await StoredContents(place.store)
    try await expectRefused(damaged)
    try await expectNoChange(of: damaged, stored)
    try await replace(damaged.record, by: damaged.original)
    try expect("what reads the record as it was", await Self.outcomes(of: readings) == before)
    try await place.close()
  }

  /// What reads the record is refused; what does not finds what it found before.
  private func expectRefused(_ damaged: DamagedRecord.Damaged) async throws {
    var refusals: [AppError] = []
    for (reading, (found, expected)) in zip(readings, zip(await Self.outcomes(of: readings), before)) {
      switch found {
      case .found: try expect("\(reading.name), of a vault where \(damaged.damage.rawValue), finds the same or fails", found == expected)
      case .refused(let error):
        refusals.append(error)
        try expectWords(of: error, damaged)
      }
    }
    try expect("where \(damaged.damage.rawValue) (\(damaged.field)), something is refused", !refusals.isEmpty)
  }

  private func expectWords(of error: AppError, _ damaged: DamagedRecord.Damaged) throws {
    switch (error, damaged.damage) {
    case (.attachment(.corrupted), .ciphertextIsAnothers), (.attachment(.notFound), .keyIsNone),
      (.attachment(.cardNotFound), .keyIsNone):
      return
    case (.database(let log), .ciphertextIsAnothers), (.database(let log), .textIsGarbled):
      try expect("the log is given a reason", !log.isEmpty)
      try expect("the log reads “\(log)”, with what was found", !log.hasBytes(of: DamagedRecord.leak))
    case (.database(let log), _):
      try expect("the log reads “\(log)”, without", log.firstMissing(of: [damaged.record.key, damaged.field]), equals: nil)
      try expect("the log reads “\(log)”, with what was found", !log.hasBytes(of: DamagedRecord.leak))
    default: try expect("a record where \(damaged.damage.rawValue) is refused with database, not with \(error)", false)
    }
  }

  /// A change of a card that does not read is refused, and changes nothing.
  private func expectNoChange(of damaged: DamagedRecord.Damaged, _ stored: StoredContents) async throws {
    guard [Card.collection, CardField.collection].contains(damaged.original.collection),
      let card = UUID(uuidString: String(damaged.original.key.prefix(36))),
      damaged.damage != .keyIsNone
    else { return }
    do {
      _ = try await place.app.cards.togglePin(id: card)
      try expect("the pin of a card where \(damaged.damage.rawValue) is refused", false)
    } catch AppError.database {
      try expect("nothing changes", try await StoredContents(place.store) == stored)
    }
  }

  private func replace(_ old: StoredItem, by new: StoredItem) async throws {
    try await place.store.write { transaction in
      _ = try transaction.delete(old.key, in: old.collection)
      _ = try transaction.put(new.fields, at: new.key, in: new.collection)
    }
  }

  private static func outcomes(of readings: [Reading]) async -> [Outcome] {
    var outcomes: [Outcome] = []
    for reading in readings {
      do {
        outcomes.append(.found(try await reading.read()))
      } catch {
        outcomes.append(.refused(AppError(error)))
      }
    }
    return outcomes
  }

  private static func readings(of place: VaultWorkplace) -> [Reading] {
    let app = place.app
    var readings = [
      Reading(name: "reading all cards") {
        "\(try await app.cards.fetchAllCards().map { [$0.title] + $0.fields.map(\.value) + $0.tags })"
      },
      Reading(name: "a search") { "\(try await app.cards.searchCards(query: "3").map(\.title))" },
    ]
    for card in ["a", "b"] {
      readings.append(Reading(name: "reading the files of \(card)") {
        let files = try await app.attachments.fetchAttachments(for: place.id(card))
        return "\(files.map { "\($0.fileName) \($0.mimeType) \($0.watermarkText ?? "") \($0.fileSize) \($0.thumbnailImage?.width ?? 0)" })"
      })
    }
    for file in ["picture", "text", "icon"] {
      readings.append(Reading(name: "reading \(file)") { "\(try await app.attachments.attachmentData(id: place.id(file)))" })
    }
    return readings
  }
}
