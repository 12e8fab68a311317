import Foundation
import ImageStandIns
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference
import StorageContract
import StorageFaults

/// Cards with attachments, of which some are deleted: QV-03.
enum DeletionMachine {
  typealias DeletionCommand = Command<DeletionModel, DeletionDriver>

  static let create = DeletionCommand("create", weight: 3, with: .frequency((3, .smallCard), (1, .cardOfManyFields))) {
    model, draft in
    model.vault.create(draft)
  } system: { app, draft in
    try await app.vault.create(draft)
  }

  static let attach = DeletionCommand(
    "attach", weight: 3, with: \.attaching, when: { !$0.vault.cards.isEmpty && $0.attached < 40 },
    requiring: { $0.vault.card($1.card) != nil }
  ) { model, attaching in
    model.attach(attaching)
  } system: { app, attaching in
    try await app.attach(attaching)
  }
  .labelled("more attachments than a small page") { $0.after.attachments.values.contains { $0.count > 16 } }

  static let share = DeletionCommand(
    "share", weight: 2, with: { .element(of: $0.presentAttachments) }, when: { !$0.presentAttachments.isEmpty },
    requiring: { $0.presentAttachments.contains($1) }
  ) { model, attachment in
    model.shared.insert(attachment)
  } system: { app, attachment in
    try await app.share(attachment)
  }

  static let delete = DeletionCommand("delete", weight: 4, with: \.vault.anyCard) { model, card in
    try model.delete(card)
    return DeletionTraces()
  } system: { app, card in
    try await app.delete(card)
  }
  .labelled("deletes a card with attachments") { $0.deleted.map { $0.attachments.count > 0 } ?? false }
  .labelled("deletes a card beside others") { $0.deleted != nil && $0.after.vault.cards.count > 0 }
  .labelled("deletes one of two with a title") { step in
    step.deleted.map { deleted in step.after.vault.cards.contains { $0.title.isExactly(deleted.title) } } ?? false
  }
  .labelled("deletes what is being shared") { $0.after.shared.count < $0.before.shared.count }
  .labelled("deletes what is not there") { $0.error != nil }

  /// Refused at one of its steps, if it has so many. A deletion that none of them stops is a deletion.
  static let deleteRefused = DeletionCommand(
    "deleteRefused", weight: 2, with: \.refusedDeletion, when: { !$0.vault.cards.isEmpty },
    requiring: { $0.vault.card($1.card) != nil },
    foreseeing: { _, _ in },
    system: { app, refused in try await app.delete(refused) },
    judging: { model, refused, found in
      guard found.isRefused else { return try model.delete(refused.card) }
      try expect("the store is as it was when a deletion was refused", found.isUnchanged)
    }
  )
  .labelled("the store refuses a deletion") { $0.result(RefusedDeletion.Found.self)?.isRefused ?? false }

  static let relaunch = DeletionCommand("relaunch") { model in
    model.shared = []
  } system: { app in
    try await app.vault.relaunch()
  }

  static let machine = StateMachine(
    initially: Generator<CardsModel>.vault(of: 1...3).map { DeletionModel(vault: $0) }, commands: [create, attach, delete, share, deleteRefused, relaunch],
    closing: [relaunch],
    invariants: [
      Invariant("every card, as it is fetched", model: \.vault.cards, system: { try await $0.vault.cardsByNumber() }),
      Invariant("the attachments of each card, by number", model: \.attachments, system: { try await $0.attachments() }),
      Invariant(
        "records that speak of what was deleted", model: { _ in [] }, system: { try await $0.recordsOfTheDeleted() }),
    ]
  )
  .settingUp { app, model in try await app.vault.begin(with: model.vault) }
  .withLongCases
  .withoutSwarm
  .showing(\.summary)
}

struct DeletionModel: Sendable, CounterexampleDescribable {
  var vault = CardsModel()
  /// By card: those of each, in the order in which they were added, from 0 over all cards.
  var attachments: [Int: [Int]] = [:]
  var attached = 0
  var shared: Set<Int> = []

  var presentAttachments: [Int] { attachments.values.flatMap { $0 }.sorted() }

  mutating func attach(_ attaching: Attaching) {
    attachments[attaching.card, default: []] += attached..<attached + attaching.count
    attached += attaching.count
  }

  mutating func delete(_ card: Int) throws {
    try vault.delete(card)
    shared.subtract(attachments[card] ?? [])
    attachments[card] = nil
  }

  var counterexampleDescription: String {
    let files = attachments.isEmpty ? "" : " with attachments \(describe(attachments))"
    return describe(vault) + files + (shared.isEmpty ? "" : ", shared \(describe(shared))")
  }

  var summary: String {
    vault.cards.map { card in
      let number = card.number ?? -1
      return "card \(number) with \(attachments[number]?.count ?? 0) attachments"
    }.joined(separator: ", ")
  }

  fileprivate var attaching: Generator<Attaching> {
    let model = self
    return Generator { source in
      Attaching(
        card: try source(model.vault.presentCard), count: try source(.frequency((9, .constant(1)), (1, .constant(17)))),
        isImage: try source(.bool))
    }
  }

  fileprivate var refusedDeletion: Generator<RefusedDeletion> {
    let model = self
    return Generator { source in
      let point = try source(.element(of: [StoreFault.Point.commit, .delete, .delete]))
      return RefusedDeletion(
        card: try source(model.vault.presentCard), point: point,
        step: point == .delete ? try source(.int(in: 0...4)) : 0)
    }
  }
}

struct Attaching: Sendable, CounterexampleDescribable {
  let card: Int
  let count: Int
  let isImage: Bool

  var counterexampleDescription: String { "\(count) \(isImage ? "images" : "files") to card \(card)" }
}

/// A deletion that the store refuses at a call of its transaction.
struct RefusedDeletion: Sendable, CounterexampleDescribable {
  let card: Int
  let point: StoreFault.Point
  /// Of the calls of this kind, from 0.
  let step: Int

  struct Found: Sendable {
    var isRefused: Bool
    var isUnchanged: Bool
  }

  var counterexampleDescription: String { "card \(card), refused at \(point.rawValue) \(step + 1)" }
}

/// What a deletion has left, or done to others.
struct DeletionTraces: Sendable, Equatable, CounterexampleDescribable {
  var recordsLeft: [String] = []
  var filesLeft: [String] = []
  var changedOthers = false

  var counterexampleDescription: String {
    let left = recordsLeft + filesLeft.map { "the file \($0)" }
    let parts = (left.isEmpty ? [] : ["left \(left.joined(separator: ", "))"]) + (changedOthers ? ["changed others"] : [])
    return parts.isEmpty ? "nothing left, no others changed" : parts.joined(separator: ", ")
  }
}

extension CommandStep<DeletionModel> {
  /// The card that this step deleted.
  fileprivate var deleted: (title: String, attachments: [Int])? {
    guard let number = argument(Int.self), let card = before.vault.card(number), after.vault.card(number) == nil else {
      return nil
    }
    return (card.title, before.attachments[number] ?? [])
  }
}

extension Generator where Value == CardDraft {
  /// With more fields than a small page has records.
  fileprivate static var cardOfManyFields: Generator {
    Generator<CardDraft>.smallCard.map { card in
      var card = card
      card.fields += (1...17).map { DraftField(label: "\($0)", value: "", isRequired: false, displayOrder: $0) }
      return card
    }
  }
}
