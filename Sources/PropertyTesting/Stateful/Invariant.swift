/// What must be true of model and system together, before the first command and after each.
///
///     Invariant("as many as the model has") { items, ring in ring.count == items.count }
///     Invariant("the queue, oldest first", model: { $0.items }, system: { await $0.queue })
///     Invariant("at most ten are held", always: { pool in await pool.held <= 10 })
///
/// It must change nothing. While lanes run nobody knows the model's state: then only those are asked that need none
/// (`always:`), by a task beside the lanes, so that what is true between two commands alone is not enough for them.
public struct Invariant<Model: Sendable, System>: Sendable {
  public let name: String
  let location: SourceLocation
  let holds: @Sendable (Model, System, EarlierResults) async throws -> Bool
  /// For one that needs no model.
  private(set) var always: (@Sendable (System) async throws -> Bool)?

  /// A claim about both.
  public init(
    _ name: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    _ holds: @escaping @Sendable (Model, System) async throws -> Bool
  ) {
    self.init(name, fileID: fileID, filePath: filePath, line: line) { model, system, _ in
      try await holds(model, system)
    }
  }

  /// As above, with the results that references in the model stand for.
  public init(
    _ name: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    _ holds: @escaping @Sendable (Model, System, EarlierResults) async throws -> Bool
  ) {
    self.name = name
    location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
    self.holds = holds
  }

  /// What the system shows is what the model says. A report prints both, side by side.
  public init<Shown: Equatable & Sendable>(
    _ name: String, model: @escaping @Sendable (Model) -> Shown,
    system: @escaping @Sendable (System) async throws -> Shown, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) {
    self.init(name, fileID: fileID, filePath: filePath, line: line) { state, target, _ in
      let (expected, actual) = (model(state), try await system(target))
      guard actual == expected else { throw Difference(expected: describe(expected), actual: describe(actual)) }
      return true
    }
  }

  /// What must be true of the system at every moment, also while lanes run.
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
