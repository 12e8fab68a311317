import Foundation
import PropertyTesting
import QuickVaultReference
import StorageContract

// What QV-33 to QV-35 must catch: other orders.
extension Fault<QuickVaultSystem> {
  static let takesEqualCardsForOrdered = sort("takesEqualCardsForOrdered", "treats cards of equal time as ordered, either way") {
    $0.sorted { $0.isPinned == $1.isPinned ? $0.modifiedAt >= $1.modifiedAt : $0.isPinned }
  }
  static let leavesTiesAsTheyCome = sort("leavesTiesAsTheyCome", "leaves cards of equal time in the given order") {
    $0.pinnedFirst { $0.modifiedAt > $1.modifiedAt }
  }
  static let dropsEqualCards = sort("dropsEqualCards", "lists only one card of each time") { cards in
    var seen: Set<[String]> = []
    return CardSorter.sorted(cards).filter { seen.insert(["\($0.isPinned)", "\($0.modifiedAt)", "\($0.createdAt)"]).inserted }
  }
  static let sortsPinnedLast = sort("sortsPinnedLast", "puts pinned cards last") { cards in
    let sorted = CardSorter.sorted(cards)
    return sorted.filter { !$0.isPinned } + sorted.filter(\.isPinned)
  }
  static let ignoresPins = sort("ignoresPins", "sorts only by time") { cards in
    cards.sorted { $0.modifiedAt == $1.modifiedAt ? $0.id.uuidString < $1.id.uuidString : $0.modifiedAt > $1.modifiedAt }
  }
  static let ordersTiesByTheEarlierCreation = sort(
    "ordersTiesByTheEarlierCreation", "puts the earlier creation first if modifications are equal") {
    $0.pinnedFirst { left, right in
      if left.modifiedAt != right.modifiedAt { return left.modifiedAt > right.modifiedAt }
      return left.createdAt == right.createdAt ? left.id.uuidString < right.id.uuidString : left.createdAt < right.createdAt
    }
  }
  static let ordersTiesByTitle = sort("ordersTiesByTitle", "orders cards of equal time by title") {
    $0.pinnedFirst { $0.modifiedAt == $1.modifiedAt ? $0.title < $1.title : $0.modifiedAt > $1.modifiedAt }
  }
  static let sortsPinnedOldestFirst = block("sortsPinnedOldestFirst", "puts the oldest of the pinned cards first", pinned: true) {
    $0.reversed()
  }
  static let sortsPinnedByCreation = block("sortsPinnedByCreation", "sorts pinned cards by their creation", pinned: true) {
    $0.stably { $0.createdAt > $1.createdAt }
  }
  static let sortsUnpinnedByCreation = block("sortsUnpinnedByCreation", "sorts unpinned cards by creation", pinned: false) {
    $0.sorted { $0.createdAt == $1.createdAt ? $0.id.uuidString < $1.id.uuidString : $0.createdAt > $1.createdAt }
  }
  static let sortsUnpinnedByTitle = block("sortsUnpinnedByTitle", "sorts unpinned cards by title", pinned: false) {
    $0.stably { $0.title < $1.title }
  }
  static let leavesUnpinnedAsTheyCome = Fault("leavesUnpinnedAsTheyCome", "leaves unpinned cards in the given order") {
    $0.parts.sort = { cards in CardSorter.sorted(cards.filter(\.isPinned)) + cards.filter { !$0.isPinned } }
  }
  static let comparesDays = sort("comparesDays", "compares the days of modifications") { $0.byTime(of: 86_400) }
  static let comparesMinutes = sort("comparesMinutes", "compares the minutes of modifications") { $0.byTime(of: 60) }

  /// Remembers when each card was pinned.
  static let sortsPinnedByPinning = Fault("sortsPinnedByPinning", "sorts pinned cards by the time of their pinning") { system in
    let pinned = Remembered<[UUID: Date]>([:])
    system.parts.alterCards { cards, _ in
      AlteredCards(cards, togglePin: { id in
        let card = try await cards.togglePin(id: id)
        pinned.withValue { $0[id] = card.modifiedAt }
        return card
      })
    }
    system.parts.sort = { cards in
      let times = pinned.now
      return CardSorter.sorted(cards).filter(\.isPinned).stably {
        (times[$0.id] ?? $0.modifiedAt) > (times[$1.id] ?? $1.modifiedAt)
      } + CardSorter.sorted(cards).filter { !$0.isPinned }
    }
  }

  private static func sort(
    _ id: String, _ fact: String, _ sorted: @escaping @Sendable ([CardDTO]) -> [CardDTO]
  ) -> Fault {
    Fault(id, fact) { $0.parts.sort = sorted }
  }

  /// - Parameter change: is given the pinned cards, or the others, as they should stand.
  private static func block(
    _ id: String, _ fact: String, pinned isPinned: Bool, _ change: @escaping @Sendable ([CardDTO]) -> [CardDTO]
  ) -> Fault {
    sort(id, fact) { cards in
      let sorted = CardSorter.sorted(cards)
      let (pinned, others) = (sorted.filter(\.isPinned), sorted.filter { !$0.isPinned })
      return (isPinned ? change(pinned) : pinned) + (isPinned ? others : change(others))
    }
  }
}

extension [CardDTO] {
  /// Pinned ones first; those that are equal as they come.
  fileprivate func pinnedFirst(_ precedes: (CardDTO, CardDTO) -> Bool) -> [CardDTO] {
    filter(\.isPinned).stably(precedes) + filter { !$0.isPinned }.stably(precedes)
  }

  fileprivate func stably(_ precedes: (CardDTO, CardDTO) -> Bool) -> [CardDTO] {
    enumerated().sorted { left, right in
      precedes(left.element, right.element)
        || !precedes(right.element, left.element) && left.offset < right.offset
    }.map(\.element)
  }

  fileprivate func byTime(of seconds: Double) -> [CardDTO] {
    CardSorter.sorted(self).pinnedFirst { left, right in
      let times = [left, right].map { ($0.modifiedAt.timeIntervalSinceReferenceDate / seconds).rounded(.down) }
      return times[0] == times[1] ? left.id.uuidString < right.id.uuidString : times[0] > times[1]
    }
  }
}
