// Equal lists, a list twice over, a palindrome, a list in order: elements that are drawn apart are hardly ever so. In some of the first
// hundred cases a collection repeats its own elements, or those of the collection before it, by the random states that they were drawn
// from, since passing cases keep no values.

/// What a draw depends on, beside its generator.
struct DrawState: Sendable {
  fileprivate let state: UInt64
  fileprivate let mode: Source.Mode
  fileprivate let recent: RecentDraws
  fileprivate let recentDouble: Double
  fileprivate let textState: UInt64
  fileprivate let textCount: Int
  fileprivate let designed: DesignedDraws
}

/// How the elements of a collection repeat each other, or those of the collection before it.
enum CollectionPlan {
  // Of one collection.
  case allEqual, allButOne, twice, bothEnds, mirrored, neighbours, rising, falling
  // Of the second of two.
  case equal, equalKeys, shorter, longer, oneDiffers, reversed, rotated, swapped, inserted

  /// In the cases in which a collection repeats itself, each once or twice in a run of 100 cases.
  static let own: [CollectionPlan] = [
    .allEqual, .allButOne, .twice, .bothEnds, .mirrored, .neighbours, .rising, .rising, .falling,
  ]

  /// In the others.
  static let ofSecond: [CollectionPlan] = [
    .equal, .equal, .equalKeys, .shorter, .longer, .oneDiffers, .oneDiffers, .reversed, .rotated, .swapped, .inserted,
  ]

  /// How many elements make it worth while.
  func count(_ random: Int, earlier: Int) -> Int {
    switch self {
    case .allEqual, .allButOne, .mirrored: 4 + random % 3
    case .twice, .neighbours: 4 + random % 3 * 2
    case .bothEnds: 3
    case .rising, .falling: 6 + random % 3
    case .equal, .equalKeys, .oneDiffers, .reversed, .rotated, .swapped: earlier
    case .shorter: earlier - 1
    case .longer, .inserted: earlier + 1
    }
  }

  /// The element that the one at `index` of `count` repeats; nil: it is a fresh one. Of a collection itself, it is an earlier one.
  /// - Parameter odd: a place that is unlike the others.
  func origin(of index: Int, of count: Int, odd: Int) -> Int? {
    switch self {
    case .allEqual: index == 0 ? nil : 0
    case .allButOne: index == odd || index == (odd == 0 ? 1 : 0) ? nil : odd == 0 ? 1 : 0
    case .twice: index >= count / 2 ? index - count / 2 : nil
    case .bothEnds, .mirrored: index >= (count + 1) / 2 ? count - 1 - index : nil
    case .neighbours: index % 2 == 1 ? index - 1 : nil
    case .rising, .equal, .equalKeys, .shorter, .longer: index
    case .falling, .reversed: count - 1 - index
    case .oneDiffers: index == odd ? nil : index
    case .rotated: (index + 1) % count
    case .swapped: index == odd ? (odd + 1) % count : index == (odd + 1) % count ? odd : index
    case .inserted: index == odd ? nil : index < odd ? index : index - 1
    }
  }

  var isInOrder: Bool { self == .rising || self == .falling }
}

/// A collection that is drawn by a plan, and then may be repeated by the next one. It belongs to one case, which one task at a time works on:
/// hence unchecked.
@usableFromInline
final class RelatedElements: @unchecked Sendable {
  fileprivate let plan: CollectionPlan?
  /// How many elements are proposed.
  @usableFromInline let count: Int
  fileprivate let odd: Int
  /// What elements are drawn from once more: those of the collection before, or the elements of this one in order.
  fileprivate var states: [DrawState]
  fileprivate let isOfSecond: Bool
  /// The states that this collection's elements were drawn from.
  fileprivate var drawn: [DrawState] = []
  /// Where fresh draws go on.
  fileprivate var fresh: UInt64?

  fileprivate init(plan: CollectionPlan?, count: Int, odd: Int, states: [DrawState], isOfSecond: Bool) {
    (self.plan, self.count, self.odd, self.states, self.isOfSecond) = (plan, count, odd, states, isOfSecond)
  }
}

extension Source {
  /// Whether collections may repeat elements: one case in four of the first hundred.
  @inlinable
  var relatesCollections: Bool { mode == .scaled && index <= 100 }

