/// The numbers of the specification that concern no single field, written a second time: see ``SpecifiedModel``.
public enum SpecifiedLimits {
  /// How many operations the sync queue holds at most.
  public static let queuedOperations = 1_000

  /// The 26 scalars that do not count as content of a name or a unit. The space comes first because it is the simplest.
  public static let whiteScalars: [Unicode.Scalar] =
    [" "]
    + [
      0x09...0x0D, 0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200B, 0x2028...0x2029,
      0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
    ].flatMap { (codes: ClosedRange<UInt32>) in codes.compactMap(Unicode.Scalar.init) }
}
