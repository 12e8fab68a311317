import Synchronization

/// Where a run says which case it is about to run, for whoever survives it: a supervisor, a signal's handler. Atomic, so that
/// the store comes before whatever the case does; it costs as much as a plain one. In the next word stands the last case whose
/// value was generated.
@usableFromInline
typealias CaseBeacon = UnsafeMutablePointer<Atomic<Int>>

extension UnsafeMutablePointer<Atomic<Int>> {
  @inlinable
  func begins(_ index: Int) { pointee.store(index, ordering: .relaxed) }

  @inlinable
  func hasValue(_ index: Int) { self[1].store(index, ordering: .relaxed) }
}

/// A property with its value type erased: a way to run many cases fast, and a way to run one closely.
///
/// The loops are inlinable, so that in an optimised build they are specialised where the property is
/// declared, generator, predicate and all.
@usableFromInline
enum Execution<System: Sendable>: Sendable {
  case synchronous(Synchronous)
  case asynchronous(Asynchronous)

  @usableFromInline
  struct Synchronous: Sendable {
    @usableFromInline let sweep: @Sendable (Range<Int>, UInt64, System, CaseBeacon?) -> Sweep
    @usableFromInline let examine: @Sendable (Examination, System) -> Void
    /// Runs the generator alone.
    @usableFromInline let generate: @Sendable (Examination) -> Void

    @usableFromInline
    init(
      sweep: @escaping @Sendable (Range<Int>, UInt64, System, CaseBeacon?) -> Sweep,
      examine: @escaping @Sendable (Examination, System) -> Void,
      generate: @escaping @Sendable (Examination) -> Void
    ) {
      self.sweep = { block, seed, system, beacon in
        CaseIssues.collecting(isMute: false) { sweep(block, seed, system, beacon) }
      }
      self.examine = examine
      self.generate = generate
    }
  }

  @usableFromInline
  struct Asynchronous: Sendable {
    @usableFromInline let sweep: @Sendable (Range<Int>, UInt64, Fixture<System>, CaseBeacon?) async -> Sweep
    @usableFromInline let examine: @Sendable (Examination, System) async -> Void
    /// Runs the generator alone.
    @usableFromInline let generate: @Sendable (Examination) -> Void

    @usableFromInline
    init(
      sweep: @escaping @Sendable (Range<Int>, UInt64, Fixture<System>, CaseBeacon?) async -> Sweep,
      examine: @escaping @Sendable (Examination, System) async -> Void,
      generate: @escaping @Sendable (Examination) -> Void
    ) {
      self.sweep = { block, seed, fixture, beacon in
        await CaseIssues.collecting(isMute: false) { await sweep(block, seed, fixture, beacon) }
      }
      self.examine = examine
      self.generate = generate
    }
  }
}

/// What a run over a range of cases came to. After a failure the rest of the range was not run.
@usableFromInline
struct Sweep: Sendable {
  @usableFromInline var passed = 0
  @usableFromInline var discarded = 0
  @usableFromInline var counts: [String: Int] = [:]
  /// The index of the first case that failed.
  @usableFromInline var failure: Int?
  /// The system could not be made.
  @usableFromInline var setUpError: String?
  /// Why the last discarded case was discarded.
  @usableFromInline var discardReason: String?
  /// How the process of the failing case ended, where it did.
  var death: String?
  /// For each target, the highest value and the first case that reached it.
  var targets: [String: Target.Best] = [:]
  /// What the failing case threw, in words.
  var failureMessage: String?
  /// What the cases collected, by name.
  var collected: [String: Collected] = [:]
  /// The indices of discarded cases that are no random ones: see ``PhaseTally``.
  var earlyDiscards: [Int] = []
  /// The failing case says nothing of itself: what was to try all of its schedules found too many of them.
  var gaveUp = false
  /// What the cases claimed.
  @usableFromInline var evidence = Evidence.none
  /// Whether the next case is watched for a claim.
  @usableFromInline var watches = true
  /// What other libraries record in the running case; nil if nobody listens.
  @usableFromInline let issues: CaseIssues?
  /// How many of the passed cases met each known failure.
  var knownFailures: [String: Int] = [:]

  @usableFromInline init() {
    issues = CaseIssues.ofCase
  }
}

