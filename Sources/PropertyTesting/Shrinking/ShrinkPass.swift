/// One way to make a case simpler. A pass goes over the case once; it does not loop to a fixed point of
/// its own, the shrinker does that over all of them.
protocol ShrinkPass: Sendable {
  /// A verb phrase.
  var name: String { get }
  /// - Throws: if the case is not as the pass takes it to be. The shrinker goes on without the pass, and the report says so.
  func run(_ shrinker: Shrinker) throws
}

/// In the order in which they run: what removes most comes first. docs/shrinking.md says what each is for.
let shrinkPasses: [any ShrinkPass] = [
  // The whole case at once.
  TrySimplestStructures(), TrySimplestShapes.first,
  // Structure: less of it.
  DropSwitches(), DeleteElements(), DeleteAcross(), ReplaceByDescendants(), DeleteParts(),
  SimplifySpans(), MergeCollections(), FlattenCollections(), MoveDeeper(), MovePart(),
  TrySimplestShapes.afterDeletions,
  // Values: those that are near each other or alike together, then one at a time.
  MoveDates(), ShiftPairs.near, LowerBound(), LowerEqualChoices(), MinimizeChoices(), ChangeBranch(),
  // Structure and values together.
  ChangeAndDelete.lowers, ChangeAndDelete.raises, DeleteAndShiftIndices(), DeleteAndMoveSwitch(),
  DeleteNeighbours(), DeleteProducers(), MergeNumbers(),
  // Order.
  SwapAlike(), SortElements(), SortCommands(), ExchangeValues(),
  // Values in pairs and groups, and what was passed over.
  MirrorNumbers(), SimplifyFields(), ShiftAlike(), RepeatNumbers(), ShiftPairs.all, ScaleNumbers(), RedistributePairs(),
  KeepRelations(), LengthenDigits(), LowerSharedOffset(), ReplaceSwitches(), SearchFewerSwitches(),
  SimplifyDates(), MinimizeThoroughly(),
  DeleteBlocks(), DeleteAtEnds(), RedrawNumbers(), RedrawStructures(),
  // What is left is small: look at all that is smaller.
  EnumerateSmaller.near, EnumerateSmaller.far, EnumerateSmaller.present,
]

extension Shrinker {
  /// The choice that stands at `position` among the choices.
  func choice(at position: Int) -> Choice? {
    position < best.choiceTokens.count ? best.choice(at: best.choiceTokens[position]) : nil
  }

  /// ``consider(replacing:)`` for the choice that stands at `position` among the choices.
  func consider(at position: Int, _ value: UInt64) -> Bool {
    guard position < best.choiceTokens.count else { return false }
    return consider(replacing: [best.choiceTokens[position]: value])
  }
}
