import PropertyTesting
import StorageContract

/// A backend held to the laws: each of them skipped, or run as a property.
public struct ConformanceRun: Sendable {
  public var laws: [StorageLaw]
  public var settings: RunSettings
  /// Where counterexamples are saved and tried first; nil: nowhere.
  public var regressions: RegressionStore?

  public init(
    laws: [StorageLaw] = StorageLaws.all, settings: RunSettings = RunSettings(), regressions: RegressionStore? = nil
  ) {
    self.laws = laws
    self.settings = settings
    self.regressions = regressions
  }

  /// One law's outcome.
  public enum Outcome: Sendable {
    case ran(PropertyResult)
    /// The backend does not declare what the law is about.
    case skipped(reason: String)

    public var isHeld: Bool { if case .ran(let result) = self { result.verdict.isHeld } else { false } }
  }

  public struct Row: Sendable {
    public let law: StorageLaw
    public let outcome: Outcome
  }

  /// Tries one law.
  /// - Parameter fault: one of the law's own, switched on.
  public func row(
    of law: StorageLaw, over backend: any Backend, _ capabilities: StoreCapabilities,
    fault: Fault<LawSubject>? = nil
  ) async -> Row {
    if let reason = law.reasonToSkip(capabilities) { return Row(law: law, outcome: .skipped(reason: reason)) }
    if law.needs.contains(where: \.isOverFiles), !(backend is any FileLayeredBackend) {
      return Row(law: law, outcome: .skipped(reason: "its file calls are not to be seen from here"))
    }
    var settings = settings
    settings.cases = max(1, settings.cases / law.weight)
    let runner = Runner(settings: settings, regressions: regressions)
    do {
      let needsProcess = law.needs.contains(where: \.isInAnotherProcess)
      let backend = needsProcess ? try await backend.inAnotherProcess(capabilities) : backend
      let fixture = try await backend.fixture(capabilities, for: law)
      let result = await runner.run(law.property, on: fault.map { fixture.with($0) } ?? fixture)
      return Row(law: law, outcome: .ran(result))
    } catch {
      return Row(law: law, outcome: .skipped(reason: "\(error)"))
    }
  }

  /// What the backend's stores declare.
  /// - Throws: ``StoreError`` where there can be no store.
  public static func capabilities(of backend: any Backend) async throws -> StoreCapabilities {
    let location = try await backend.makeLocation()
    do {
      let store = try await location.open()
      let capabilities = store.capabilities
      try await store.close()
      await backend.recycle(location)
      return capabilities
    } catch {
      await backend.recycle(location)
      throw error
    }
  }
}
