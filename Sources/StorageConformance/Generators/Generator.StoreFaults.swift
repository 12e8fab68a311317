import PropertyTesting
import StorageContract
import StorageFaults

extension Generator where Value == [StoreFault] {
  /// A schedule of faults for `StoreLocation.with(_:)`: faults that users of a correct
  /// store must cope with.
  /// - Parameters:
  ///   - count: how many faults.
  ///   - skipping: how many calls of the same kind succeed before each fault.
  ///   - defects: whether to include faults that no correct store has: dropped writes and lost transactions.
  public static func storeFaults(
    count: ClosedRange<Int> = 0...4, skipping: ClosedRange<Int> = 0...6, defects: Bool = false
  ) -> Generator {
    .array(of: .storeFault(skipping: skipping, defects: defects), count: count)
  }
}

extension Generator where Value == StoreFault {
  /// One fault, more often at a commit than elsewhere. The simplest is a commit that fails once.
  public static func storeFault(skipping: ClosedRange<Int> = 0...6, defects: Bool = false) -> Generator {
    let points = StoreFault.Point.allCases.filter { $0 != .commit }
    return Generator { source in
      if defects, try source(.int(in: 0...3)) == 3 {
        let loses = try source(.bool)
        return StoreFault(
          loses ? .open : .commit,
          loses ? .losesLatest(transactions: try source(.int(in: 1...3))) : .isDropped,
          skipping: try source(.int(in: skipping)))
      }
      let point = try source(.frequency((2, .constant(StoreFault.Point.commit)), (1, .element(of: points))))
      let effect = try source(
        .frequency(
          (4, .constant(StoreFault.Effect.fails)),
          (2, Generator<Bool>.bool.map { .isUnknown(done: $0) }),
          (1, Generator<Bool>.bool.map { .dies(done: $0) }),
          (1, Generator<Int>.int(in: 1...3).map { .isLate(yields: $0) })))
      let repeats = try source(
        Generator<Int?>.frequency(
          (3, .constant(1)), (1, Generator<Int>.int(in: 1...3).map { $0 }), (1, .constant(nil))))
      return StoreFault(point, effect, skipping: try source(.int(in: skipping)), times: repeats)
    }
  }
}
