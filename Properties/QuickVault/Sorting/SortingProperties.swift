import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// The order of the list: pinned cards first, and what was touched last before the rest.
public enum SortingProperties: PropertyGroup {
  public static let all: [Property<QuickVaultSystem>] = [pinnedFirst, pinnedByTime, unpinnedByTime]

  // Feature: quick-vault-ios, Property 33: Pinned Cards Sort Order
  static let pinnedFirst = Requirement<QuickVaultSystem>(
    "QV-33", "Pinned Cards Sort Order",
    says: """
      All pinned cards come before all others. Within each group, the latest modification comes first, then the \
      latest creation, then the lower id. The result does not depend on the order of the input. No card is lost or \
      duplicated. Sorting a sorted list changes nothing. The list on the screen has this order after loading and \
      after each toggle.
      """,
    covers: "16.1", of: "CardListViewModel (CardSorter)",
    mustCatch: [
      .takesEqualCardsForOrdered, .leavesTiesAsTheyCome, .dropsEqualCards, .sortsPinnedLast, .ignoresPins,
      .ordersTiesByTheEarlierCreation, .ordersTiesByTitle,
    ]
  ).holds(
    forAll: .cardListings,
    requiring: [
      "all pinned": 0.04, "none pinned": 0.08, "some pinned": 0.3, "equal modifications": 0.35, "equal but for the id": 0.03,
      "a toggle on the screen": 0.4,
    ]
  ) { listing, system, trial in
    listing.label(trial)
    try listing.expectSorted(by: system.parts.sort)
    try await listing.expectSortedOnTheScreen(of: system)
  }

  // Feature: quick-vault-ios, Property 34: Pinned Cards Internal Sort
  static let pinnedByTime = Requirement<QuickVaultSystem>(
    "QV-34", "Pinned Cards Internal Sort",
    says: """
      Among the pinned cards, the latest modification comes first, to the millisecond. If times are equal, the latest \
      creation comes first, then the lower id. If the user updates a pinned card, it moves before all cards that were \
      modified earlier, and these keep their order. This holds on the screen, in the vault and after a relaunch.
      """,
    covers: "16.4", of: "CardListViewModel (CardSorter)", needs: [.storage, .virtualTime],
    mustCatch: [
      .sortsPinnedOldestFirst, .sortsPinnedByCreation, .sortsPinnedByPinning, .comparesDays, .comparesMinutes,
      .over(.truncatesDates),
    ],
    CardServiceTwin.twin.faults(.stampsToTheSecond)
  ).holds(
    of: ListOrderMachine.pinned, commands: 1...10,
    requiring: [
      "three pinned": 0.4, "equal times among them": 0.15, "one of them is updated and leads": 0.2,
      "one of them is updated and does not lead": 0.05,
    ],
    making: { try await CardListDriver($0) }, tearDown: { try await $0.vault.end() })

  // Feature: quick-vault-ios, Property 35: Unpinned Cards Internal Sort
  static let unpinnedByTime = Requirement<QuickVaultSystem>(
    "QV-35", "Unpinned Cards Internal Sort",
    says: """
      Among the unpinned cards, the latest modification comes first, to the millisecond. If times are equal, the latest \
      creation comes first, then the lower id. If the user updates or unpins a card, it moves before all unpinned cards \
      that were modified earlier, and these keep their order. This holds on the screen, in the vault and after a relaunch.
      """,
    covers: "16.5", of: "CardListViewModel (CardSorter)", needs: [.storage, .virtualTime],
    mustCatch: [
      .leavesUnpinnedAsTheyCome, .sortsUnpinnedByTitle, .sortsUnpinnedByCreation, .comparesMinutes, .over(.truncatesDates),
    ],
    CardServiceTwin.twin.faults(.doesNotCountPins, .stampsToTheSecond)
  ).holds(
    of: ListOrderMachine.unpinned, commands: 1...10,
    requiring: [
      "three unpinned": 0.4, "equal times among them": 0.15, "one of them is updated and leads": 0.2,
      "one is unpinned and leads": 0.1,
    ],
    making: { try await CardListDriver($0) }, tearDown: { try await $0.vault.end() })
}
