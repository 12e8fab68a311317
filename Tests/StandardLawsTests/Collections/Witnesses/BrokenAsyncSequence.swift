
/// Asynchronous integers, with one promise of AsyncIteratorProtocol broken.
struct BrokenAsyncSequence: AsyncSequence, Sendable, CustomStringConvertible {
  struct Interruption: Error {}

  enum Mistake: String, CaseIterable, Sendable {
    case restartsAfterItsEnd, repeatsItsLastAfterTheEnd, yieldsAfterTwoNils
    case goesOnAfterItThrew, throwsAgainAfterItThrew, throwsAfterItsEnd
    case ignoresCancellation, repeatsItselfWhenCancelled
    case everySecondIsShorter, dependsOnAllBefore
    case isolatedNextLosesTheFirst, isolatedNextEndsEarly
  }

  let items: [Int]
  /// Where it throws in place of an element.
  var throwsAt: Int?
  /// Whether it starts over until the task is cancelled.
  var isEndless = false
  let mistake: Mistake?
  /// How many the witness had made before, and this one.
  let number: Int

  init(_ items: [Int], throwsAt: Int? = nil, isEndless: Bool = false, _ mistake: Mistake?) {
    self.items = items
    self.throwsAt = throwsAt
    self.isEndless = isEndless
    self.mistake = mistake
    number = Flaw.next
  }

  var description: String { "\(items)" + (throwsAt.map { ", throws at \($0)" } ?? "") }

  func makeAsyncIterator() -> Iterator {
    let seen = switch mistake {
    case .everySecondIsShorter where number.isMultiple(of: 2): Array(items.dropLast())
    case .dependsOnAllBefore: items.map { $0 + number }
    default: items
    }
    return Iterator(sequence: self, items: seen)
  }

  struct Iterator: AsyncIteratorProtocol {
    let sequence: BrokenAsyncSequence
    let items: [Int]
    var place = 0
    var hasEnded = false
    var calls = 0

    /// What `for await` calls.
    mutating func next(isolation actor: isolated (any Actor)?) async throws -> Int? {
      switch sequence.mistake {
      case .isolatedNextLosesTheFirst where place == 0: _ = try await next()
      case .isolatedNextEndsEarly where place == items.count - 1: return nil
      default: break
      }
      return try await next()
    }

    mutating func next() async throws -> Int? {
      let mistake = sequence.mistake
      if Task.isCancelled {
        if mistake == .repeatsItselfWhenCancelled { return 0 }
        if mistake != .ignoresCancellation { hasEnded = true }
      }
      if hasEnded {
        calls += 1
        switch mistake {
        case .restartsAfterItsEnd: (place, hasEnded) = (0, false)
        case .repeatsItsLastAfterTheEnd: return items.last
        case .yieldsAfterTwoNils where calls == 3: return 0
        case .throwsAfterItsEnd: throw Interruption()
        case .throwsAgainAfterItThrew where sequence.throwsAt == place: throw Interruption()
        default: break
        }
        return nil
      }
      if place == sequence.throwsAt {
        hasEnded = true
        if mistake == .goesOnAfterItThrew {
          hasEnded = false
          place += 1
        }
        throw Interruption()
      }
      if sequence.isEndless, place >= items.count { place = 0 }
      guard place < items.count else {
        hasEnded = true
        return nil
      }
      place += 1
      return items[place - 1]
    }
  }
}
