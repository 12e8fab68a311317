import PropertyTesting

/// Runs a machine as a property over a system that is made for each case.
func run<Model, System>(
  _ machine: StateMachine<Model, System>, seed: UInt64 = 1, cases: Int = 100, jobs: Int = 1,
  shrinks: Bool = true, requiring shares: [String: Double] = [:],
  _ system: @escaping @Sendable () async throws -> System
) async -> PropertyResult {
  let settings = RunSettings(
    cases: cases, seed: seed, jobs: jobs, shrinks: shrinks, shrinkTime: .seconds(3_600))
  let property = Requirement<Void>("M-1", "a machine").holds(forAll: machine.sequence(), requiring: shares) {
    commands, _, trial in
    var system = try await system()
    try await commands.run(on: &system, trial)
  }
  return await Runner(settings: settings).run(property, on: .none)
}

/// The counterexamples that seeds 1 to `seeds` end in, each with how often.
func counterexamples<Model, System>(
  of machine: StateMachine<Model, System>, seeds: Int = 8, _ system: @escaping @Sendable () async throws -> System
) async -> [String: Int] {
  var found: [String: Int] = [:]
  for seed in 1...UInt64(seeds) {
    let result = await run(machine, seed: seed, system)
    found[result.verdict.counterexample?.value ?? result.verdict.name, default: 0] += 1
  }
  return found
}
