import CCoverage
import PropertyTesting

/// Watches the branches and comparisons of code that was built for it, so that any property is also a fuzz target:
///
///     var settings = RunSettings(cases: 1_000)
///     settings.guidance = Guidance(cases: 100_000, coverage: try BranchCoverage())
///     try check("parses", forAll: .bytes(), settings: settings) { … }
///
/// The code is built with the compiler's own instrumentation, and needs no other change: docs/discovery.md.
/// One process has one record of what it reaches, so watched runs come one after the other.
public struct BranchCoverage: CoverageProbe {
  /// How many branches are watched.
  public var branchCount: Int { Int(ccoverage_branch_count()) }

  /// - Throws: ``NotInstrumented`` where no code of this process was built to be watched.
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

/// No code of this process was built to be watched.
public struct NotInstrumented: Error, CustomStringConvertible {
  public var description: String {
    """
    nothing to watch: build with -Xswiftc -Xfrontend -Xswiftc -sanitize=fuzzer \
    -Xswiftc -Xfrontend -Xswiftc -sanitize-coverage=edge,trace-pc-guard,trace-cmp
    """
  }
}
