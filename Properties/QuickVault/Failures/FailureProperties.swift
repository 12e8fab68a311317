import PropertyTesting
import QuickVaultReference
import StorageContract
import StorageFaults

/// What hinders the app in the middle of something.
public enum FailureProperties: PropertyGroup {
  public static let all: [Property<QuickVaultSystem>] = [hindered, typedMeanwhile, overlapping]

  static let hindered = Requirement<QuickVaultSystem>(
    "QV-F1", "Nothing Is Done By Halves",
    says: """
      If the store, keychain or random source refuses a call, the user gets an error, the log the reason, and nothing \
      changes. If the call is cancelled, no failure is told. No password is checked that cannot be counted. If the vault is \
      locked during an operation, even if unlocked again, the operation is whole or has no effect, and begins nothing more; \
      screens and shared files are cleared.
      """,
    covers: "1.3", "5.2", "9.4", "11.3", of: "every service of VaultApp", needs: [.storage],
    mustCatch: [.deletesIfItCan, .over(.keepsFirstWriteOnRollback)]
  ).holds(
    forAll: .element(of: VaultOperation.all),
    requiring: [
      "a transaction is refused": 0.9, "a call in a transaction is refused": 0.9, "the end of a transaction is refused": 0.4,
      "a draw of random bytes is refused": 0.2,
      "overtaken by the lock": 0.9, "overtaken by another session": 0.7, "done before the lock": 0.4,
    ]
  ) { operation, system, trial in
    var refused = try await HinderedOperation(operation, system, trial)
    try await refused.runRefused()
    var cancelled = try await HinderedOperation(operation, system, trial)
    try await cancelled.runRefused(isCancelled: true)
    var locked = try await HinderedOperation(operation, system, trial)
    try await locked.runLocked()
    // A password that is changed has to be done with before another is looked at.
    guard operation.start == .unlocked, !operation.canDoWithout else { return }
    var relocked = try await HinderedOperation(operation, system, trial)
    try await relocked.runRelocked()
  }

  static let typedMeanwhile = Requirement<QuickVaultSystem>(
    "QV-F2", "Text Typed During a Save Stays",
    says: """
      If the user types while a card is being saved, the typed text stays on the card's screen, for the next save. The app \
      stores the card as it was when the user saved it, and the list shows that state. Other screens do not change typed \
      text. If the user typed nothing more, the saved card is no longer edited and follows other screens.
      """,
    covers: "1.2", of: "CardDetail", needs: [.storage],
    mustCatch: [.doesNotTellTheCard]
  ).holds(
    forAll: .int(in: 0...5), requiring: ["typed on": 0.2, "not typed on": 0.2]
  ) { call, system, trial in
    let hasGoneOn = try await TypedMeanwhile(system).run(beforeCall: call)
    trial.label(hasGoneOn ? "typed on" : "not typed on")
  }

  static let overlapping = Requirement<QuickVaultSystem>(
    "QV-F3", "Overlapping Operations Are Whole",
    says: """
      If one operation on a card begins while another is under way, on any screen, both come to what one after the other \
      would, in some order: no change is lost, nothing is left of a deleted card or file, and an operation fails only if \
      the other deleted what it is about. Then the screens show what is in the vault, and shared files have their current \
      watermark.
      """,
    covers: "1.2", "5.6", "6.7", of: "every service of VaultApp", needs: [.storage]
  ).holds(
    forAll: .overlap,
    requiring: [
      "deleted meanwhile": 0.05, "both done": 0.5, "another change of a card": 0.05, "another watermark": 0.02,
      "a share": 0.05,
    ]
  ) { overlap, system, trial in
    try await overlap.run(system, trial)
  }
}

extension Fault<QuickVaultSystem> {
  static let deletesIfItCan = Fault("deletesIfItCan", "says that a card is deleted, whatever the store says") {
    $0.parts.alterCards { cards, _ in
      AlteredCards(cards, deleteCard: { id in
        do { try await cards.deleteCard(id: id) } catch AppError.database {}
      })
    }
  }
}
