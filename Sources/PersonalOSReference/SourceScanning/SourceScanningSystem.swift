/// The source scanner that the properties test, one closure for each function.
public struct SourceScanningSystem: Sendable {
  /// The findings in one source.
  public var findings:
    @Sendable (_ text: String, _ file: String, _ settings: SourceScanner.Settings) -> [SourceFinding]
  /// The findings in the files below some folders.
  public var scan: @Sendable (_ roots: [String], _ settings: SourceScanner.Settings) -> SourceScan
  /// The adopter's own components with state. The properties test them in addition to those of the reference.
  public var components: [StateComponent]

  /// The reference implementation.
  public static let reference = SourceScanningSystem(
    findings: { SourceScanner($2).findings(in: $0, file: $1) },
    scan: { SourceScanner($1).scan($0) }, components: [])
}
