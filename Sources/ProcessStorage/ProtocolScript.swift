import Foundation

/// What one case has asked of one adapter, for the adapter's author to ask again.
package struct ProtocolScript: Sendable {
  /// Each request, and the reply to it if there was one.
  package let lines: [(request: String, reply: String?)]

  /// Where the script has its store: the requests name no path of the run.
  package static let folder = "/tmp/touchstone-case"

  /// - Parameter traffic: of the run of one case.
  /// Nil if several processes took part, as where one was killed: no script of lines does that again.
  package init?(_ traffic: [ProcessTraffic]) {
    var requests: [(id: String, line: String)] = []
    var replies: [String: String] = [:]
    for line in traffic {
      switch line {
      case .sent(let text): requests.append((Self.id(text), text))
      case .received(let text): replies[Self.id(text)] = text
      }
    }
    func isOf(_ operation: String, _ line: String) -> Bool { line.contains("\"op\":\"\(operation)\"") }
    guard requests.filter({ isOf("hello", $0.line) }).count == 1 else { return nil }
    // Between two cases, the place is made empty.
    let cases = requests.split { isOf("destroy", $0.line) || isOf("hello", $0.line) }
    // Beside the case, there are short questions for what the store declares.
    guard let longest = cases.max(by: { $0.count < $1.count }),
      let place = longest.lazy.compactMap({ $0.line.firstMatch(of: #/"location":"([^"]*)\/store"/#).map { String($0.1) } }).first
    else { return nil }
    lines = longest.map { request in
      let reply = replies[request.id]
      return (
        request.line.replacingOccurrences(of: place, with: Self.folder), reply?.replacingOccurrences(of: place, with: Self.folder)
      )
    }
  }

  private static func id(_ line: String) -> String { line.firstMatch(of: #/"id": *([0-9]+)/#).map { String($0.1) } ?? "" }

  /// Whether stores are open at the same time. Then the answers depend on when a request is sent.
  package var overlaps: Bool {
    var open = 0
    return lines.contains { line in
      if line.request.contains("\"op\":\"open\"") { open += 1 }
      if line.request.contains("\"op\":\"close\"") { open -= 1 }
      return open > 1
    }
  }

  /// Only the requests, for the standard input of an adapter.
  package var requests: String { lines.map { $0.request + "\n" }.joined() }

  /// What a shell runs to ask again.
  package static func command(_ adapter: String, asking file: String) -> String {
    "rm -rf \(folder); mkdir \(folder); \(adapter) < \(file)"
  }
}
