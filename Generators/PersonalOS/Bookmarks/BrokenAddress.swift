import PropertyTesting

extension Generator where Value == String {
  /// Text that is not a usable web address: mostly a usable one after one edit.
  public static var brokenAddress: Generator {
    let address = Generator<WebAddress>.webAddress
    let breakage = Generator<@Sendable (String) -> String>.element(of: breakages)
    return .frequency(
      (
        1,
        .element(of: [
          "", " ", "article", "example.com/a", "//example.com/a", "mailto:me@example.com", "https://",
        ])
      ),
      (4, Generator { try $0(breakage)(try $0(address).written()) }))
  }
}

/// Each makes one edit of an address that begins with "https://" and a host.
private let breakages: [@Sendable (String) -> String] = [
  { "ftp" + $0.dropFirst(5) },
  { "httpss" + $0.dropFirst(5) },
  { "https:/" + $0.dropFirst(8) },
  { "https:" + $0.dropFirst(8) },
  { " " + $0 },
  { $0 + " " },
  { $0 + "\n" },
  { $0 + "%" },
  { $0 + "%4" },
  { $0 + "%4g" },
  { $0 + "<" },
  { $0 + "\"" },
  { $0 + "#a#b" },
  { "https:///" + $0.dropFirst(8) },
  { "https://:8080/" + $0.dropFirst(8) },
  { "https://." + "/" + $0.dropFirst(8) },
  { "https://me@you@" + $0.dropFirst(8) },
  { "https://me[@" + $0.dropFirst(8) },
  { "https://a:65536/" + $0.dropFirst(8) },
  { "https://a:8o80/" + $0.dropFirst(8) },
  { "https://a:%38%30/" + $0.dropFirst(8) },
  { "https://a:808%30/" + $0.dropFirst(8) },
  { "https://[::1/" + $0.dropFirst(8) },
  { "https://a:1:2/" + $0.dropFirst(8) },
]
