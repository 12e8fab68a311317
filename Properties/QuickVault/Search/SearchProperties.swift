import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference

/// Finding cards: by what they say, and by whose they are.
public enum SearchProperties: PropertyGroup {
  public static let all: [Property<QuickVaultSystem>] = [search, groups]

  // Feature: quick-vault-ios, Property 21: Search Matches Title and Fields
  static let search = Requirement<QuickVaultSystem>(
    "QV-21", "Search Matches Title and Fields",
    says: """
      A search finds a card if and only if the query, trimmed of blanks at its ends, is part of its title, of a field's \
      value or of a tag, in whole characters and regardless of letter case. Labels are not searched. A blank query finds \
      all cards. Results are in the order of the list. While the vault is locked, the app refuses to search.
      """,
    covers: "7.1", of: "CardService.searchCards", needs: [.storage],
    mustCatch: [
      .findsNothing, .searchesWhatIsEncrypted, .searchesTheFirstField, .searchesLabels, .regardsCase, .searchesOneText,
      .doesNotTrimQueries, .searchesTitlesAlone, .ignoresTags, .comparesScalars, .lowersASCIIAlone, .searchesBeginnings,
      .searchesTheSecondLetter, .remembersASearch, .findsInAnyOrder, .over(.limitsScans),
    ]
  ).holds(
    forAll: .cardSearches,
    requiring: [
      "found": 0.5, "not found": 0.3, "found in a title": 0.2, "found in a value": 0.3, "found in a tag": 0.15,
      "found in another case": 0.1, "found in a label alone": 0.03, "blank around the query": 0.1, "two cards found": 0.2,
      "found after an update": 0.03,
    ]
  ) { searches, system, trial in
    try await UnlockedVault.use(system) { vault in try await searches.run(in: vault, trial) }
  }

  // Feature: quick-vault-ios, Property 22: Group Filter Completeness
  static let groups = Requirement<QuickVaultSystem>(
    "QV-22", "Group Filter Completeness",
    says: """
      The list shows exactly the cards of the selected group that match the search, in the list's order. Without one, it \
      shows both groups. This holds whether the user sets the group or the query first, and after each change, addition \
      and deletion, on the list or elsewhere, even if an older change is answered after a newer one, or one comes \
      during a load. A lock keeps the group.
      """,
    covers: "7.3", of: "CardListViewModel", needs: [.storage],
    mustCatch: [.findsNothing]
  ).holds(
    of: CardListMachine.machine, commands: 1...12,
    requiring: [
      "a group with cards": 0.4, "a group and a query": 0.2, "back to both groups": 0.05, "a card changes its group": 0.1,
      "a card is added elsewhere": 0.1, "some match and some do not": 0.3,
      "the older of two changes is answered last": 0.2, "a change is answered after the deletion of its card": 0.08,
      "a card changes while the list is read": 0.1, "locked with a group": 0.05,
    ],
    making: { try await CardListDriver($0) }, tearDown: { try await $0.vault.end() })
}
