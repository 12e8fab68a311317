/// The source scanner, as the properties see it: one closure per thing it does.
public struct SourceScanningSystem: Sendable {
  /// What breaks rules in one source.
  public var findings:
    @Sendable (_ text: String, _ file: String, _ settings: SourceScanner.Settings) -> [SourceFinding]
  /// What breaks rules in the files below some folders.
  public var scan: @Sendable (_ roots: [String], _ settings: SourceScanner.Settings) -> SourceScan
  /// Components that hold state, beside those of the reference: an adopter's own.
  public var components: [StateComponent]

  /// The reference.
  public static let reference = SourceScanningSystem(
    findings: { SourceScanner($2).findings(in: $0, file: $1) },
    scan: { SourceScanner($1).scan($0) }, components: [])
}
