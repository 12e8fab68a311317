/// Makes the system under test for each case, and cleans up after it.
public struct Fixture<System: Sendable>: Sendable {
  /// What the system runs over, for the report: the backend's name; empty where there is none.
  public let name: String
  private let make: @Sendable () async throws -> (System, cleanUp: @Sendable () async -> Void)

  /// A system over a place of its own: a store's location, a server, a folder.
  /// - Parameters:
  ///   - place: a fresh place for one case where the property is asynchronous, for many where it is not.
  ///     Where it throws, the property is errored: the environment failed, not the claim.
  ///   - system: the system over that place.
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
        return (try await system(place), { await cleanUp(place) })
      } catch {
        await cleanUp(place)
        throw error
      }
    }
  }

  /// A system that leaves nothing to clean up.
  public init(name: String = "", system: @escaping @Sendable () async throws -> System) {
    self.name = name
    make = { (try await system(), {}) }
  }

  private init(
    name: String,
    make: @escaping @Sendable () async throws -> (System, cleanUp: @Sendable () async -> Void)
  ) {
    self.name = name
    self.make = make
  }

  /// This fixture with a fault switched on in every system that it makes.
  public func with(_ fault: Fault<System>) -> Fixture {
    Fixture(name: name) { [make] in
      var (system, cleanUp) = try await make()
      fault.apply(&system)
      return (system, cleanUp)
    }
  }

  /// Runs `body` with a system of its own.
  /// - Throws: ``SetUpError`` where there could be none; otherwise what `body` throws.
  @usableFromInline
  func with<Result: Sendable>(
    _ body: (System) async throws -> Result
  ) async throws -> Result {
    let system: System
    let cleanUp: @Sendable () async -> Void
    do {
      (system, cleanUp) = try await make()
    } catch {
      throw SetUpError(reason: describe(error))
    }
    do {
      let result = try await body(system)
      await cleanUp()
      return result
    } catch {
      await cleanUp()
      throw error
    }
  }
}

/// The system under test could not be made.
struct SetUpError: Error {
  let reason: String
}
