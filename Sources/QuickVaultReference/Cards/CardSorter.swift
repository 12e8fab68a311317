/// The order of every list of cards (Req 16.1, 16.4, 16.5): pinned first, then what was modified last, then what was
/// created last, then by id. A strict total order of different cards, so that the result does not depend on the order of
/// the input.
public enum CardSorter {
  public static func sorted(_ cards: [CardDTO]) -> [CardDTO] { cards.sorted(by: precedes) }

  public static func precedes(_ left: CardDTO, _ right: CardDTO) -> Bool {
    if left.isPinned != right.isPinned { return left.isPinned }
    if left.modifiedAt != right.modifiedAt { return left.modifiedAt > right.modifiedAt }
    if left.createdAt != right.createdAt { return left.createdAt > right.createdAt }
    return left.id.uuidString < right.id.uuidString
  }
}
