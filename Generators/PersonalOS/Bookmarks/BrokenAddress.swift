import PropertyTesting

extension Generator where Value == String {
  /// Text that is not a usable web address: mostly a usable one with one mistake at its beginning or its end.
  static var brokenAddress: Generator {
    let rest = Generator<WebAddress>.webAddress.map { $0.canonical.dropFirst("https://".count) }
    return .frequency(
      (1, .element(of: ["", " ", "article", "example.com/a", "//example.com/a", "mailto:me@example.com", "https://"])),
      (3, .build({ $0 + $1 }, from: .element(of: beginnings), rest)),
      (2, .build({ "https://" + $0 + $1 }, from: rest, .element(of: endings))))
  }
}

private let beginnings = [
  "ftp://", "httpss://", "https:/", "https:", " https://", "https:///", "https://:8080/", "https://./",
  "https://me@you@", "https://me[@", "https://a:65536/", "https://a:8o80/", "https://a:%38%30/", "https://a:808%30/",
  "https://[::1/", "https://a:1:2/",
]

private let endings = [" ", "\n", "%", "%4", "%4g", "<", "\"", "#a#b"]
