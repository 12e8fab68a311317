import PropertyTesting

@testable import DeterministicScheduling

/// Chooses at random and keeps what it chose.
struct RecordingWalk: ScheduleStrategy {
  final class Record { var choices: [Int] = [] }
  let record = Record()
  private var random: ScheduleRandom

  init(seed: Int) { random = ScheduleRandom(seed: UInt64(seed)) }

  mutating func choose(_ count: Int, _ preferred: Int, _ ready: [SchedulerLoop.ReadyJob]) -> Int {
    record.choices.append(random.below(count))
    return record.choices[record.choices.count - 1]
  }
}

/// Chooses what was chosen before.
struct RepeatedWalk: ScheduleStrategy {
  var choices: ArraySlice<Int>

  mutating func choose(_ count: Int, _ preferred: Int, _ ready: [SchedulerLoop.ReadyJob]) -> Int {
    choices.popFirst() ?? 0
  }
}

/// What many schedules of one body came to.
struct Exploration {
  var outcomes: Set<String> = []
  var hashes: Set<UInt64> = []
  var externalWakes = 0
  var strays: Set<String> = []
  var unfinished = 0
  var steps = 0
  /// Runs whose repetition came to something else.
  var inexact: [String] = []
}

/// Runs `body` under random schedules, and each of them again with the same choices.
func explore(
  schedules: Int = 120, timersRace: Bool = false, _ body: @escaping @Sendable () async throws -> String
) -> Exploration {
  var exploration = Exploration()
  var settings = LoopSettings()
  settings.timersRace = timersRace
  settings.random = RandomNumbers { 7 }
  for seed in 0..<schedules {
    let walk = RecordingWalk(seed: seed)
    var decisions = Decisions(walk)
    let run = ScheduledRun(settings, deciding: &decisions, body)
    let words = "\(run.outcome.ending) \(String(describing: run.result))"
    exploration.outcomes.insert(run.text)
    exploration.hashes.insert(run.outcome.traceHash)
    exploration.externalWakes += run.outcome.externalWakes
    exploration.strays.formUnion(run.strays.map(\.what))
    exploration.steps += run.outcome.steps
    if run.outcome.ending != .finished { exploration.unfinished += 1 }
    for observed in [false, true] {
      settings.observer = observed ? ScheduleObserver() : nil
      var again = Decisions(RepeatedWalk(choices: walk.record.choices[...]))
      let second = ScheduledRun(settings, deciding: &again, body)
      settings.observer = nil
      if second.outcome.traceHash != run.outcome.traceHash
        || "\(second.outcome.ending) \(String(describing: second.result))" != words
      {
        exploration.inexact.append("seed \(seed), observed \(observed): \(run.text), then \(second.text)")
      }
    }
  }
  return exploration
}

extension ScheduledRun where Value == String {
  var text: String {
    switch result {
    case .success(let value)?: value
    case .failure(let error)?: "threw \(error)"
    case nil: "\(outcome.ending)"
    }
  }
}

/// Keeps words in the order in which they come.
actor Log {
  private var words: [String] = []
  func add(_ word: String) { words.append(word) }
  var text: String { words.joined(separator: " ") }
}

/// The result of a check that fails; nil if it holds, or throws anything else.
func failure(_ run: () throws -> PropertyResult) -> PropertyResult? {
  do {
    _ = try run()
    return nil
  } catch let failure as PropertyFailure {
    return failure.result
  } catch {
    return nil
  }
}
