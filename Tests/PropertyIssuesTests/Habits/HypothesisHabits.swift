import PropertyTesting

/// The twelve properties as somebody writes them who knows Hypothesis: strategies first, `assume`, `composite`, `data.draw`, `example`, and
/// rules of a state machine.
struct HypothesisHabits: Habits {
  let library: SmallLibrary
  let settings: RunSettings

  func keepsEqualElements() throws {
    let lists = Generator.array(of: .int())
    try check("sorting keeps the count", forAll: lists, settings: settings) { xs in
      try expect("count", library.sort(xs).count, equals: xs.count)
    }
  }

  func sorts() throws {
    let lists = Generator.array(of: .int())
    try check("sorting sorts", forAll: lists, settings: settings) { xs in
      try expect("sorted", library.sort(xs), equals: xs.sorted())
    }
  }

  func keepsLongRuns() throws {
    let texts = Generator.text(.of("ab"))
    try check("decode inverts encode", forAll: texts.trying([""]), settings: settings) { s in
      try expect("decoded", library.decode(library.encode(s)), equals: s)
    }
  }

  func keepsCases() throws {
    try check("decode inverts encode", forAll: .text(.of("aAbB"), count: 1...40), settings: settings) { s in
      try expect("decoded", library.decode(library.encode(s)), equals: s)
    }
  }

  func keepsTheRest() throws {
    try check("no cent is lost", forAll: .int(in: 0...10_000), .int(in: 0...20), settings: settings) { cents, people in
      try assume(people != 0)
      try expect("cents", library.split(cents: cents, among: people).reduce(0, +), equals: cents)
    }
  }

  func isFair() throws {
    try check("shares are fair", forAll: .int(in: 0...10_000), settings: settings) { cents, trial in
      let people = try trial.draw(.int(in: 1...20), "people")
      let shares = library.split(cents: cents, among: people)
      try expect("difference", shares.max()! - shares.min()! <= 1)
    }
  }

  func seesThePatch() throws {
    try check("versions are ordered", forAll: versions, versions, settings: settings) { a, b in
      try assume(a != b)
      try expect("order", library.isOlder(a, than: b) != library.isOlder(b, than: a))
    }
  }

  func countsUp() throws {
    try check("a patch is newer", forAll: versions, settings: settings) { version in
      let next = SmallLibrary.Version(major: version.major, minor: version.minor, patch: version.patch + 1)
      try expect("older", library.isOlder(version, than: next))
    }
  }

  func meetsAtAnEnd() throws {
    try check("intersection", forAll: .zip(intervals, intervals), settings: settings) { pair, trial in
      let (a, b) = pair
      let x = try trial.draw(.int(in: 0...9), "x")
      try expect("in both", library.intersection(a, b)?.contains(x) ?? false, equals: a.contains(x) && b.contains(x))
    }
  }

  func hasOnlyWhatBothHave() throws {
    try check("intersection", forAll: .zip(intervals, intervals), settings: settings) { pair, trial in
      let (a, b) = pair
      let both = library.intersection(a, b)
      try assume(both != nil)
      let x = try trial.draw(.int(in: both!), "x")
      try expect("\(x) is in both", a.contains(x) && b.contains(x))
    }
  }

  func keepsTheNewest() async throws { try await runRules() }
  func refreshes() async throws { try await runRules() }

  private func runRules() async throws {
    let put = Command<CacheModel, SmallLibrary.Cache>("put", with: .zip(.int(in: 0...3), .int(in: 0...9))) { model, entry in
      model.put(entry.0, entry.1)
    } system: { cache, entry in
      cache.put(entry.0, entry.1)
    }
    let get = Command<CacheModel, SmallLibrary.Cache>("get", with: .int(in: 0...3)) { model, key in
      model.get(key)
    } system: { cache, key in
      cache.get(key)
    }
    try await check("a cache of two", of: StateMachine(initially: CacheModel(), commands: [put, get]), settings: settings) {
      library.cache()
    }
  }
}

private let versions = Generator { draw in
  SmallLibrary.Version(major: try draw(.int(in: 0...9)), minor: try draw(.int(in: 0...9)), patch: try draw(.int(in: 0...9)))
}

private let intervals = Generator { draw in
  let lower = try draw(.int(in: 0...9))
  return lower...(try draw(.int(in: lower...9)))
}
