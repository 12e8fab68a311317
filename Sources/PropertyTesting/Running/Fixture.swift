/// Makes the system under test for each case, and cleans up after it.
public struct Fixture<System: Sendable>: Sendable {
  /// What the system runs over, for the report: the backend's name. Empty if there is none.
  public let name: String
  private var forWorker:
    (@Sendable () async throws -> (Fixture, tearDown: @Sendable () async -> Void))?
  private let make: @Sendable () async throws -> Made

  private struct Made {
    var system: System
    /// Nil where there is nothing to do: a case then allocates nothing for it.
    var cleanUp: (@Sendable () async -> Void)?
  }

  /// A fixture whose systems each have a place of their own: a store's location, a server, a folder.
  /// - Parameters:
  ///   - place: makes a place: for one case if the property is asynchronous, for many cases if it is synchronous. If it throws, the
  ///     verdict is errored, because the environment failed and not the claim.
  ///   - system: makes the system over that place.
  ///   - cleanUp: called once for each place that was made, also after a failure.
  public init<Place: Sendable>(
    name: String = "", place: @escaping @Sendable () async throws -> Place,
    system: @escaping @Sendable (Place) async throws -> System,
    cleanUp: @escaping @Sendable (Place) async -> Void
  ) {
    self.name = name
    make = {
      let place = try await place()
      do {
        return Made(system: try await system(place)) { await cleanUp(place) }
      } catch {
        await cleanUp(place)
        throw error
      }
    }
  }

  /// A fixture whose systems leave nothing to clean up.
  public init(name: String = "", system: @escaping @Sendable () async throws -> System) {
    self.name = name
    make = { Made(system: try await system()) }
  }

  private init(name: String, make: @escaping @Sendable () async throws -> Made) {
    self.name = name
    self.make = make
  }

  /// This fixture with another system in the place of each that it makes.
  func changing(_ change: @escaping @Sendable (inout System) -> Void) -> Fixture {
    var changed = Fixture(name: name) { [make] in
      var made = try await make()
      change(&made.system)
      return made
    }
    if let forWorker {
      changed.forWorker = {
        let (fixture, tearDown) = try await forWorker()
        return (fixture.changing(change), tearDown)
      }
    }
    return changed
  }

  /// This fixture, with another one in the worker processes of an asynchronous property. Use it for places that several processes must
  /// not share, or that a process leaves behind if it dies.
  /// - Parameter make: called for each worker. It returns the fixture for the worker, and `tearDown`, which is called when the worker has
  ///   ended. Both run in the supervising process; the systems are made in the worker.
  public func inWorkers(
    _ make: @escaping @Sendable () async throws -> (Fixture, tearDown: @Sendable () async -> Void)
  ) -> Fixture {
    var fixture = self
    fixture.forWorker = make
    return fixture
  }

  /// - Throws: ``SetUpError`` where there could be none.
  func withOneForWorker<Result: Sendable>(_ body: (Fixture) async -> Result) async throws -> Result {
    guard let forWorker else { return await body(self) }
    let fixture: Fixture
    let tearDown: @Sendable () async -> Void
    do {
      (fixture, tearDown) = try await forWorker()
    } catch {
      throw SetUpError(reason: describe(error))
    }
    let result = await body(fixture)
    await tearDown()
    return result
  }

  /// Runs `body` with a system of its own.
  /// - Throws: ``SetUpError`` where there could be none; otherwise what `body` throws.
  @usableFromInline
  func with<Result: Sendable>(
    _ body: (System) async throws -> Result
  ) async throws -> Result {
    let made: Made
    do {
      made = try await make()
    } catch {
      throw SetUpError(reason: describe(error))
    }
    do {
      let result = try await body(made.system)
      await made.cleanUp?()
      return result
    } catch {
      await made.cleanUp?()
      throw error
    }
  }
}

/// The system under test could not be made.
struct SetUpError: Error {
  let reason: String

  init(reason: String) {
    self.reason = reason
  }

  init(_ error: any Error) {
    reason =
      switch error {
      case let error as SetUpError: error.reason
      case let error as NoWorker: error.reason
      default: describe(error)
      }
  }
}
