/// What is wrong with the initializers of a list: a type, as an initializer has no list to ask.
protocol InitializerMistake: Sendable {
  static var mistake: BrokenInitializers.Mistake { get }
}

enum BrokenInitializers {
  enum Mistake {
    case startsWithZero, repeatsOnceMore, repeatsAtMostThreeTimes, repeatsAtLeastOnce, takesBackwards, takesWithoutTheLast, takesDistinct
  }

  enum StartsWithZero: InitializerMistake { static let mistake = Mistake.startsWithZero }
  enum RepeatsOnceMore: InitializerMistake { static let mistake = Mistake.repeatsOnceMore }
  enum RepeatsAtMostThreeTimes: InitializerMistake { static let mistake = Mistake.repeatsAtMostThreeTimes }
  enum RepeatsAtLeastOnce: InitializerMistake { static let mistake = Mistake.repeatsAtLeastOnce }
  enum TakesBackwards: InitializerMistake { static let mistake = Mistake.takesBackwards }
  enum TakesWithoutTheLast: InitializerMistake { static let mistake = Mistake.takesWithoutTheLast }
  enum TakesDistinct: InitializerMistake { static let mistake = Mistake.takesDistinct }
}

/// A list that is sound once it is there.
struct Misbuilt<M: InitializerMistake>: RangeReplaceableCollection, BidirectionalCollection, Sendable {
  var items: [Int]

  init() { items = M.mistake == .startsWithZero ? [0] : [] }

  init(repeating item: Int, count: Int) {
    items = switch M.mistake {
    case .repeatsOnceMore: Array(repeating: item, count: count + 1)
    case .repeatsAtMostThreeTimes: Array(repeating: item, count: Swift.min(3, count))
    case .repeatsAtLeastOnce: Array(repeating: item, count: Swift.max(1, count))
    default: Array(repeating: item, count: count)
    }
  }

  init<S: Sequence>(_ elements: S) where S.Element == Int {
    items = switch M.mistake {
    case .takesBackwards: elements.reversed()
    case .takesWithoutTheLast: elements.dropLast()
    case .takesDistinct: Array(Set(elements)).sorted()
    default: Array(elements)
    }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { items.count }
  func index(after i: Int) -> Int { i + 1 }
  func index(before i: Int) -> Int { i - 1 }
  subscript(i: Int) -> Int { items[i] }

  mutating func replaceSubrange<C: Collection>(_ range: Range<Int>, with new: C) where C.Element == Int {
    items.replaceSubrange(range, with: new)
  }
}
