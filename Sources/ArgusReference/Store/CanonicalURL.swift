import Foundation

/// The one form of an address by which articles are told apart: scheme and host in small letters, no fragment, no port that
/// the scheme has anyway, no tracking parameters, and no slash at the end of the path.
public enum CanonicalURL {
  /// Nil for a text that is no absolute http or https address: such an article is known by its id alone.
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
