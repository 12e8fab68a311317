import Foundation
import PropertyTesting

/// Ordered sets, index sets, arrays and data of Foundation, and slices of the standard library.
enum CollectionFindings {
  static let all = [
    orderedIntersection, orderedDuplicates, indexInserted, indexUpdated, rangeView, rangeViewCount, indexOfNumber, removedOccurrences,
    replacedRange, pathSlice, emptiedData, sliceDistance, sliceOfSlice, farInBytes, farBackwards,
  ]

  private static let digits = Generator<[Int]>.array(of: .int(in: 0...9), count: 0...8)
  private static let letters = Generator<[String]>.array(of: .element(of: ["a", "b", "c"]), count: 0...8)

  static let orderedIntersection = Finding(
    "ordered-set-intersect", "an intersection keeps, in order, what both sets have", forAll: .zip(digits, digits), needsProcess: true,
    reproduction: { _ in NSMutableOrderedSet(array: [0]).intersect(NSOrderedSet()) }
  ) { mine, others in
    let set = NSMutableOrderedSet(array: unique(mine))
    set.intersect(NSOrderedSet(array: unique(others)))
    try expect("the intersection", set.array.compactMap { $0 as? Int }, equals: unique(mine).filter(others.contains))
  }

  static let orderedDuplicates = Finding(
    "ordered-set-duplicates", "an ordered set has each element once", forAll: letters,
    reproduction: { print in print(NSOrderedSet(array: ["a", "a"]).array) }
  ) { elements in
    try expect("its array", NSOrderedSet(array: elements).array.compactMap { $0 as? String }, equals: unique(elements))
  }

  static let indexInserted = Finding(
    "index-set-insert", "an index is inserted unless it is there", forAll: .zip(digits, .int(in: 0...9)),
    reproduction: { print in
      var set = IndexSet([1])
      print(set.insert(1).inserted)
    }
  ) { indexes, index in
    var set = IndexSet(indexes)
    try expect("inserted", set.insert(index).inserted, equals: !indexes.contains(index))
  }

  static let indexUpdated = Finding(
    "index-set-update", "an update returns what it replaced, or nil", forAll: .zip(digits, .int(in: 0...9)),
    reproduction: { print in
      var set = IndexSet([1])
      print(set.update(with: 5))
    }
  ) { indexes, index in
    var set = IndexSet(indexes)
    try expect("replaced", set.update(with: index), equals: indexes.contains(index) ? index : nil)
  }

  static let rangeView = Finding(
    "index-set-range-view", "the view of a range has the indexes in the range",
    forAll: .zip(.int(in: 0...9), .int(in: 0...9), .int(in: 0...5)),
    reproduction: { print in print(IndexSet([1]).rangeView(of: 0..<3).count) }
  ) { index, first, count in
    let range = first..<first + count
    let seen = IndexSet(integer: index).rangeView(of: range).flatMap { Array($0) }
    try expect("the indexes", seen, equals: range.contains(index) ? [index] : [])
  }

  static let rangeViewCount = Finding(
    "index-set-range-view-elements", "the view of a range has as many elements as it counts",
    forAll: .zip(digits, .int(in: 0...9), .int(in: 0...5)), needsProcess: true,
    reproduction: { print in print(IndexSet([0, 3]).rangeView(of: 0..<2).map(\.count)) }
  ) { indexes, first, count in
    let view = IndexSet(indexes).rangeView(of: first..<first + count)
    try expect("elements", view.map(\.count).count, equals: view.count)
  }

  static let indexOfNumber = Finding(
    "array-index-of-number", "the index of a number is the first at which it stands", forAll: .zip(digits, .int(in: 0...9)),
    reproduction: { print in print(NSArray(array: [1, 2]).index(of: 2)) }
  ) { numbers, number in
    try expect("the index", NSArray(array: numbers).index(of: number), equals: numbers.firstIndex(of: number) ?? NSNotFound)
  }

  static let removedOccurrences = Finding(
    "array-remove-occurrences", "all occurrences of an object are removed",
    forAll: .zip(letters, .element(of: ["a", "b", "c"])),
    reproduction: { print in
      let array = NSMutableArray(array: ["a", "a"])
      array.remove("a")
      print(array.count)
    }
  ) { elements, element in
    let array = NSMutableArray(array: elements)
    array.remove(element)
    try expect("what is left", array.compactMap { $0 as? String }, equals: elements.filter { $0 != element })
  }

