import PropertyTesting

/// A change of the spelling of an address that keeps its meaning. A number selects a place modulo the number of places.
/// If there is no place, nothing changes.
public enum SpellingEdit: Sendable, Equatable {
  /// Writes this scheme: http or https, in any case.
  case scheme(String)
  /// Writes a label of the host in upper case.
  case upperCaseHost(Int)
  case dotAfterHost
  /// Adds this user, perhaps with a password, in front of the host.
  case user(String)
  /// Adds a default port or an empty one. If the address has a port, nothing changes.
  case port(String)
  /// Adds this fragment, which may be empty.
  case fragment(String)
  /// Writes a unit of the path or the query in another encoding: percent-encoded, with digits in upper or lower case;
  /// or, if the unit is not ASCII and `upperCase` is true, unencoded.
  case encode(Int, upperCase: Bool)
  /// Inserts this segment, `.` or its percent-encoded form, before the segment at this number.
  case dotSegment(at: Int, String)
  /// Goes into a segment and out again.
  case detour(at: Int, by: String)
  /// Adds this many slashes at the end of the path.
  case trailingSlashes(Int)
  /// Inserts this tracking parameter before the parameter at this number.
  case tracking(at: Int, String)
  /// Swaps two parameters, selected by these numbers.
  case swapParameters(Int, Int)
  /// Swaps the first two parameters of the same name.
  case swapNamesakes
  case emptyParameter(at: Int)
}

extension WebAddress {
  /// The address as text. Without edits the text is the plainest spelling; each edit changes the spelling.
  public func written(_ edits: [SpellingEdit] = []) -> String {
    var spelling = Spelling(self)
    for edit in edits { spelling.apply(edit) }
    return spelling.text
  }
}

/// An address whose spelling the edits change.
private struct Spelling {
  struct WrittenUnit {
    /// The unit that the text stands for. If nil, the text is an addition without meaning.
    let unit: WebAddress.Unit?
    var text: String
  }

  private let hasOwnPort: Bool
  private var scheme = "https"
  private var user = ""
  private var host: [String]
  private var hostEnd = ""
  private var port: String
  private var segments: [[WrittenUnit]]
  private var slashes = ""
  private var parameters: [[WrittenUnit]]
  private var fragment = ""

  init(_ address: WebAddress) {
    hasOwnPort = address.port != nil
    host = address.host
    port = address.port.map { ":\($0)" } ?? ""
    segments = address.path.map(Self.plainest)
    parameters = address.parameters.map { parameter in
      let equals = [WrittenUnit(unit: nil, text: "=")]
      return Self.plainest(parameter.name) + (parameter.value.map { equals + Self.plainest($0) } ?? [])
    }
  }

  private static func plainest(_ units: [WebAddress.Unit]) -> [WrittenUnit] {
    units.map { WrittenUnit(unit: $0, text: $0.encoded(upperCase: true, only: false)) }
  }

  var text: String {
    let path = segments.map { "/" + $0.map(\.text).joined() }.joined() + slashes
    let query = parameters.map { $0.map(\.text).joined() }.joined(separator: "&")
    return scheme + "://" + user + host.joined(separator: ".") + hostEnd + port + path
      + (parameters.isEmpty ? "" : "?" + query) + fragment
  }

  mutating func apply(_ edit: SpellingEdit) {
    switch edit {
    case .scheme(let text): scheme = text
    case .upperCaseHost(let index): host[index % host.count] = host[index % host.count].uppercased()
    case .dotAfterHost: hostEnd = "."
    case .user(let text): user = text + "@"
    case .port(let text): if !hasOwnPort { port = ":" + text }
    case .fragment(let text): fragment = "#" + text
    case .encode(let number, let upperCase): encode(number, upperCase: upperCase)
    case .dotSegment(let index, let dot): insert([dot], at: index)
    case .detour(let index, let dots): insert(["zz", dots], at: index)
    case .trailingSlashes(let count): slashes = String(repeating: "/", count: count)
    case .tracking(let index, let parameter): insert(parameter: parameter, at: index)
    case .emptyParameter(let index): insert(parameter: "", at: index)
    case .swapParameters(let first, let second):
      if !parameters.isEmpty { parameters.swapAt(first % parameters.count, second % parameters.count) }
    case .swapNamesakes: swapNamesakes()
    }
  }

