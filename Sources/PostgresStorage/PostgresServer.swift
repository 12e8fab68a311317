#if PostgreSQL
  import CPostgres
  import Foundation
  import StorageContract

  /// A database, its server and the user: a connection URL as libpq reads it. No message shows its secrets.
  ///
  /// `postgresql://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=require`, or `host=/run/postgresql dbname=app`. What the
  /// URL does not say comes from libpq's environment (`PGPASSWORD`, `PGUSER`, …), its password file and its defaults.
  public struct PostgresServer: Sendable, CustomStringConvertible {
    /// The URL without passwords. Show it, or connect with it if the password comes from elsewhere.
    public let description: String
    /// What the URL says, by libpq's keywords.
    let parameters: [Parameter]

    struct Parameter: Sendable {
      let keyword: String
      let value: String
      let isSecret: Bool
    }

    /// Reads the URL, and does not connect yet.
    /// - Throws: ``/StorageContract/StoreError/io(operation:path:reason:)`` if libpq would not understand it.
    public init(url: String) throws {
      var message: UnsafeMutablePointer<CChar>?
      guard !url.utf8.contains(0), let options = PQconninfoParse(url, &message) else {
        let said = message.map { String(cString: $0) } ?? ""
        PQfreemem(message)
        throw StoreError.io(
          operation: "read the connection URL", path: "of PostgreSQL", reason: Self.reason(from: said))
      }
      defer { PQconninfoFree(options) }
      var parameters: [Parameter] = []
      var option = options
      while let keyword = option.pointee.keyword {
        if let value = option.pointee.val {
          // libpq marks what a dialog must not show with an asterisk.
          let display = option.pointee.dispchar.map { String(cString: $0) } ?? ""
          parameters.append(
            Parameter(
              keyword: String(cString: keyword), value: String(cString: value), isSecret: display.hasPrefix("*")))
        }
        option += 1
      }
      self.parameters = parameters
      description = Self.publicURL(parameters)
    }

    /// libpq quotes the URL, password and all, in what it says about it: only what comes before the quotation is shown.
    private static func reason(from message: String) -> String {
      let beginning = message.prefix { $0 != "\"" }.trimmingCharacters(in: CharacterSet(charactersIn: ": \n"))
      let form = "write it as postgresql://USER@HOST:PORT/DATABASE, or as libpq's KEYWORD=VALUE pairs"
      return beginning.hasPrefix("invalid") ? "libpq says: \(beginning); \(form)" : form
    }

    private static func publicURL(_ parameters: [Parameter]) -> String {
      var rest: [String: String] = [:]
      for parameter in parameters where !parameter.isSecret { rest[parameter.keyword] = parameter.value }
      var url = "postgresql://"
      if let user = rest.removeValue(forKey: "user") { url += encoded(user) + "@" }
      // Folders of sockets, several hosts and IPv6 addresses read better as parameters.
      if let host = rest["host"], !host.contains(where: { "/,:".contains($0) }) {
        url += encoded(host)
        rest["host"] = nil
        if let port = rest.removeValue(forKey: "port") { url += ":" + encoded(port) }
      }
      if let database = rest.removeValue(forKey: "dbname") { url += "/" + encoded(database) }
      guard !rest.isEmpty else { return url }
      if !url.dropFirst("postgresql://".count).contains("/") { url += "/" }
      return url + "?" + rest.sorted { $0.key < $1.key }.map { "\($0.key)=\(encoded($0.value))" }.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
      let plain = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/,:")
      return text.addingPercentEncoding(withAllowedCharacters: plain) ?? "?"
    }
  }
#endif