  static let replacedRange = Finding(
    "array-replace-range", "objects in a range are replaced by those of another array",
    forAll: .zip(digits, digits, .int(in: 0...8), .int(in: 0...8)), needsProcess: true,
    reproduction: { _ in NSMutableArray(array: ["a"]).replaceObjects(in: NSRange(0..<1), withObjectsFrom: []) }
  ) { elements, others, first, count in
    let range = min(first, elements.count)..<min(first + count, elements.count)
    let array = NSMutableArray(array: elements)
    array.replaceObjects(in: NSRange(range), withObjectsFrom: others)
    var expected = elements
    expected.replaceSubrange(range, with: others)
    try expect("the array", array.compactMap { $0 as? Int }, equals: expected)
  }

  static let emptiedData = Finding(
    "data-emptied", "data can be emptied", forAll: .zip(digits, .int(in: 0...9)), needsProcess: true,
    reproduction: { _ in
      var data = Data([1])
      data.removeFirst()
      let copy = data
      data.removeAll(keepingCapacity: true)
      _ = copy
    }
  ) { bytes, count in
    var data = Data(bytes.map(UInt8.init))
    data.removeFirst(min(count, data.count))
    let copy = data
    data.removeAll(keepingCapacity: true)
    try expect("its bytes", data.count, equals: 0)
    try expect("the copy's", copy.count, equals: max(0, bytes.count - count))
  }

  static let sliceDistance = Finding(
    "discontiguous-slice-distance", "from the start of a slice to its end it is as far as it has elements",
    forAll: .array(of: .bool, count: 0...8), needsProcess: true,
    reproduction: { print in
      let slice = [1, 2][RangeSet([0..<1])]
      print(slice.distance(from: slice.startIndex, to: slice.endIndex))
    }
  ) { kept in
    let slice = kept[kept.indices(of: true)]
    try expect("the distance", slice.distance(from: slice.startIndex, to: slice.endIndex), equals: kept.count { $0 })
  }

  static let sliceOfSlice = Finding(
    "discontiguous-slice-indexes", "a slice of a discontiguous slice has its elements at the same indexes",
    forAll: .zip(.array(of: .bool, count: 0...8), .int(in: 0...7)), needsProcess: true,
    reproduction: { print in
      let slice = [0, 1, 2][RangeSet([0..<1, 2..<3])]
      let last = slice.index(after: slice.startIndex)
      print(slice[last...][last])
    }
  ) { kept, first in
    guard first < kept.count(where: { $0 }) else { return }
    let slice = kept[kept.indices(of: true)]
    let index = (0..<first).reduce(slice.startIndex) { index, _ in slice.index(after: index) }
    try expect("the first element of the rest", slice[index...][index])
  }

  static let farInBytes = Finding(
    "far-distance-in-bytes", "the view of bytes ends before the greatest distance", forAll: .zip(.text(count: 0...8), .int(in: 0...8)),
    needsProcess: true,
    reproduction: { print in
      let view = "a".utf8
      print(view.index(view.endIndex, offsetBy: .max, limitedBy: view.endIndex))
    }
  ) { text, start in
    let view = text.utf8
    guard let from = view.index(view.startIndex, offsetBy: start, limitedBy: view.endIndex) else { return }
    try expect("beyond the end", view.index(from, offsetBy: .max, limitedBy: view.endIndex) == nil)
  }

  static let farBackwards = Finding(
    "far-distance-backwards", "a reversed array begins after the least distance", forAll: digits, needsProcess: true,
    reproduction: { print in
      let view: ReversedCollection = [1].reversed()
      print(view.index(view.endIndex, offsetBy: .min, limitedBy: view.startIndex))
    }
  ) { numbers in
    let view: ReversedCollection = numbers.reversed()
    try expect("before the start", view.index(view.endIndex, offsetBy: .min, limitedBy: view.startIndex) == nil)
  }

  static let pathSlice = Finding(
    "index-path-slice", "a slice shares its indexes with the path", forAll: .zip(digits, .int(in: 0...8)),
    reproduction: { print in print(IndexPath(indexes: [7, 8, 9])[1...].startIndex) }
  ) { numbers, first in
    let path = IndexPath(indexes: numbers)
    guard first < path.endIndex else { return }
    try expect("the first index", path[first...].startIndex, equals: first)
  }

  /// The first of each.
  private static func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
    var seen: Set<Element> = []
    return elements.filter { seen.insert($0).inserted }
  }
}
