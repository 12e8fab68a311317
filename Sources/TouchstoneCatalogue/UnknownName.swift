/// A name that is none of the known ones, with the nearest of them.
public struct UnknownName: Error, Sendable, Equatable, CustomStringConvertible {
  /// What it should have named: "property", "backend", "fault".
  public let what: String
  public let name: String
  public let known: [String]

  public init(what: String, name: String, known: [String]) {
    self.what = what
    self.name = name
    self.known = known
  }

  public var description: String {
    var text = "unknown \(what) “\(name)”"
    if let nearest { text += "; did you mean “\(nearest)”?" }
    if known.count <= 12 { text += (nearest == nil ? "." : "") + " Known: \(known.joined(separator: ", "))." }
    return text
  }

  /// The known name with the fewest single-letter edits (Levenshtein), case aside; nil where none is near
  /// enough to have been meant.
  public var nearest: String? {
    let wanted = Array(name.lowercased())
    let ranked = known.map { (name: $0, edits: distance(wanted, Array($0.lowercased()))) }
    guard let best = ranked.min(by: { $0.edits < $1.edits }) else { return nil }
    return best.edits <= max(2, best.name.count / 2) ? best.name : nil
  }
}

private func distance(_ a: [Character], _ b: [Character]) -> Int {
  var row = Array(0...b.count)
  for (i, left) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, right) in b.enumerated() {
      let replaced = diagonal + (left == right ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
    }
  }
  return row[b.count]
}
