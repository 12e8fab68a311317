import PropertyTesting
import StandardLaws

extension CollectionWitnesses {
  static let others = iterators + lazies + slow + shared + live

  static let iterators: [Witness] =
    [BrokenList.Mistake.iteratorRestarts, .iteratorRepeatsTheLast, .iteratorYieldsAfterTwoNils].map { mistake in
      Witness(
        words(mistake.rawValue), breaks: "an iterator that has returned nil returns nil for ever", of: .iterator,
        Generator<BrokenList>.broken(mistake).map { $0.makeIterator() })
    }
    + SinglePass.Mistake.allCases.map { mistake in
      Witness(
        words(mistake.rawValue), breaks: "underestimatedCount consumes no element", of: .sequence,
        Generator<[Int]>.fewDigits.map { SinglePass(items: $0, mistake: mistake) })
    }

  static let lazies: [Witness] =
    BrokenLazy.Mistake.allCases.map { mistake in
      Witness(
        words(mistake.rawValue), breaks: "elements has the elements of the sequence", of: .lazySequence,
        Generator<[Int]>.fewDigits.map { BrokenLazy(items: $0, mistake: mistake) })
    } + [
      Witness(
        "maps before anybody asks", breaks: "making a lazy sequence reads no element", of: .lazyEvaluation(),
        .measured { base in base.map { $0 + 1 }.lazy }),
      Witness(
        "sorts for its first element", breaks: "the first element does not take all", of: .lazyEvaluation(),
        .measured { base in Sorting(base: base) }),
    ]

  static let slow: [Witness] = [
    slow(.startIndexWalks, "startIndex and endIndex take constant time"),
    slow(.endIndexWalks, "startIndex and endIndex take constant time"),
    slow(.subscriptWalks, "the subscript takes constant time"), slow(.isEmptyCounts, "isEmpty takes constant time"),
    slow(.countWalks, "count takes constant time"), slow(.offsetWalks, "moving an index takes constant time"),
    slow(.limitedOffsetWalks, "moving an index takes constant time"), slow(.distanceWalks, "measuring a distance takes constant time"),
    slow(.sliceCopies, "making a slice takes constant time"),
  ]

  private static func slow(_ mistake: Slow.Mistake, _ statement: String) -> Witness {
    Witness(words(mistake.rawValue), breaks: statement, of: .constantTime(), .measured { Slow(base: $0, mistake: mistake) })
  }

  static let shared: [Witness] =
    shared(
      "a copy does not change with its original", .appendWritesInPlace, .removeWritesInPlace, .assignmentWritesInPlace, .clearWritesInPlace,
      .smallListsWriteInPlace)
    + shared("an original does not change with its copy", .sortWritesInPlace, .emptyListsWriteInPlace, .copiesAfterItWrites)
    + shared(
      "a method does to a shared value what it does to a value of its own", .copyLosesTheLast, .copyGoesBackwards, .copyIsEmpty,
      .writesTwiceWhenShared, .sharedWritesAreLost)
    + [SharedList.Mistake.appendWritesInPlace, .removeWritesInPlace].map { mistake in
      Witness(
        words(mistake.rawValue) + ", in two tasks", breaks: "copies that two tasks change at once become what they become alone",
        of: .sendableValueSemantics(.append, Mutation("removeLast") { $0.removeLast() }),
        Generator<[Int]>.fewDigits.map { SharedList($0, mistake) }, isRace: true)
    }

  private static func shared(_ statement: String, _ mistakes: SharedList.Mistake...) -> [Witness] {
    mistakes.map { mistake in
      Witness(
        words(mistake.rawValue), breaks: statement,
        of: .valueSemantics(
          .append, .sort, Mutation("removeLast") { $0.removeLast() }, Mutation("removeAll") { $0.removeAll() },
          Mutation("setFirst", .int(in: 0...5)) { $0.setFirst($1) }),
        Generator<[Int]>.fewDigits.map { SharedList($0, mistake) })
    }
  }

  static let live: [Witness] = [
    ("its iterator reads what others write", "an iterator returns the elements from before a change"),
    ("its slices read what others write", "a slice keeps its elements when its collection changes"),
  ].map { mistake, statement in
    Witness(mistake, breaks: statement, of: .valueSemantics, Generator<[Int]>.fewDigits.map { LiveList($0) }, elements: .int(in: 0...5))
  }
}

extension Mutation<SharedList> {
  static var append: Mutation { Mutation("append", .int(in: 0...5)) { $0.append($1) } }
  static var sort: Mutation { Mutation("sort") { $0.sort() } }
}
