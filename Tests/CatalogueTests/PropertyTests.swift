import ProcessIsolation
import PropertyTesting
import StorageContract
import Testing
import TouchstoneCatalogue

extension Tag {
  @Tag static var property: Self
  @Tag static var robustnessHardening: Self
}

/// Every property on the reference core, those that store over every backend; saved counterexamples first.
@Suite("Properties", .tags(.property, .robustnessHardening))
struct PropertyTests {
  @Test("The environment variables make sense")
  func environment() {
    for error in Environment.current.errors { Issue.record(Comment(rawValue: error)) }
  }

  @Test(
    "Property", .enabled(if: Environment.current.runsProperties),
    arguments: Cell.all(of: Environment.current.entries))
  func holds(_ cell: Cell) async throws {
    let runner = Runner(
      settings: cell.settings,
      regressions: RegressionStore(directory: Package.regressions), isolationOfDeaths: .forked())
    let backend = cell.spec.makeBackend()
    let result = try await cell.entry.run(with: runner, on: backend)
    await backend.tearDown()
    record(result, cell.spec)
    // A class whose share is in doubt asks for more.
    if result.verdict.isHeld {
      #expect(result.provenCases.map { result.cases == $0 } ?? (result.cases >= cell.settings.cases))
    }
  }

  @Test("Replay", .enabled(if: Environment.current.replay != nil && Environment.current.errors.isEmpty))
  func replay() async throws {
    let token = try ReplayToken(try #require(Environment.current.replay))
    let entry = try #require(Catalogue.entries.first { $0.id == token.propertyID })
    for spec in BackendSpec.standard {
      let backend = spec.makeBackend()
      let result = try await entry.replay(token, with: Runner(), on: backend)
      await backend.tearDown()
      record(result, spec)
    }
  }

  /// One issue, at the line where the property is declared.
  private func record(_ result: PropertyResult, _ spec: BackendSpec) {
    guard !result.verdict.isHeld else { return }
    let place = result.location
    Issue.record(
      Comment(rawValue: "\n" + FailureReport(result, context: .swiftTest(spec)).text),
      sourceLocation: Testing.SourceLocation(
        fileID: place.fileID, filePath: place.filePath, line: place.line, column: 1))
  }
}
