import PropertyTesting
import Synchronization

extension ThreadBug {
  static let twoAtomics = ThreadBug(
    "two atomics", "Number and sum of the ratings are atomics of their own, and an average is read between their changes.",
    buggy: {
      let ratings = SeparateRatings()
      try rateFive(
        rate: {
          ratings.number.add(1, ordering: .acquiringAndReleasing)
          ratings.sum.add(5, ordering: .acquiringAndReleasing)
        }, read: { (ratings.number.load(ordering: .acquiring), ratings.sum.load(ordering: .acquiring)) })
    },
    fixed: {
      let ratings = PackedRatings()
      try rateFive(
        rate: { ratings.packed.add(1 << 32 + 5, ordering: .acquiringAndReleasing) },
        read: {
          let packed = ratings.packed.load(ordering: .acquiring)
          return (packed >> 32, packed & 0xffff)
        })
    })
}

private final class SeparateRatings: Sendable {
  let number = Atomic(0)
  let sum = Atomic(0)
}

private final class PackedRatings: Sendable {
  let packed = Atomic(0)
}

private func rateFive(rate: @escaping @Sendable () -> Void, read: @escaping @Sendable () -> (Int, Int)) throws {
  let (number, sum) = inThreads(
    {
      rate()
      return (0, 0)
    }, read)[1]
  try expect("the average is 5", sum == 5 * number)
}
