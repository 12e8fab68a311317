@testable import PropertyTesting

/// The values of the first `count` cases; discarded cases are left out.
func values<Value>(
  of generator: Generator<Value>, count: Int = 2_000, seed: UInt64 = 1
) throws -> [Value] {
  try (0..<count).compactMap { index in
    var source = Source(seed: seed, index: index)
    do { return try source.draw(generator) } catch is Discard { return nil }
  }
}
