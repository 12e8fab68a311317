import PropertyTesting
import StandardLaws

/// Broken sequences and collections, each with the law that names its mistake.
enum CollectionWitnesses {
  static let all = sequences + indices + counts + slices + backwards + writes + replacements + removals + initializers + others

  /// Lists with mistakes, and the law that finds them.
  static func lists(_ laws: Laws<BrokenList>, _ statement: String, _ mistakes: BrokenList.Mistake...) -> [Witness] {
    mistakes.map { mistake in
      Witness(words(mistake.rawValue), breaks: statement, of: laws, .broken(mistake), elements: .int(in: 0...5))
    }
  }

  /// "iteratorRestarts" as "iterator restarts".
  static func words(_ name: String) -> String {
    name.reduce(into: "") { words, letter in words += letter.isUppercase ? " " + letter.lowercased() : String(letter) }
  }

  static let sequences: [Witness] =
    lists(
      .sequence, "an iterator of a sequence that has returned nil returns nil for ever",
      .iteratorRestarts, .iteratorRepeatsTheLast, .iteratorYieldsAfterTwoNils)
    + lists(
      .sequence, "underestimatedCount is no more than the number of elements",
      .overestimatesByOne, .estimatesOneWhenEmpty, .estimatesItsCapacity)
    + lists(
      .sequence, "an array of a sequence holds what its iterator returns", .copiesWithoutTheLast, .copiesBackwards, .copiesDistinctElements)
    + lists(
      .sequence, "contains is true exactly for the elements", .containsMissesTheFirst, .containsMissesTheLast, .containsComparesHalves,
      .containsIsAlwaysTrue, .containsSearchesSorted)
    + lists(
      .sequence, "contiguous storage holds the elements in order", .storageWithoutTheLast, .storageBackwards, .storageOfAll,
      .storageCallsTwice, .storageCallsAndReturnsNil)

  static let indices: [Witness] =
    lists(
      .collection, "index(after:) leads from startIndex to endIndex in a step for each element",
      .startsAtItsSecond, .endsBeforeItsLast, .endsOneTooFar, .emptyEndsAtOne, .stepsOverTheLast, .stepsPastTheEnd, .stepsByTwo,
      .iteratorDropsTheLast, .iteratorRepeatsTheFirst)
    + lists(.collection, "each index is less than the next", .staysAtTheLast, .wrapsAround)
    + lists(.collection, "index(after:) returns the same index each time", .stepsDifferentlyTheSecondTime)
    + lists(
      .collection, "formIndex(after:) does what index(after:) returns", .formsNoNextIndex, .formsTheIndexAfterTheNext, .formsTheEndIndex)
    + lists(
      .collection, "index(_:offsetBy:) takes as many steps as it is told", .offsetIsOneShort, .offsetCountsFromTheStart, .offsetOfZeroSteps,
      .offsetStopsAtTwo, .offsetToTheEndIsTheLast)
    + lists(
      .collection, "index(_:offsetBy:limitedBy:) returns nil only beyond the limit", .limitExcludesItself, .limitIsIgnored,
      .limitIsReturnedForNil, .limitBehindStops, .limitIsADistance)
    + lists(.collection, "index(_:offsetBy:limitedBy:) returns nil for the greatest distance", .limitWrapsAround)
    + lists(
      .collection, "distance(from:to:) counts the steps between two indices", .distanceCountsBothEnds, .distanceFromTheStart,
      .distanceStopsAtTwo, .distanceToTheEndIsOneShort)
    + lists(
      .collection, "indices are those of the elements, in ascending order", .indicesIncludeTheEnd, .indicesWithoutTheLast,
      .indicesGoBackwards, .indicesRepeatTheFirst)

  static let counts: [Witness] =
    lists(
      .collection, "count is the number of elements", .countsOneMore, .countsOneLess, .countsDistinctElements, .countsUpToThree)
    + lists(
      .collection, "isEmpty is true exactly of a collection without elements", .isEmptyWithOneElement, .isNeverEmpty,
      .isEmptyWithSmallElementsOnly)
    + lists(
      .collection, "the subscript reads what the iterator returns, in the order of the indices", .readsBackwards,
      .readsTheFirstInTheLastPlace, .readsTheNext, .iteratorGoesBackwards, .iteratorSorts)
    + lists(.collection, "a second pass returns the same elements", .iteratorIsShared)
    + lists(.collection, "an element can be read again by a saved index", .readsAnotherTheSecondTime)
    + lists(
      .collection, "firstIndex(of:) is the first index of an equal element", .findsTheLast, .findsNothingInTheLastPlace,
      .findsTheEndForWhatIsMissing, .findsTheNextPlace)

  static let slices: [Witness] =
    lists(
      .collection, "a slice has the elements between its bounds", .sliceLosesItsLast, .sliceIncludesItsEnd, .sliceTakesAPrefix, .sliceSorts,
      .sliceOfOneIsEmpty)
    + lists(.collection, "a slice shares its indices with the collection", .sliceStartsAtZero)
    + lists(.collection, "a slice counts and steps as a collection", .sliceOfAllIsEmpty)

  static let backwards: [Witness] =
    lists(
      .bidirectionalCollection, "index(before:) undoes index(after:)", .stepsBackByTwo, .staysWhenItStepsBack,
      .stepsBackFromTheEndToTheFirst, .stepsForwardWhenAskedForTheIndexBefore)
    + lists(.bidirectionalCollection, "index(after:) undoes index(before:)", .stepsBackFromTheSecondToTheEnd)
    + lists(
      .bidirectionalCollection, "formIndex(before:) does what index(before:) returns", .formsNoIndexBefore, .formsTheIndexTwoBefore,
      .formsTheStartIndex)
    + lists(
      .bidirectionalCollection, "index(_:offsetBy:) takes as many steps back as it is told", .offsetIgnoresTheSign,
      .offsetBackwardsIsOneShort, .offsetBackwardsStays)
    + lists(
      .bidirectionalCollection, "index(_:offsetBy:limitedBy:) returns nil only beyond a limit behind", .limitExcludesItselfBackwards,
      .limitIsIgnoredBackwards, .limitAheadStopsBackwards, .limitIsReturnedForNilBackwards)
    + lists(
      .bidirectionalCollection, "index(_:offsetBy:limitedBy:) returns nil for the least distance", .limitNegatesTheDistance)
    + lists(
      .bidirectionalCollection, "distance(from:to:) is negative backwards", .distanceIgnoresTheSign, .distanceBackwardsIsZero,
      .distanceBackwardsIsOneShort)
    + lists(
      .bidirectionalCollection, "lastIndex(of:) is the last index of an equal element", .findsTheFirstAsLast, .findsNoLastInTheFirstPlace,
      .findsAnotherForTheMissingLast)
    + lists(
      .bidirectionalCollection, "the way back from endIndex visits the elements in reverse", .stepsBackFromTheEndOverTheLast)
    + lists(.randomAccessCollection, "a distance leads from one index to the other", .offsetFromTheSecondIsOneTooFar)
    + lists(.randomAccessCollection, "two moves are one move by their sum", .offsetFromTheEndStartsAtTheLast)
    + lists(.randomAccessCollection, "distances add up", .distanceIsRoundedToEven)
    + lists(
      .randomAccessCollection, "indices of indices, and indices of slices, are those of the collection", .indicesIncludeTheEnd,
      .indicesWithoutTheLast)
}
