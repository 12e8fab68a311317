import Foundation

/// The canonical form of an address, which identifies an article. Scheme and host are in lower case. There is no
/// fragment, no default port of the scheme, no `utm_` parameter and no slash at the end of the path.
public enum CanonicalURL {
  /// Returns the canonical form, or nil if `address` is not an absolute http or https address. An article with such an
  /// address is identified by its id alone.
  public static func text(of address: String) -> String? {
    guard var parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
      let host = parts.host?.lowercased(), !host.isEmpty, let usualPort = usualPorts[scheme]
    else { return nil }
    parts.scheme = scheme
    parts.host = host
    parts.fragment = nil
    if parts.port == usualPort { parts.port = nil }
    if let items = parts.queryItems?.filter({ !$0.name.lowercased().hasPrefix("utm_") }) {
      parts.queryItems = items.isEmpty ? nil : items
    }
    while parts.path.hasSuffix("/") { parts.path.removeLast() }
    return parts.string
  }

  private static let usualPorts = ["http": 80, "https": 443]
}
