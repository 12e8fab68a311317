/// Several properties that were checked by one call, of which some do not hold: one issue of the test, at the line of the call.
package protocol FailureGroup: Error, CustomStringConvertible {
  /// The properties that do not hold. A test that keeps their counterexamples puts reports in their place that say where.
  var failures: [PropertyFailure] { get set }
  /// Where the call stands.
  var callLocation: SourceLocation { get }
}
