import PersonalOSReference

/// Another implementation of the runner, with one defect: what POS-77 and POS-78 must catch. Without a
/// defect it holds both.
struct DefectiveRequests: RequestRunner {
  enum Defect: Sendable {
    case looksAtItsTaskOnlyAtTheStart, guardsOnlyWhatIsShown, savesADefault, showsFailuresAnyway
    case checksAfterEffects, checksOnceAtTheStart, swallowsTheCheck, commitsHalf, asksUnchecked
  }

  let gate: EffectGate
  let data: any DataAccess
  let defect: Defect?

  func run(
    _ steps: [RequestStep], as token: EffectToken,
    onFailure: @escaping @MainActor @Sendable (any Error) -> Void
  ) async throws {
    do {
      if defect == .looksAtItsTaskOnlyAtTheStart { try Task.checkCancellation() }
      if defect == .checksOnceAtTheStart { try gate.check(token) }
      for step in steps { try await carryOut(step, token) }
    } catch let error as CancellationError {
      if defect == .savesADefault { try await saveFirst(of: steps) }
      throw error
    } catch {
      if defect == .showsFailuresAnyway {
        await onFailure(error)
      } else {
        try await show(token) { onFailure(error) }
      }
      throw error
    }
  }

  private func carryOut(_ step: RequestStep, _ token: EffectToken) async throws {
    switch step {
    case .work(let work):
      if defect != .asksUnchecked { try check(token) }
      try await work()
    case .show(let change): try await show(token, change)
    case .save(let writes): try await save(token, writes)
    }
  }

  private func check(_ token: EffectToken) throws {
    switch defect {
    case .looksAtItsTaskOnlyAtTheStart, .checksOnceAtTheStart, .checksAfterEffects: return
    case .swallowsTheCheck: try? gate.check(token)
    default: try gate.check(token)
    }
  }

  @MainActor
  private func show(_ token: EffectToken, _ change: @MainActor () -> Void) throws {
    try check(token)
    change()
    if defect == .checksAfterEffects { try gate.check(token) }
  }

  private func save(_ token: EffectToken, _ writes: [@Sendable (DataScope) throws -> Void]) async throws {
    if defect == nil { try check(token) }
    let isCutShort = try await data.perform { scope in
      for write in writes {
        do {
          if defect != .guardsOnlyWhatIsShown { try check(token) }
        } catch where defect == .commitsHalf {
          return true
        }
        try write(scope)
      }
      if defect != .guardsOnlyWhatIsShown && defect != .commitsHalf { try check(token) }
      if defect == .checksAfterEffects { try gate.check(token) }
      return false
    }
    if isCutShort { throw CancellationError() }
  }

  private func saveFirst(of steps: [RequestStep]) async throws {
    for step in steps {
      guard case .save(let writes) = step else { continue }
      return try await data.perform { scope in for write in writes { try write(scope) } }
    }
  }
}