  private mutating func swapNamesakes() {
    let names = parameters.map { $0.prefix { $0.unit != nil }.map(\.unit) }
    for (index, name) in names.enumerated() {
      guard let first = names[..<index].firstIndex(of: name) else { continue }
      return parameters.swapAt(first, index)
    }
  }

  private mutating func insert(_ texts: [String], at index: Int) {
    segments.insert(
      contentsOf: texts.map { [WrittenUnit(unit: nil, text: $0)] }, at: index % (segments.count + 1))
  }

  private mutating func insert(parameter: String, at index: Int) {
    parameters.insert([WrittenUnit(unit: nil, text: parameter)], at: index % (parameters.count + 1))
  }

  private mutating func encode(_ number: Int, upperCase: Bool) {
    let count = (segments + parameters).reduce(0) { $0 + $1.count }
    guard count > 0 else { return }
    var rest = number % count
    Self.encode(&rest, upperCase, in: &segments)
    Self.encode(&rest, upperCase, in: &parameters)
  }

  /// Encodes the unit after `rest` others, and subtracts the units that it has passed from `rest`.
  private static func encode(_ rest: inout Int, _ upperCase: Bool, in parts: inout [[WrittenUnit]]) {
    for part in parts.indices {
      for index in parts[part].indices {
        if rest == 0, let unit = parts[part][index].unit {
          parts[part][index].text = unit.encoded(upperCase: upperCase, only: true)
        }
        rest -= 1
      }
    }
  }
}

extension WebAddress.Unit {
  /// - Parameter only: whether to percent-encode a character even if that is not necessary.
  fileprivate func encoded(upperCase: Bool, only: Bool) -> String {
    switch self {
    case .plain(let character): only ? percentEncoded(String(character).utf8, upperCase) : String(character)
    case .sign(let character): String(character)
    case .byte(let byte): percentEncoded([byte], upperCase)
    case .foreign(let character):
      only && upperCase ? String(character) : percentEncoded(String(character).utf8, upperCase)
    }
  }
}

private func percentEncoded(_ bytes: some Sequence<UInt8>, _ upperCase: Bool) -> String {
  bytes.map { byte in
    let digits = String(byte, radix: 16, uppercase: upperCase)
    return "%" + (byte < 16 ? "0" : "") + digits
  }.joined()
}

extension Generator where Value == SpellingEdit {
  /// Every kind of edit.
  public static var spellingEdit: Generator {
    let place = Generator<Int>.int(in: 0...7)
    let tracking = Generator<String>.element(of: [
      "utm_source=x", "utm_campaign=a%20b", "gclid=1", "fbclid=Ab", "mc_cid=", "mc_eid=2", "igshid",
      "utm%5Fid=3",
      "utm_=",
    ])
    return .frequency(
      (2, Generator<String>.element(of: ["http", "HTTPS", "Http"]).map { .scheme($0) }),
      (1, place.map { .upperCaseHost($0) }),
      (1, .constant(.dotAfterHost)),
      (1, Generator<String>.element(of: ["me", "me:secret", ""]).map { .user($0) }),
      (1, Generator<String>.element(of: ["443", "80", "", "0443"]).map { .port($0) }),
      (1, Generator<String>.element(of: ["", "top", "a/b?c=%41"]).map { .fragment($0) }),
      (4, Generator { .encode(try $0(.int(in: 0...15)), upperCase: try $0(.bool)) }),
      (1, Generator { .dotSegment(at: try $0(place), try $0(.element(of: [".", "%2e"]))) }),
      (1, Generator { .detour(at: try $0(place), by: try $0(.element(of: ["..", ".%2E", "%2e%2e"]))) }),
      (1, Generator<Int>.int(in: 1...2).map { .trailingSlashes($0) }),
      (3, Generator { .tracking(at: try $0(place), try $0(tracking)) }),
      (6, Generator { .swapParameters(try $0(place), try $0(place)) }),
      (3, .constant(.swapNamesakes)), (1, place.map { .emptyParameter(at: $0) }))
  }
}
