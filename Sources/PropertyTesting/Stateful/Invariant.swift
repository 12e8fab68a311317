/// What must be true of model and system together, before the first command and after each.
///
///     Invariant("as many as the model has") { items, ring in ring.count == items.count }
///
/// It must change nothing. In a parallel run it is asked up to where the lanes begin: what the model's state is while
/// they run, nobody knows.
public struct Invariant<Model: Sendable, System>: Sendable {
  public let name: String
  let location: SourceLocation
  let holds: @Sendable (Model, System, EarlierResults) async throws -> Bool

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
}
