import PropertyTesting
import Testing

/// The twelve properties as somebody writes them who knows swift-property-based: no title, `#expect`, and generators by `zip(…).map`.
struct PropertyBasedHabits: Habits {
  let library: SmallLibrary
  let settings: RunSettings

  func keepsEqualElements() throws {
    try check(forAll: .array(of: .int(), count: 0...20), settings: settings) { list in
      #expect(library.sort(list).count == list.count)
    }
  }

  func sorts() throws {
    try check(forAll: .array(of: .int(in: -100...100), count: 0...20), settings: settings) { list in
      let sorted = library.sort(list)
      for (left, right) in zip(sorted, sorted.dropFirst()) {
        #expect(left <= right)
      }
    }
  }

  func keepsLongRuns() throws {
    try check(forAll: .text(.of("ab"), count: 0...20), settings: settings) { text in
      #expect(library.decode(library.encode(text)) == text)
    }
  }

  func keepsCases() throws {
    try check(forAll: .text(.of("aAbB"), count: 0...20), settings: settings) { text in
      #expect(library.decode(library.encode(text)) == text)
    }
  }

  func keepsTheRest() throws {
    try check(forAll: .int(in: 0...1_000), .int(in: 1...9), settings: settings) { cents, people in
      #expect(library.split(cents: cents, among: people).reduce(0, +) == cents)
    }
  }

  func isFair() throws {
    try check(forAll: .int(in: 0...1_000), .int(in: 1...9), settings: settings) { cents, people in
      let shares = library.split(cents: cents, among: people)
      let most = try #require(shares.max())
      let least = try #require(shares.min())
      #expect(most - least <= 1)
    }
  }

  func seesThePatch() throws {
    try check(forAll: versions, versions, settings: settings) { left, right in
      guard left != right else { return }
      #expect(library.isOlder(left, than: right) || library.isOlder(right, than: left))
    }
  }

  func countsUp() throws {
    try check(forAll: versions, settings: settings) { version in
      var next = version
      next.patch += 1
      #expect(library.isOlder(version, than: next))
    }
  }

  func meetsAtAnEnd() throws {
    try check(forAll: ranges, ranges, .int(in: 0...9), settings: settings) { left, right, number in
      let both = library.intersection(left, right)
      #expect(both?.contains(number) == true || !(left.contains(number) && right.contains(number)))
    }
  }

  func hasOnlyWhatBothHave() throws {
    try check(forAll: ranges, ranges, .int(in: 0...9), settings: settings) { left, right, number in
      guard let both = library.intersection(left, right), both.contains(number) else { return }
      #expect(left.contains(number) && right.contains(number))
    }
  }

  func keepsTheNewest() async throws {
    try await check(forAll: .array(of: calls, count: 0...20), settings: settings) { calls async in run(calls) }
  }

  func refreshes() throws {
    try check(forAll: .array(of: calls, count: 0...20), settings: settings) { calls in run(calls) }
  }

  private func run(_ calls: [CacheCall]) {
    var cache = library.cache()
    var model = CacheModel()
    for call in calls {
      switch call {
      case .put(let key, let value):
        cache.put(key, value)
        model.put(key, value)
      case .get(let key):
        #expect(cache.get(key) == model.get(key))
      }
    }
  }
}

private let versions = Generator<(Int, Int, Int)>.zip(.int(in: 0...9), .int(in: 0...9), .int(in: 0...9))
  .map(SmallLibrary.Version.init)
private let ranges = Generator<(Int, Int)>.zip(.int(in: 0...9), .int(in: 0...9)).map { min($0, $1)...max($0, $1) }
private let calls: Generator<CacheCall> = .oneOf(
  .build(CacheCall.put, from: .int(in: 0...3), .int(in: 0...9)), .int(in: 0...3).map(CacheCall.get))
