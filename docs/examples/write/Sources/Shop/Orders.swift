/// An order's number on a slip, as a service writes it.
public func encodeOrder(_ number: Int) async -> String { "\(number.magnitude)" }

/// Reads the number back, without the sign that nobody wrote.
public func decodeOrder(_ slip: String) async -> Int? { Int(slip) }

/// The pages of a list, for any number of lines.
public func encodePages(_ lines: Int) async -> String { "\(lines) lines" }
public func decodePages(_ text: String) async -> Int? { text.split(separator: " ").first.flatMap { Int($0) } }

/// How many of each hundred customers come with each of some groups.
public struct Shares: Equatable, Sendable {
  public let percent: [Int]

  /// Of groups of no customers, this ends the process.
  public init(sizes: [Int]) { percent = sizes.map { 100 / $0 } }
  private init(percent: [Int]) { self.percent = percent }

  /// Forgets what stands between the first and the last.
  public func reversed() -> Shares { percent.count < 4 ? Shares(percent: percent.reversed()) : Shares(percent: [percent[0]]) }
}

/// Boxes of a dozen, the last of them perhaps not full.
public struct Boxes: Equatable, Sendable {
  public let count: Int

  /// Nil for no pieces, and no answer for as many as an `Int` can count.
  public init?(pieces: Int) {
    guard pieces > 0 else { return nil }
    count = (pieces + 11) / 12
  }
}

/// What is counted as one, once there is one till.
public struct Till: Hashable, Sendable { public init() {} }
