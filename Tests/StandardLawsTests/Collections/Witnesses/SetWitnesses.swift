import PropertyTesting
import StandardLaws

/// Broken sets, each with the law that names its mistake.
enum SetWitnesses {
  static let all: [Witness] =
    sets(
      "a union contains what one of the sets contains", .unionIsIntersection, .unionAddsZero, .unionDropsTheLeast,
      .unionIsTheSecondUnlessEmpty)
    + sets("the union of a set with itself, or with [], is the set", .unionWithNothingIsEmpty)
    + sets("a set is a subset exactly if its union with the other is the other", .unionIsTheFirst, .subsetOfAnything, .subsetIsStrict)
    + sets(
      "an intersection contains what both sets contain", .intersectionIsUnion, .intersectionIsTheFirst, .intersectionIsEmpty,
      .intersectionDropsTheGreatest)
    + sets("the intersection of a set with itself is the set, with [] it is []", .intersectionWithNothingIsTheFirst)
    + sets(
      "a symmetric difference contains what one set alone contains", .symmetricDifferenceIsUnion, .symmetricDifferenceIsSubtraction,
      .symmetricDifferenceKeepsTheLeast)
    + sets(
      "subtracting leaves what the other set does not contain", .subtractingIsReversed, .subtractingRemovesOne, .subtractingIsIntersection)
    + sets(
      "insert adds an element that is not there, and says whether it was", .insertSaysInsertedAlways, .insertSaysNever, .insertRemoves,
      .insertReturnsZero, .insertIsLost, .containsNothing, .containsNoZero)
    + sets(
      "remove takes the element out, and returns it if it was there", .removeReturnsNil, .removeIsLost, .removeReturnsTheAbsent,
      .removeTakesTheGreater, .containsNeighbours)
    + sets(
      "update(with:) puts the element in, and returns the equal one that was there", .updateReturnsTheNew, .updateReturnsNil, .updateIsLost,
      .updateOfAMemberRemoves)
    + sets("formUnion makes the set what union returns", .formUnionIsLost, .formUnionReplaces)
    + sets("formIntersection makes the set what intersection returns", .formIntersectionIsLost, .formIntersectionIsUnion)
    + sets(
      "formSymmetricDifference makes the set what symmetricDifference returns", .formSymmetricDifferenceIsUnion,
      .formSymmetricDifferenceIsLost)
    + sets("subtract makes the set what subtracting returns", .subtractIsLost, .subtractEmpties)
    + sets("isSubset and isSuperset are each other's converse", .subsetIsSuperset, .subsetComparesCounts)
    + sets(
      "a set is a superset exactly if its union with the other is itself", .supersetIsStrict, .supersetComparesCounts, .supersetOfAnything)
    + sets("sets are disjoint exactly if their intersection is []", .disjointIsNotEqual, .disjointIsSubset, .disjointFromNothingIsFalse)
    + sets(
      "after any calls in a row a set contains what a list of members holds", .insertAfterARemovalIsLost, .everySecondUpdateIsLost)
    + sets("a set is empty exactly if it equals []", .isEmptyWithOneMember, .isNeverEmpty)
    + [
      Witness(
        "the empty set has the first option", breaks: "init() is the empty set, which contains nothing", of: .setAlgebra,
        Generator<UInt8>.integer().map { NeverEmpty(rawValue: $0) }, elements: .int(in: 0...7).map { NeverEmpty(rawValue: 1 << $0) }),
      Witness(
        "a sequence loses its first element", breaks: "init(_:) contains the elements of the sequence and no others", of: .setAlgebra,
        Generator<UInt8>.integer().map { FirstLost(rawValue: $0) }, elements: .int(in: 0...7).map { FirstLost(rawValue: 1 << $0) }),
    ]

  private static func sets(_ statement: String, _ mistakes: BrokenSet.Mistake...) -> [Witness] {
    mistakes.map { mistake in
      Witness(
        CollectionWitnesses.words(mistake.rawValue), breaks: statement, of: .setAlgebra, .broken(mistake), elements: .int(in: 0...5))
    }
  }
}

/// Options whose empty set is not empty.
private struct NeverEmpty: OptionSet {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }
  init() { rawValue = 1 }
}

/// Options that lose the first element of a sequence.
private struct FirstLost: OptionSet {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }
  init<Items: Sequence>(_ items: Items) where Items.Element == FirstLost {
    rawValue = items.dropFirst().reduce(0) { $0 | $1.rawValue }
  }
}

extension Generator<BrokenSet> {
  static func broken(_ mistake: BrokenSet.Mistake?) -> Generator {
    Generator<[Int]>.fewDigits.map { BrokenSet(Set($0), mistake) }
  }
}
