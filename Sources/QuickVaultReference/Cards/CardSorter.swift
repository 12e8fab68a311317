/// The order of every list of cards (Req 16.1, 16.4, 16.5): pinned cards first, then the last modified, then the last
/// created, then by id. It is a strict total order of cards with different ids, so the result does not depend on the
/// order of the input.
public enum CardSorter {
  /// The cards in the order of ``precedes(_:_:)``.
  public static func sorted(_ cards: [CardDTO]) -> [CardDTO] { cards.sorted(by: precedes) }

  /// Whether `left` comes before `right`. Ids are compared as texts.
  public static func precedes(_ left: CardDTO, _ right: CardDTO) -> Bool {
    if left.isPinned != right.isPinned { return left.isPinned }
    if left.modifiedAt != right.modifiedAt { return left.modifiedAt > right.modifiedAt }
    if left.createdAt != right.createdAt { return left.createdAt > right.createdAt }
    return left.id.uuidString < right.id.uuidString
  }
}
