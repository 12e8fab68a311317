/// A set of integers with one member of SetAlgebra wrong.
struct BrokenSet: Equatable, Sendable, CustomStringConvertible {
  var members: Set<Int>
  let mistake: Mistake?
  /// How often the set was changed, and by what, where the mistake is that it matters.
  let memory = Memory()

  enum Mistake: String, CaseIterable, Sendable {
    case containsNoZero, containsNeighbours, containsNothing
    case intersectionIsUnion, intersectionIsTheFirst, intersectionDropsTheGreatest, intersectionWithNothingIsTheFirst, intersectionIsEmpty
    case unionIsIntersection, unionIsTheFirst, unionIsTheSecondUnlessEmpty, unionAddsZero, unionDropsTheLeast, unionWithNothingIsEmpty
    case symmetricDifferenceIsUnion, symmetricDifferenceIsSubtraction, symmetricDifferenceKeepsTheLeast
    case subtractingIsReversed, subtractingRemovesOne, subtractingIsIntersection
    case insertSaysInsertedAlways, insertSaysNever, insertRemoves, insertReturnsZero, insertIsLost
    case removeReturnsNil, removeIsLost, removeReturnsTheAbsent, removeTakesTheGreater
    case updateReturnsTheNew, updateReturnsNil, updateIsLost, updateOfAMemberRemoves
    case formUnionIsLost, formUnionReplaces
    case formIntersectionIsLost, formIntersectionIsUnion
    case formSymmetricDifferenceIsUnion, formSymmetricDifferenceIsLost
    case subtractIsLost, subtractEmpties
    case subsetIsStrict, subsetComparesCounts, subsetIsSuperset, subsetOfAnything
    case supersetIsStrict, supersetComparesCounts, supersetOfAnything
    case disjointIsNotEqual, disjointIsSubset, disjointFromNothingIsFalse
    case isEmptyWithOneMember, isNeverEmpty
    case insertAfterARemovalIsLost, everySecondUpdateIsLost
  }

  init(_ members: Set<Int>, _ mistake: Mistake?) {
    self.members = members
    self.mistake = mistake
  }

  var description: String { "\(members.sorted())" }

  static func == (a: BrokenSet, b: BrokenSet) -> Bool { a.members == b.members }

  private func with(_ members: Set<Int>) -> BrokenSet { BrokenSet(members, mistake) }
}

extension BrokenSet: SetAlgebra {
  init() { self.init([], nil) }

  init(arrayLiteral elements: Int...) { self.init(Set(elements), nil) }

  func contains(_ member: Int) -> Bool {
    switch mistake {
    case .containsNoZero: member != 0 && members.contains(member)
    case .containsNeighbours: members.contains(member) || members.contains(member + 1)
    case .containsNothing: false
    default: members.contains(member)
    }
  }

  func union(_ other: BrokenSet) -> BrokenSet {
    let all = members.union(other.members)
    return switch mistake {
    case .unionIsIntersection: with(members.intersection(other.members))
    case .unionIsTheFirst: self
    case .unionIsTheSecondUnlessEmpty: other.members.isEmpty ? self : with(other.members)
    case .unionAddsZero: with(all.union([0]))
    case .unionDropsTheLeast: with(all.subtracting([all.min() ?? 0]))
    case .unionWithNothingIsEmpty: with(other.members.isEmpty ? [] : all)
    default: with(all)
    }
  }

  func intersection(_ other: BrokenSet) -> BrokenSet {
    let common = members.intersection(other.members)
    return switch mistake {
    case .intersectionIsUnion: with(members.union(other.members))
    case .intersectionIsTheFirst: self
    case .intersectionDropsTheGreatest: with(common.subtracting([common.max() ?? 0]))
    case .intersectionWithNothingIsTheFirst: other.members.isEmpty ? self : with(common)
    case .intersectionIsEmpty: with([])
    default: with(common)
    }
  }

  func symmetricDifference(_ other: BrokenSet) -> BrokenSet {
    let apart = members.symmetricDifference(other.members)
    return switch mistake {
    case .symmetricDifferenceIsUnion: with(members.union(other.members))
    case .symmetricDifferenceIsSubtraction: with(members.subtracting(other.members))
    case .symmetricDifferenceKeepsTheLeast: with(apart.union(members.min().map { [$0] } ?? []))
    default: with(apart)
    }
  }

