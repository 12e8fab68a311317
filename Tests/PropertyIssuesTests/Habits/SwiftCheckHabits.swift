import PropertyTesting

/// The twelve properties as somebody writes them who knows SwiftCheck: a Bool as the result, `arbitrary` beside each type, `suchThat`,
/// `==>`, and labels for parts of a claim.
struct SwiftCheckHabits: Habits {
  let library: SmallLibrary
  let settings: RunSettings

  func keepsEqualElements() throws {
    try check("a sorted list has as many elements", forAll: .array(of: .int()), settings: settings) { (xs: [Int]) in
      library.sort(xs).count == xs.count
    }
  }

  func sorts() throws {
    try check("sorting sorts", forAll: .array(of: .int()), settings: settings) { xs in
      zip(library.sort(xs), library.sort(xs).dropFirst()).allSatisfy { $0 <= $1 }
    }
  }

  func keepsLongRuns() throws {
    try check("decode ∘ encode == id", forAll: .text(.of("ab")), settings: settings) { text in
      library.decode(library.encode(text)) == text
    }
  }

  func keepsCases() throws {
    try check("decode ∘ encode == id", forAll: .text(.of("aAbB")), settings: settings) { text in
      library.decode(library.encode(text)) == text
    }
  }

  func keepsTheRest() throws {
    // cents >= 0 && people > 0 ==> …
    try check("no cent is lost", forAll: .int(in: -10...10_000), .int(in: 0...20), settings: settings) { cents, people in
      try assume(cents >= 0 && people > 0)
      return library.split(cents: cents, among: people).reduce(0, +) == cents
    }
  }

  func isFair() throws {
    let positive: Generator<Int> = .int(in: -20...20).filter { $0 > 0 }
    try check("nobody pays over a cent more", forAll: .int(in: 0...10_000), positive, settings: settings) { cents, people in
      let shares = library.split(cents: cents, among: people)
      return shares.max()! - shares.min()! <= 1
    }
  }

  func seesThePatch() throws {
    try check("one of two versions is older", forAll: Version.arbitrary, Version.arbitrary, settings: settings) { a, b in
      a == b || library.isOlder(a, than: b) || library.isOlder(b, than: a)
    }
  }

  func countsUp() throws {
    try check("the next version is newer", forAll: Version.arbitrary, settings: settings) { version in
      var next = version
      next.patch += 1
      return library.isOlder(version, than: next)
    }
  }

  func meetsAtAnEnd() throws {
    try check("∩", forAll: Bounds.arbitrary, Bounds.arbitrary, .int(in: 0...9), settings: settings) { a, b, x in
      (library.intersection(a, b)?.contains(x) ?? false) == (a.contains(x) && b.contains(x))
    }
  }

  func hasOnlyWhatBothHave() throws {
    try check("∩ ⊆", forAll: Bounds.arbitrary, Bounds.arbitrary, .int(in: 0...9), settings: settings) { a, b, x in
      let both = library.intersection(a, b)
      return !(both?.contains(x) ?? false) || (a.contains(x) && b.contains(x))
    }
  }

  func keepsTheNewest() throws {
    try check("a cache has what was put last", forAll: .array(of: CacheCall.arbitrary), settings: settings) { calls in
      agrees(calls)
    }
  }

  func refreshes() throws {
    try check("a cache forgets the oldest", forAll: .array(of: CacheCall.arbitrary), settings: settings) { calls in
      agrees(calls)
    }
  }

  private func agrees(_ calls: [CacheCall]) -> Bool {
    var cache = library.cache()
    var model = CacheModel()
    return calls.allSatisfy { call in
      switch call {
      case .put(let key, let value):
        cache.put(key, value)
        model.put(key, value)
        return true
      case .get(let key):
        return cache.get(key) == model.get(key)
      }
    }
  }
}

private typealias Version = SmallLibrary.Version
private typealias Bounds = ClosedRange<Int>

extension SmallLibrary.Version {
  fileprivate static let arbitrary = Generator { source in
    SmallLibrary.Version(
      major: try source(.int(in: 0...9)), minor: try source(.int(in: 0...9)), patch: try source(.int(in: 0...9)))
  }
}

extension ClosedRange<Int> {
  fileprivate static var arbitrary: Generator<ClosedRange<Int>> {
    .int(in: 0...9).flatMap { lower in .int(in: lower...9).map { upper in lower...upper } }
  }
}

extension CacheCall {
  fileprivate static let arbitrary: Generator<CacheCall> = .oneOf(
    Generator<(Int, Int)>.zip(.int(in: 0...3), .int(in: 0...9)).map { .put($0, $1) },
    .int(in: 0...3).map { .get($0) })
}
