import PropertyTesting
import QuickVaultReference

/// Claims about the whole app, over sessions of everything that can be done with it.
public enum AppProperties: PropertyGroup {
  public static let all: [Property<QuickVaultSystem>] = [lockedShowsNothing, nothingIsLost, guessesAreLimited, leavesMarked]

  static let lockedShowsNothing = Requirement<QuickVaultSystem>(
    "QV-APP-01", "A Locked App Shows Nothing",
    says: """
      After a lock, whatever the user had opened, searched or shared, no screen shows data of the vault, the \
      system keeps the cover, shared files are gone, the key is out of reach, and the app refuses every access. \
      While the vault is unlocked, every screen shows the current cards and files, whichever screen changed \
      them.
      """,
    covers: "9.7", "12.1", "12.4", "18.4", of: "VaultApp", needs: [.storage, .virtualTime],
    mustCatch: [.doesNotTellTheCard]
  ).holds(
    of: AppMachine.seen, commands: AppMachine.commandCount, requiring: [
      "locks with a card on the screen": 0.08, "is in the switcher with a card on the screen": 0.1,
      "goes to the background with a file on the screen": 0.06, "deletes the card on the screen": 0.06,
      "the timer locks": 0.05, "a card is opened while it is locked": 0.1, "a change is refused while it is locked": 0.08,
      "a share is refused while it is locked": 0.06, "a copy is refused while it is locked": 0.1,
    ],
    making: { try await AppDriver($0, $1) }, tearDown: { try await $0.close() })

  static let nothingIsLost = Requirement<QuickVaultSystem>(
    "QV-APP-02", "Nothing Acknowledged Is Lost",
    says: """
      Every change that the app acknowledged is there after any locks, password changes, relaunches and \
      kills at any write: cards, files, watermarks and the password. An operation that was killed took \
      effect completely or not at all. A deletion leaves no record behind.
      """,
    covers: "1.3", "5.2", "5.6", "11.3", of: "VaultApp", needs: [.storage, .virtualTime],
    mustCatch: [.over(.losesUnflushedWrites), .over(.servesStaleReads)],
    AuthenticationTwin.twin.faults(.makesANewDataKey, .changesInTwoWrites)
  ).holds(
    of: AppMachine.kept, commands: AppMachine.commandCount, requiring: [
      "is killed before a change is stored": 0.35, "is killed after a change is stored": 0.3,
      "is launched anew over cards and files": 0.14, "changes the password of a vault with cards": 0.17,
      "deletes a card with files": 0.04, "reads cards with files": 0.2,
    ],
    making: { try await AppDriver($0, $1) }, tearDown: { try await $0.close() })

  static let guessesAreLimited = Requirement<QuickVaultSystem>(
    "QV-APP-03", "Nobody Gets Round the Limit",
    says: """
      After three wrong passwords in a row, the app checks no password for 30 seconds, not even the right one. Each \
      further wrong password starts this time again. A relaunch, a kill during a guess, the background, a lock, \
      biometrics or a changed clock makes the time neither shorter nor longer.
      """,
    covers: "11.4", "9.3", of: "VaultApp", needs: [.storage, .virtualTime],
    mustCatch: [.forgetsFailuresAtALaunch],
    AuthenticationTwin.twin.faults(.measuresByTheWallClock, .countsAfterLooking)
  ).holds(
    of: AppMachine.guessed, commands: AppMachine.commandCount, requiring: [
      "is locked out": 0.3, "the right password is refused for a while": 0.22, "is killed while it guesses": 0.33,
      "is launched anew while it is limited": 0.15, "goes to the background while it is limited": 0.1,
      "the clock is set while it is limited": 0.17, "unlocks with biometrics": 0.18,
    ],
    making: { try await AppDriver($0, $1) }, tearDown: { try await $0.close() })

  static let leavesMarked = Requirement<QuickVaultSystem>(
    "QV-APP-04", "Shared Files Carry Their Watermark",
    says: """
      A shared file carries its current watermark. The app withdraws it if the watermark changes, at the end \
      of the share, at a lock and at the next launch. Nothing else leaves the vault: whatever the user did \
      before, no value, file or password can be read in the raw bytes of the store or beside it.
      """,
    covers: "6.4", "6.7", "10.1", of: "VaultApp", needs: [.storage, .virtualTime],
    mustCatch: [.leavesFilesThatAreMarked, .leavesThumbnailsReadable]
  ).holds(
    of: AppMachine.left, commands: AppMachine.commandCount, requiring: [
      "shares a picture with its watermark": 0.12, "writes over a picture that is shared": 0.04,
      "is launched anew while a file is shared": 0.01, "locks while a file is shared": 0.03,
      "is killed after a change is stored": 0.25,
    ],
    making: { try await AppDriver($0, $1) }, tearDown: { try await $0.close() })
}