  func subtracting(_ other: BrokenSet) -> BrokenSet {
    switch mistake {
    case .subtractingIsReversed: with(other.members.subtracting(members))
    case .subtractingRemovesOne: with(members.subtracting(members.intersection(other.members).sorted().prefix(1)))
    case .subtractingIsIntersection: with(members.intersection(other.members))
    default: with(members.subtracting(other.members))
    }
  }

  mutating func insert(_ newMember: Int) -> (inserted: Bool, memberAfterInsert: Int) {
    let isNew = !members.contains(newMember)
    switch mistake {
    case .insertRemoves where !isNew: members.remove(newMember)
    case .insertIsLost: break
    case .insertAfterARemovalIsLost where memory.place > 0: memory.place = 0
    default: members.insert(newMember)
    }
    return switch mistake {
    case .insertSaysInsertedAlways: (true, newMember)
    case .insertSaysNever: (false, newMember)
    case .insertReturnsZero: (isNew, 0)
    default: (isNew, newMember)
    }
  }

  mutating func remove(_ member: Int) -> Int? {
    let found = members.contains(member) ? member : nil
    memory.place += 1
    switch mistake {
    case .removeIsLost: break
    case .removeTakesTheGreater: members = members.filter { $0 < member }
    default: members.remove(member)
    }
    return switch mistake {
    case .removeReturnsNil: nil
    case .removeReturnsTheAbsent: member
    default: found
    }
  }

  mutating func update(with newMember: Int) -> Int? {
    let found = members.contains(newMember) ? newMember : nil
    memory.calls += 1
    switch mistake {
    case .everySecondUpdateIsLost where memory.calls.isMultiple(of: 2): break
    case .updateIsLost: break
    case .updateOfAMemberRemoves where found != nil: members.remove(newMember)
    default: members.insert(newMember)
    }
    return switch mistake {
    case .updateReturnsTheNew: newMember
    case .updateReturnsNil: nil
    default: found
    }
  }

  mutating func formUnion(_ other: BrokenSet) {
    switch mistake {
    case .formUnionIsLost: break
    case .formUnionReplaces where !other.members.isEmpty: members = other.members
    default: members = members.union(other.members)
    }
  }

  mutating func formIntersection(_ other: BrokenSet) {
    switch mistake {
    case .formIntersectionIsLost: break
    case .formIntersectionIsUnion: members = members.union(other.members)
    default: members = members.intersection(other.members)
    }
  }

  mutating func formSymmetricDifference(_ other: BrokenSet) {
    switch mistake {
    case .formSymmetricDifferenceIsUnion: members = members.union(other.members)
    case .formSymmetricDifferenceIsLost: break
    default: members = members.symmetricDifference(other.members)
    }
  }

  mutating func subtract(_ other: BrokenSet) {
    switch mistake {
    case .subtractIsLost: break
    case .subtractEmpties: members = []
    default: members = members.subtracting(other.members)
    }
  }

  func isSubset(of other: BrokenSet) -> Bool {
    switch mistake {
    case .subsetIsStrict: members.isStrictSubset(of: other.members)
    case .subsetComparesCounts: members.count <= other.members.count
    case .subsetIsSuperset: members.isSuperset(of: other.members)
    case .subsetOfAnything: true
    default: members.isSubset(of: other.members)
    }
  }

  func isSuperset(of other: BrokenSet) -> Bool {
    switch mistake {
    case .supersetIsStrict: members.isStrictSuperset(of: other.members)
    case .supersetComparesCounts: members.count >= other.members.count
    case .supersetOfAnything: true
    default: members.isSuperset(of: other.members)
    }
  }

  func isDisjoint(with other: BrokenSet) -> Bool {
    switch mistake {
    case .disjointIsNotEqual: members != other.members
    case .disjointIsSubset: members.isSubset(of: other.members)
    case .disjointFromNothingIsFalse where other.members.isEmpty: false
    default: members.isDisjoint(with: other.members)
    }
  }

  var isEmpty: Bool {
    switch mistake {
    case .isEmptyWithOneMember: members.count < 2
    case .isNeverEmpty: false
    default: members.isEmpty
    }
  }
}
