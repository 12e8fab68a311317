import PropertyTesting
import StandardLaws

extension CollectionWitnesses {
  static let writes: [Witness] =
    lists(
      .mutableCollection, "an element that was written is read back", .assignmentIsLost, .assignmentToTheFirstIsLost,
      .assignmentKeepsTheGreater, .assignmentMovesToTheFront)
    + lists(
      .mutableCollection, "writing an element leaves the others", .assignmentAlsoWritesTheNext, .assignmentWritesEveryEqual)
    + lists(.mutableCollection, "an element can be changed in place", .assignmentToTheLastIsLost)
    + lists(.mutableCollection, "writing an element does not change the count", .assignmentAppends, .assignmentOfZeroRemoves)
    + lists(
      .mutableCollection, "swapAt exchanges two elements", .swapCopiesOne, .swapIsLost, .swapWithItselfWritesZero, .swapReversesBetween,
      .swapOfNeighboursIsLost)
    + lists(
      .mutableCollection, "a slice of the same length replaces a range in place", .sliceAssignmentIsLost, .sliceAssignmentGoesBackwards,
      .sliceAssignmentAtTheStart, .sliceAssignmentDropsTheTail, .sliceAssignmentLeavesTheLast)
    + lists(
      .mutableCollection, "partition(by:) returns where the second part begins", .partitionReturnsTheEnd, .partitionReturnsOneLess,
      .partitionIsReversed, .partitionRepeatsOne, .partitionOverwritesTheFirst, .partitionMovesNothing)
    + lists(
      .mutableCollection, "writes to contiguous storage are writes to the elements", .mutableStorageIsACopy, .mutableStorageWithoutTheLast,
      .mutableStorageIsReversedAfterwards, .mutableStorageCallsAndReturnsNil, .mutableStorageCallsTwice)

  static let replacements: [Witness] =
    lists(
      .rangeReplaceableCollection, "replaceSubrange puts the new elements in the place of the range", .replacementKeepsTheOld,
      .replacementDropsTheTail, .replacementTakesOneMore, .replacementGoesBackwards, .replacementByNothingIsLost,
      .replacementOfNothingIsLost, .replacementIsNoLongerThanTheOld, .replacementOfEqualLengthIsLost)
    + lists(
      .rangeReplaceableCollection, "append adds an element at the end", .appendPutsInFront, .appendSkipsARepetition,
      .appendToNothingAppendsTwice, .appendReplacesTheLast, .appendSkipsZero)
    + lists(
      .rangeReplaceableCollection, "append(contentsOf:) adds the elements at the end, in their order", .appendedContentsGoBackwards,
      .appendedContentsLoseTheFirst, .appendedContentsEndAtTwo, .appendedContentsReplace)
    + lists(
      .rangeReplaceableCollection, "insert puts an element before the index", .insertsAfterThePlace, .insertReplaces,
      .insertAtTheEndIsLost, .insertAtTheStartAppends)
    + lists(
      .rangeReplaceableCollection, "insert(contentsOf:at:) puts the elements before the index, in their order",
      .insertedContentsGoBackwards, .insertedContentsAppend, .insertedContentsLoseTheLast, .insertedContentsDropTheTail)
    + lists(
      .rangeReplaceableCollection, "reserveCapacity leaves the elements", .reserveCapacityEmpties, .reserveCapacityAppendsZeros,
      .reserveCapacityTruncates)
    + lists(.rangeReplaceableCollection, "+ puts the elements of one after those of the other", .appendedContentsLoseTheFifth)
    + lists(
      .rangeReplaceableCollection, "after any calls in a row the elements are those of a list", .appendAfterAChangeIsLost,
      .insertAfterAChangePutsInFront)

  static let removals: [Witness] =
    lists(
      .rangeReplaceableCollection, "remove(at:) removes the element at the index and returns it", .removeReturnsTheNext,
      .removeTakesTheLast, .removeOfTheLastIsLost, .removeSwapsTheLastIn, .removeTakesEveryEqual)
    + lists(
      .rangeReplaceableCollection, "removeSubrange removes the elements of the range", .removesTheTailToo, .removesOnlyTheFirstOfARange,
      .removesOneOfAnEmptyRange, .removesAllButTheRange, .removesTheRangeFromTheStart, .keepsTheTail)
    + lists(
      .rangeReplaceableCollection, "removeFirst() removes the first element and returns it", .removeFirstReturnsTheLast,
      .removeFirstKeepsIt, .removeFirstTakesTheLast)
    + lists(
      .rangeReplaceableCollection, "removeFirst(_:) removes as many elements from the start", .removeFirstOfZeroTakesOne,
      .removeFirstTakesOneLess, .removeFirstTakesFromTheEnd, .removeFirstOfAllKeepsOne)
    + lists(
      .rangeReplaceableCollection, "removeLast() removes the last element and returns it", .removeLastTakesTheFirst, .removeLastKeepsIt)
    + lists(
      .rangeReplaceableCollection, "popLast() removes the last element and returns it, or returns nil", .removeLastReturnsTheOneBefore,
      .removeLastEmpties)
    + lists(
      .rangeReplaceableCollection, "removeLast(_:) removes as many elements from the end", .removeLastDoesNothing, .removeLastTakesOneMore,
      .removeLastTakesFromTheStart)
    + lists(
      .rangeReplaceableCollection, "removeAll(keepingCapacity:) removes all elements", .removeAllKeepsOne,
      .removeAllKeepsTheElementsWithTheCapacity, .removeAllWritesZeros)
    + lists(
      .rangeReplaceableCollection, "removeAll(where:) removes exactly the elements that it is told, and keeps the order",
      .removeAllWhereTakesTheFirstOnly, .removeAllWhereKeepsThem, .removeAllWhereSkipsTheNeighbour, .removeAllWhereReverses)

  static let initializers: [Witness] =
    misbuilt("init() makes an empty collection", "starts with a zero", BrokenInitializers.StartsWithZero.self)
    + misbuilt(
      "init(repeating:count:) repeats the element as often as it is told", "repeats once more", BrokenInitializers.RepeatsOnceMore.self)
    + misbuilt(
      "init(repeating:count:) repeats the element as often as it is told", "repeats at most three times",
      BrokenInitializers.RepeatsAtMostThreeTimes.self)
    + misbuilt(
      "init(repeating:count:) repeats the element as often as it is told", "repeats at least once",
      BrokenInitializers.RepeatsAtLeastOnce.self)
    + misbuilt("init(_:) takes the elements of a sequence in their order", "takes them backwards", BrokenInitializers.TakesBackwards.self)
    + misbuilt(
      "init(_:) takes the elements of a sequence in their order", "takes all but the last", BrokenInitializers.TakesWithoutTheLast.self)
    + misbuilt("init(_:) takes the elements of a sequence in their order", "takes each element once", BrokenInitializers.TakesDistinct.self)

  private static func misbuilt<M: InitializerMistake>(_ statement: String, _ mistake: String, _: M.Type) -> [Witness] {
    let generator = Generator<[Int]>.fewDigits.map { items in
      var list = Misbuilt<M>()
      list.items = items
      return list
    }
    return [Witness(mistake, breaks: statement, of: .rangeReplaceableCollection, generator, elements: .int(in: 0...5))]
  }
}

extension Generator<[Int]> {
  /// Short lists, with elements that often occur twice.
  static var fewDigits: Generator { .array(of: .int(in: 0...5), count: 0...6) }
}

extension Generator<BrokenList> {
  static func broken(_ mistake: BrokenList.Mistake?) -> Generator { Generator<[Int]>.fewDigits.map { BrokenList($0, mistake) } }
}
