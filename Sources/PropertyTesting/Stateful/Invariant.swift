/// A claim about model and system that must hold before the first command and after each command.
///
///     Invariant("as many as the model has") { items, ring in ring.count == items.count }
///     Invariant("the queue, oldest first", model: { $0.items }, system: { await $0.queue })
///     Invariant("at most ten are held", always: { pool in await pool.held <= 10 })
///
/// An invariant must change nothing. While lanes run, nobody knows the state of the model. So only the invariants that need no model
/// (`always:`) are checked then, by a task beside the lanes: such a claim must hold at every moment, not only between two commands.
public struct Invariant<Model: Sendable, System>: Sendable {
  /// The invariant's name in reports.
  public let name: String
  let location: SourceLocation
  let holds: @Sendable (Model, System, EarlierResults) async throws -> Bool
  /// For one that needs no model.
  private(set) var always: (@Sendable (System) async throws -> Bool)?

  /// A claim about model and system.
  public init(
    _ name: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    _ holds: @escaping @Sendable (Model, System) async throws -> Bool
  ) {
    self.init(name, fileID: fileID, filePath: filePath, line: line) { model, system, _ in
      try await holds(model, system)
    }
  }

  /// A claim about model and system that also reads the results for which references in the model stand.
  public init(
    _ name: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    _ holds: @escaping @Sendable (Model, System, EarlierResults) async throws -> Bool
  ) {
    self.name = name
    location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
    self.holds = holds
  }

  /// A claim that two values are equal: one of the model and one of the system. A report prints both, side by side.
  public init<Shown: Equatable & Sendable>(
    _ name: String, model: @escaping @Sendable (Model) -> Shown,
    system: @escaping @Sendable (System) async throws -> Shown, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) {
    self.init(name, fileID: fileID, filePath: filePath, line: line) { state, target, _ in
      let (expected, actual) = (model(state), try await system(target))
      guard actual != expected else { return true }
      let (expectedText, actualText) = describeApart(expected, actual)
      throw Difference(expected: expectedText, actual: actualText)
    }
  }

  /// A claim about the system that must hold at every moment, also while lanes run.
  public init(
    _ name: String, always: @escaping @Sendable (System) async throws -> Bool, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) {
    self.init(name, fileID: fileID, filePath: filePath, line: line) { _, system, _ in try await always(system) }
    self.always = always
  }
}

/// Model and system show two things.
struct Difference: Error {
  let expected: String
  let actual: String
}

extension Invariant {
  /// Nil if it holds; otherwise the failure of a case.
  /// - Parameter place: as it stands behind the name: "after put(1) at step 2". Asked for only if it fails.
  /// - Throws: if the task was cancelled, so that what the system gives is no news of it.
  func failure(
    _ place: @autoclosure () -> String, of holds: () async throws -> Bool
  ) async throws -> ExpectationFailure? {
    var claim: String { "\(name), \(place())" }
    noteClaim(fileID: location.fileID, line: location.line)
    do {
      return try await holds() ? nil : ExpectationFailure(claim: claim, location: location)
    } catch let difference as Difference {
      return ExpectationFailure(
        claim: claim, expected: difference.expected, actual: difference.actual, location: location)
    } catch let failure as ExpectationFailure {
      guard let expected = failure.expected, let actual = failure.actual else {
        return ExpectationFailure(claim: "\(claim): \(failure)", location: failure.location)
      }
      return ExpectationFailure(
        claim: "\(claim): \(failure.claim)", expected: expected, actual: actual, location: failure.location)
    } catch {
      if error is CancellationError { try Task.checkCancellation() }
      return ExpectationFailure(claim: "\(claim): throws \(describe(error))", location: location)
    }
  }
}
