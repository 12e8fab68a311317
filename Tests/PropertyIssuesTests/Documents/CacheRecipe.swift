import PropertyTesting

/// Remembers the distances that it was asked for.
private final class Distances {
  private var known: [String: Int] = [:]

  func between(_ first: Int, _ second: Int) -> Int {
    let key = "\(first)\(second)"
    if let distance = known[key] { return distance }
    known[key] = abs(first - second)
    return abs(first - second)
  }
}

enum CacheRecipe {
  static func aCacheChangesNothing() throws {
    let questions = Generator<[(Int, Int)]>.array(of: .zip(.int(in: 0...20), .int(in: 0...20)))
    try check("a cache changes nothing", forAll: questions, seed: 1) { questions in
      let distances = Distances()
      for (first, second) in questions {
        try expect("distance", distances.between(first, second), equals: abs(first - second))
      }
    }
  }
}