extension Execution {
  /// - Parameter location: where the property stands, for a predicate whose result is the claim.
  @inlinable
  init<Value, Result>(
    generator: Generator<Value>, predicate: @escaping @Sendable (Value, System) throws -> Result, at location: SourceLocation
  ) {
    let produce = generator.produce
    self = .synchronous(
      Synchronous(
        sweep: { indices, seed, system, beacon in
          var sweep = Sweep()
          var source = Source(seed: seed, index: 0)
          for index in indices {
            beacon?.begins(index)
            source.restart(seed: seed, index: index)
            do {
              let value = try produce(&source)
              beacon?.hasValue(index)
              if sweep.watches {
                try sweep.watch { try expectHolds(try predicate(value, system), at: location) }
              } else {
                try expectHolds(try predicate(value, system), at: location)
              }
              try sweep.issues?.throwIfAny()
              sweep.passed &+= 1
            } catch {
              if sweep.endsRange(at: index, error) { return sweep }
            }
          }
          return sweep
        },
        examine: { examination, system in
          examination.run(generator) { value, _ in try expectHolds(try predicate(value, system), at: location) }
        },
        generate: { $0.runGenerator(generator) }))
  }

  @inlinable
  init<Value, Result>(
    generator: Generator<Value>,
    predicate: @escaping @Sendable (Value, System, Trial) throws -> Result, at location: SourceLocation
  ) {
    let produce = generator.produce
    self = .synchronous(
      Synchronous(
        sweep: { indices, seed, system, beacon in
          var sweep = Sweep()
          var source = Source(seed: seed, index: 0)
          let trial = Trial()
          for index in indices {
            beacon?.begins(index)
            source.restart(seed: seed, index: index)
            do {
              let value = try produce(&source)
              beacon?.hasValue(index)
              trial.begin(source, isObserved: false)
              if sweep.watches {
                try sweep.watch { try expectHolds(try predicate(value, system, trial), at: location) }
              } else {
                try expectHolds(try predicate(value, system, trial), at: location)
              }
              try sweep.issues?.throwIfAny()
              sweep.passed &+= 1
              trial.tally(into: &sweep, at: index)
            } catch {
              if sweep.endsRange(at: index, error) { return sweep }
            }
          }
          return sweep
        },
        examine: { examination, system in
          examination.run(generator) { value, trial in try expectHolds(try predicate(value, system, trial), at: location) }
        },
        generate: { $0.runGenerator(generator) }))
  }

  @inlinable
  init<Value, Result>(
    generator: Generator<Value>,
    predicate: @escaping @Sendable (Value, System, Trial) async throws -> Result, at location: SourceLocation
  ) {
    let produce = generator.produce
    self = .asynchronous(
      Asynchronous(
        sweep: { indices, seed, fixture, beacon in
          var sweep = Sweep()
          var source = Source(seed: seed, index: 0)
          let trial = Trial()
          for index in indices {
            beacon?.begins(index)
            source.restart(seed: seed, index: index)
            do {
              let value = try produce(&source)
              beacon?.hasValue(index)
              trial.begin(source, isObserved: false)
              if sweep.watches {
                try await fixture.with { system in
                  try await sweep.watch { try expectHolds(try await predicate(value, system, trial), at: location) }
                }
              } else {
                try await fixture.with { system in try expectHolds(try await predicate(value, system, trial), at: location) }
              }
              try sweep.issues?.throwIfAny()
              sweep.passed &+= 1
              trial.tally(into: &sweep, at: index)
            } catch {
              if sweep.endsRange(at: index, error) { return sweep }
            }
          }
          return sweep
        },
        examine: { examination, system in
          await examination.run(generator) { value, trial in
            try expectHolds(try await predicate(value, system, trial), at: location)
          }
        },
        generate: { $0.runGenerator(generator) }))
  }
}

extension Sweep {
  /// Counts a case that threw. True where the range ends there.
  @usableFromInline @inline(never)
  mutating func endsRange(at index: Int, _ thrown: any Error) -> Bool {
    let error = issues?.failure(besides: thrown) ?? thrown
    if let discard = error as? Discard {
      discarded += 1
      discardReason = discard.reason
      if index < Tally.casesWithPhase { earlyDiscards.append(index) }
      return false
    }
    if let error = error as? SetUpError { setUpError = error.reason }
    failure = index
    let failure = Failure(error)
    failureMessage = failure.message
    gaveUp = failure.kind == .interruption(.gaveUp)
    return true
  }
}
