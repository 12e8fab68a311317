extension Bool: DrawnType {
  static func drawn(by session: DrawSession, at site: DrawSite) throws -> Bool {
    guard let wanted = site.wanted?.leaf as? Bool else { return try Generator.bool.produce(&session.source) }
    return session.resolve(wanted ? 1 : 0, .boolean, 0, 1, target: 0) == 1
  }
}

extension Int: DrawnType { static func drawn(by session: DrawSession, at site: DrawSite) throws -> Int { try session.integer(site) } }
extension Int8: DrawnType { static func drawn(by session: DrawSession, at site: DrawSite) throws -> Int8 { try session.integer(site) } }
extension Int16: DrawnType { static func drawn(by session: DrawSession, at site: DrawSite) throws -> Int16 { try session.integer(site) } }
extension Int32: DrawnType { static func drawn(by session: DrawSession, at site: DrawSite) throws -> Int32 { try session.integer(site) } }
extension Int64: DrawnType { static func drawn(by session: DrawSession, at site: DrawSite) throws -> Int64 { try session.integer(site) } }
extension Int128: DrawnType { static func drawn(by session: DrawSession, at site: DrawSite) throws -> Int128 { try session.integer(site) } }
extension UInt: DrawnType { static func drawn(by session: DrawSession, at site: DrawSite) throws -> UInt { try session.integer(site) } }
extension UInt8: DrawnType { static func drawn(by session: DrawSession, at site: DrawSite) throws -> UInt8 { try session.integer(site) } }
extension UInt16: DrawnType { static func drawn(by session: DrawSession, at site: DrawSite) throws -> UInt16 { try session.integer(site) } }
extension UInt32: DrawnType { static func drawn(by session: DrawSession, at site: DrawSite) throws -> UInt32 { try session.integer(site) } }
extension UInt64: DrawnType { static func drawn(by session: DrawSession, at site: DrawSite) throws -> UInt64 { try session.integer(site) } }
extension UInt128: DrawnType { static func drawn(by session: DrawSession, at site: DrawSite) throws -> UInt128 { try session.integer(site) } }

extension Double: DrawnType {
  static func drawn(by session: DrawSession, at site: DrawSite) throws -> Double { try session.double(site, upTo: .greatestFiniteMagnitude) }
}

extension Float: DrawnType {
  static func drawn(by session: DrawSession, at site: DrawSite) throws -> Float {
    Float(try session.double(site, upTo: Double(Float.greatestFiniteMagnitude)))
  }
}

extension DrawSession {
  /// Any number of the type. A type that refuses what it decodes mostly waits for a small one.
  func integer<Number: FixedWidthInteger & Sendable>(_ site: DrawSite) throws -> Number {
    let (lower, upper, zero) = (Number.min.ordered, Number.max.ordered, Number.zero.ordered)
    if let wanted = site.wanted?.leaf as? Number {
      return Number(ordered: resolve(wanted.ordered, .integer, lower, upper, target: zero))
    }
    guard attempt > 0 else { return try Generator.integer().produce(&source) }
    let word = source.nextWord()
    guard word & 3 != 0 else { return try Generator.integer().produce(&source) }
    let most = Self.smallNumbers[Int(truncatingIfNeeded: word >> 2 & 3)]
    let small = zero + min((word >> 4) % (most + 1), upper - zero)
    return Number(ordered: resolve(small, .integer, lower, upper, target: zero))
  }

  /// A finite number up to `largest` or down to its negative.
  func double(_ site: DrawSite, upTo largest: Double) throws -> Double {
    let range = -largest...largest
    let proposed: Double
    if let wanted = (site.wanted?.leaf as? Double) ?? (site.wanted?.leaf as? Float).map(Double.init) {
      proposed = wanted
    } else if attempt > 0, source.nextWord() & 3 != 0 {
      let word = source.nextWord()
      let unit = Double(word >> 12) * 0x1p-52
      proposed = [unit, 2 * unit - 1, (unit * 100).rounded(), 90 * (2 * unit - 1)][Int(truncatingIfNeeded: word & 3)]
    } else {
      return try Generator.double(in: range).produce(&source)
    }
    guard source.tape != nil else { return proposed }
    let bits = source.resolve(
      proposed.bitPattern, kind: .double, lower: range.lowerBound.bitPattern, upper: range.upperBound.bitPattern,
      target: 0)
    let value = Double(bitPattern: bits)
    if range.contains(value) || (proposed.bitPattern == bits) { return value }
    source.tape?.amendLast(0)
    return 0
  }

  private static let smallNumbers: [UInt64] = [1, 10, 100, 5_000]
}
