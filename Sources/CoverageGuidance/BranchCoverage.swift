import CCoverage
import PropertyTesting

/// Watches the branches and comparisons of instrumented code, so that any property is also a fuzz target:
///
///     var settings = RunSettings(cases: 1_000)
///     settings.guidance = Guidance(cases: 100_000, coverage: try BranchCoverage())
///     try check("parses", forAll: .bytes(), settings: settings) { … }
///
/// Build the code with the compiler's own instrumentation; it needs no other change: docs/discovery.md.
/// A process has one record of the code that it reaches, so watched runs must follow one another.
public struct BranchCoverage: CoverageProbe {
  /// How many branches are watched.
  public var branchCount: Int { Int(ccoverage_branch_count()) }

  /// - Throws: ``NotInstrumented`` if no code of this process is instrumented.
  public init() throws {
    guard ccoverage_branch_count() > 0 else { throw NotInstrumented() }
  }

  public func begin() { ccoverage_begin() }

  public func end() -> Coverage {
    ccoverage_end()
    let features = [UInt32](unsafeUninitializedCapacity: Self.featureCapacity) { buffer, count in
      count = ccoverage_features(buffer.baseAddress, buffer.count)
    }
    let operands = [UInt64](unsafeUninitializedCapacity: Self.operandCapacity) { buffer, count in
      count = ccoverage_operands(buffer.baseAddress, buffer.count)
    }
    return Coverage(features: features, operands: operands)
  }

  private static let featureCapacity = 1 << 16
  private static let operandCapacity = 256
}

/// No code of this process is instrumented.
public struct NotInstrumented: Error, CustomStringConvertible {
  public var description: String {
    """
    nothing to watch: build with -Xswiftc -Xfrontend -Xswiftc -sanitize=fuzzer \
    -Xswiftc -Xfrontend -Xswiftc -sanitize-coverage=edge,trace-pc-guard,trace-cmp
    """
  }
}
