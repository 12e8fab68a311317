import PropertyTesting
import QuickVaultReference
import StorageContract
import StorageFaults

/// What hinders the app in the middle of something.
public enum FailureProperties: PropertyGroup {
  public static let all: [Property<QuickVaultSystem>] = [hindered, typedMeanwhile]

  static let hindered = Requirement<QuickVaultSystem>(
    "QV-F1", "Nothing Is Done By Halves",
    says: """
      If any call of store or keychain is refused, the user learns of it, the log gets the reason, and all is as it \
      was; the app checks no password that it cannot count. If somebody locks during an operation, the operation is \
      complete, or has not happened and says so, even if the vault is unlocked again meanwhile; screens and shared \
      files are gone. Without a refusal, the same operation succeeds.
      """,
    covers: "1.3", "5.2", "9.4", "11.3", of: "every service of VaultApp", needs: [.storage],
    mustCatch: [
      .deletesIfItCan, .makesUpRefusedPins, .findsNothingIfItCannotRead, .setsPasswordsWithoutBiometrics, .sharesAfterALock,
      .deletesAfterALock, .listsAttachmentsAfterALock, .marksAfterALock, .forgetsWhyItFailed, .looksWithoutCounting,
      .over(.keepsFirstWriteOnRollback),
    ]
  ).holds(
    forAll: .element(of: VaultOperation.all),
    requiring: [
      "a transaction is refused": 0.9, "a call in a transaction is refused": 0.9, "the end of a transaction is refused": 0.4,
      "overtaken by the lock": 0.9, "overtaken by another session": 0.7, "done before the lock": 0.4,
    ]
  ) { operation, system, trial in
    var refused = try await HinderedOperation(operation, system, trial)
    try await refused.runRefused()
    var locked = try await HinderedOperation(operation, system, trial)
    try await locked.runLocked()
    // A password that is changed has to be done with before another is looked at.
    guard operation.start == .unlocked, !operation.canDoWithout else { return }
    var relocked = try await HinderedOperation(operation, system, trial)
    try await relocked.runRelocked()
  }

  static let typedMeanwhile = Requirement<QuickVaultSystem>(
    "QV-F2", "What Is Typed Meanwhile Stays",
    says: """
      What the user types while a card is being saved stays on its screen, to be saved next; the card is stored as it was \
      when he saved it, and the list shows it so. Other screens do not change what is typed. Once saved, and not typed on, \
      the card is no longer edited and follows them.
      """,
    covers: "1.2", of: "CardDetail", needs: [.storage],
    mustCatch: [.throwsTypedTextAway, .goesOnEditing, .endsEditing, .followsOtherScreens]
  ).holds(
    forAll: .int(in: 0...5), requiring: ["typed on": 0.2, "not typed on": 0.2]
  ) { call, system, trial in
    let hasGoneOn = try await TypedMeanwhile(system).run(beforeCall: call)
    trial.label(hasGoneOn ? "typed on" : "not typed on")
  }
}
