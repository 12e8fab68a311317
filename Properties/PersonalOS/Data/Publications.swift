/// What was published, and when: which of it may be seen.
struct Publications {
  private struct Publication {
    /// The last one that had begun when this one ended; nil before its end.
    var lastBegunAtItsEnd: Int?
  }

  /// By number, from 1 on, in the order of their beginnings. Number 0 is what is there before.
  private var publications = [Publication(lastBegunAtItsEnd: 0)]

  /// The number of the newest.
  var latest: Int { publications.count - 1 }

  mutating func begin() -> Int {
    publications.append(Publication())
    return latest
  }

  mutating func end(_ number: Int) { publications[number].lastBegunAtItsEnd = latest }

  /// Those after whose end no other has begun and ended too.
  var current: Set<Int> {
    Set(
      publications.indices.filter { number in
        guard let last = publications[number].lastBegunAtItsEnd else { return true }
        return !publications[(last + 1)...].contains { $0.lastBegunAtItsEnd != nil }
      })
  }
}