  /// Begins a collection whose elements repeat others; nil inside another collection, and in a replay.
  @usableFromInline @inline(never)
  mutating func relatedElements(_ bounds: ClosedRange<Int>?) -> RelatedElements? {
    guard let slot = scaledSlot, tape?.isReplaying != true, !designed.isInCollection, recursionDepth == 0 else { return nil }
    let (lower, upper) = (bounds?.lowerBound ?? 0, bounds?.upperBound ?? 100)
    guard upper > 1 else { return nil }
    let word = Int(truncatingIfNeeded: nextWord() &>> 2)
    let place = Design.place(slot: slot, of: CollectionPlan.own.count + CollectionPlan.ofSecond.count, seed: seed, draw: 64)
    let isOfSecond = place >= CollectionPlan.own.count
    let states = isOfSecond ? earlier?.drawn ?? [] : []
    let plan = !isOfSecond ? CollectionPlan.own[place] : states.isEmpty ? nil : CollectionPlan.ofSecond[place - CollectionPlan.own.count]
    let wanted = plan?.count(word % 1_009, earlier: states.count) ?? 3 + word % 4
    let count = min(max(wanted, lower), upper)
    designed.isInCollection = true
    let odd = plan == .inserted ? 1 + (word / 1_009) % max(1, count - 2) : (word / 1_009) % max(1, count)
    return RelatedElements(plan: plan, count: count, odd: odd, states: states, isOfSecond: isOfSecond)
  }

  /// Draws the elements of a collection that is to be in order, and forgets them again.
  @usableFromInline @inline(never)
  mutating func order<Element>(
    _ related: RelatedElements, count: Int, _ add: (inout [Element], inout Source) throws -> Void
  ) {
    guard related.plan?.isInOrder == true, Element.self is any Comparable.Type else { return }
    var trial = copy(on: nil)
    var (elements, states): ([Element], [DrawState]) = ([], [])
    while elements.count < count {
      let (state, before) = (trial.drawState, elements.count)
      do { try add(&elements, &trial) } catch { return }
      guard elements.count > before else { return }
      states.append(state)
    }
    related.states = elements.indices.sorted { isLess(elements[$0], elements[$1]) }.map { states[$0] }
    state = trial.state
  }

  /// Before each attempt at an element: the state that it is drawn from.
  @usableFromInline @inline(never)
  mutating func relate(_ related: RelatedElements, at index: Int) {
    goOn(related)
    // What was rejected there is not drawn again.
    let isAgain = related.drawn.count > index
    let origins = related.isOfSecond || related.plan?.isInOrder == true ? related.states : related.drawn
    if !isAgain, let origin = related.plan?.origin(of: index, of: related.count, odd: related.odd), origins.indices.contains(origin) {
      // Words that no other draw takes.
      related.fresh = state &+ Source.step &* 1_000
      restore(origins[origin])
      designed.freshContent = related.plan == .equalKeys && index == related.odd
    } else if related.isOfSecond {
      // Constants come by their number in the case, which the states have.
      designed.numbers &+= UInt16(Design.orderedDraws)
    }
    if isAgain { related.drawn[index] = drawState } else { related.drawn.append(drawState) }
  }

  /// Between the key and the value of a dictionary's element.
  @usableFromInline @inline(never)
  mutating func beginContent() {
    guard designed.freshContent else { return }
    designed.freshContent = false
    designed.numbers &+= UInt16(Design.orderedDraws)
    state &+= Source.step &* 1_000_000
  }

  @usableFromInline @inline(never)
  mutating func end(_ related: RelatedElements) {
    goOn(related)
    (designed.isInCollection, designed.freshContent) = (false, false)
    earlier = related
  }

  private mutating func goOn(_ related: RelatedElements) {
    if let fresh = related.fresh { state = fresh }
    related.fresh = nil
  }

  private var drawState: DrawState {
    DrawState(
      state: state, mode: mode, recent: recent, recentDouble: recentDouble, textState: textState, textCount: textCount,
      designed: designed)
  }

  private mutating func restore(_ drawn: DrawState) {
    (state, mode, recent, recentDouble) = (drawn.state, drawn.mode, drawn.recent, drawn.recentDouble)
    (textState, textCount, designed) = (drawn.textState, drawn.textCount, drawn.designed)
  }
}

/// Whether one value comes before another, if both are of one type that says so.
private func isLess(_ left: Any, _ right: Any) -> Bool {
  func isLess<Value: Comparable>(_ left: Value) -> Bool { (right as? Value).map { left < $0 } ?? false }
  guard let left = left as? any Comparable else { return false }
  return isLess(left)
}
