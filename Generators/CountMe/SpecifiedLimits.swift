/// The numbers of the specification, written out a second time: a slip in the core's own constants then
/// fails a property instead of moving the goalposts with it.
public enum SpecifiedLimits {
  public static let calories: ClosedRange<Double> = 0...50_000
  public static let macroGrams: ClosedRange<Double> = 0...10_000
  public static let durationMinutes: ClosedRange<Double> = 0...1_440
  public static let dailyGoal: ClosedRange<Double> = 0...50_000
  public static let queuedOperations = 1_000

  /// The 26 scalars that are no content of a name or a unit, the space first: it is the simplest one.
  public static let whiteScalars: [Unicode.Scalar] =
    [" "]
    + [
      0x09...0x0D, 0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200B, 0x2028...0x2029,
      0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
    ].flatMap { (codes: ClosedRange<UInt32>) in codes.compactMap(Unicode.Scalar.init) }

  static func isWhite(_ scalar: Unicode.Scalar) -> Bool { whiteScalars.contains(scalar) }
}
