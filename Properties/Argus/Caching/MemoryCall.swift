import ArgusReference
import PropertyTesting

/// A call of the memory for articles, by numbers of articles: ARG-36.
enum MemoryCall: Sendable, Equatable {
  case look(Int)
  case remember(Int)
  /// With the generation from before the last forgetting.
  case rememberLate(Int)
  /// Nil: all.
  case forget([Int]?)

  /// What is kept after each call, the one that was not used longest first.
  static func run(_ calls: [MemoryCall], on memory: any ArticleRemembering, limit: Int, _ trial: Trial) async throws {
    var kept: [Int] = []
    var generation = await memory.generation()
    var earlier: Int?
    for (place, call) in calls.enumerated() {
      switch call {
      case .look(let number):
        let found = await memory.article("\(number)")
        try expect("call \(place): article \(number) is in memory", found?.id, equals: kept.contains(number) ? "\(number)" : nil)
        if kept.contains(number) { kept = kept.filter { $0 != number } + [number] }
      case .remember(let number):
        await memory.remember(ArticleModel(id: "\(number)"), since: generation)
        let all = kept.filter { $0 != number } + [number]
        trial.label("something is evicted", if: limit > 0 && all.count > limit)
        kept = Array(all.suffix(limit))
      case .rememberLate(let number):
        if let earlier { await memory.remember(ArticleModel(id: "\(number)"), since: earlier) }
      case .forget(let numbers):
        await memory.forget(numbers.map { $0.map { "\($0)" } })
        kept = numbers.map { numbers in kept.filter { !numbers.contains($0) } } ?? []
        earlier = generation
        generation = await memory.generation()
      }
      try expect("articles in memory after call \(place)", await memory.size(), equals: kept.count)
    }
    for number in kept {
      try expect("article \(number) is in memory", await memory.article("\(number)")?.id, equals: "\(number)")
    }
  }
}

extension Generator where Value == MemoryCall {
  static let memoryCall = Generator { source in
    let number = try source(.int(in: 0...3))
    return try source(
      .frequency(
        (8, .constant(MemoryCall.look(number))), (8, .constant(.remember(number))), (2, .constant(.rememberLate(number))),
        (1, .constant(.forget([number]))), (1, .constant(.forget(nil)))))
  }
}
