import Foundation
import PropertyTesting
import Testing

@testable import RunReports

/// Opens pages in Chromium. Without one the tests are skipped, and shown as such; scripts/setup.sh browser installs it.
@Suite("Pages in a browser", .serialized, .enabled(if: Browser.path != nil, "there is no Chromium: scripts/setup.sh browser"))
struct BrowserTests {
  @Test("No page scrolls sideways or writes to the console, at 1280 and 390 pixels, all of it unfolded", arguments: ["verify", "faults", "conformance", "large"])
  func layout(name: String) async throws {
    let document = await SampleRuns.document()
    let page: RunDocument =
      switch name {
      case "faults": SampleRuns.faults
      case "conformance": SampleRuns.conformance(document)
      case "large": SampleRuns.large(document)
      default: document
      }
    // For people who want to look at them.
    if let folder = ProcessInfo.processInfo.environment["TOUCHSTONE_KEEP_PAGES"] {
      try Data(page.html.utf8).write(to: URL(fileURLWithPath: folder).appendingPathComponent("\(name).html"))
    }
    let seen = try Browser().measure(page.html, widths: [1_280, 390])
    #expect(seen.console.isEmpty, "\(seen.console)")
    #expect(seen.widths.count == 2)
    for width in seen.widths {
      #expect(width.content <= width.frame, "\(width)")
      #expect(width.height > 300 && width.links > 0, "the page is there: \(width)")
    }
  }

  @Test("The browser test can fail")
  func canary() throws {
    let seen = try Browser().measure(
      "<!doctype html><body><div style=\"width:3000px;height:400px\">wide</div><a href=\"#a\">a</a><a href=\"#b\">b</a><a href=\"#c\">c</a>"
        + "<script>console.error('loud')</script></body>", widths: [390])
    #expect(seen.widths.first.map { $0.content > $0.frame } == true)
    #expect(seen.console.contains { $0.contains("loud") })
  }

  @Test("A link of the strip unfolds what it leads to")
  func target() async throws {
    let document = await SampleRuns.document()
    let text = try Browser().dump(document.html, fragment: "R-1.memory", script: """
      const cell = document.getElementById('R-1.memory');
      document.body.dataset.seen = cell.checkVisibility() && cell.closest('details').open;
      """)
    #expect(text.contains("data-seen=\"true\""))
  }
}

/// Headless Chromium.
struct Browser {
  static let path: String? = {
    if let named = ProcessInfo.processInfo.environment["TOUCHSTONE_BROWSER"], !named.isEmpty { return named }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for name in ["chromium", "chromium-browser", "google-chrome"] {
      for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") { return "\(folder)/\(name)" }
    }
    return nil
  }()

  struct Width: Decodable {
    let frame: Int
    let content: Int
    let height: Int
    let links: Int
  }

  struct Seen {
    let widths: [Width]
    let console: [String]
  }

  struct NoAnswer: Error, CustomStringConvertible {
    let description: String
  }

  /// Puts the page into frames of these widths, unfolds all of it, and measures.
  func measure(_ html: String, widths: [Int]) throws -> Seen {
    let frames = widths.map { "<iframe width=\"\($0)\" height=\"800\" style=\"border:0\" srcdoc=\"\(escaped(html))\"></iframe>" }
    let wrapper = """
      <!doctype html><meta charset="utf-8"><body>\(frames.joined())<script>
      addEventListener('load', () => {
        document.body.dataset.seen = JSON.stringify([...document.querySelectorAll('iframe')].map(frame => {
          const page = frame.contentDocument;
          page.querySelectorAll('details').forEach(details => details.open = true);
          const root = page.documentElement;
          return { frame: frame.clientWidth, content: root.scrollWidth, height: root.scrollHeight, links: page.links.length };
        }));
      });
      </script></body>
      """
    let (dom, console) = try run(wrapper, fragment: nil)
    guard let match = dom.firstMatch(of: /data-seen="([^"]*)"/) else { throw NoAnswer(description: "\(dom.prefix(300)) \(console)") }
    let json = String(match.1).replacingOccurrences(of: "&quot;", with: "\"")
    return Seen(widths: try JSONDecoder().decode([Width].self, from: Data(json.utf8)), console: console)
  }

  /// The page's own elements, once it was opened at `fragment` and `script` was run.
  func dump(_ html: String, fragment: String, script: String) throws -> String {
    let page = html.replacingOccurrences(of: "</body>", with: "<script>addEventListener('load', () => setTimeout(() => { \(script) }, 200))</script></body>")
    return try run(page, fragment: fragment).dom
  }

  private func run(_ html: String, fragment: String?) throws -> (dom: String, console: [String]) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("touchstone-browser-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("page.html")
    try Data(html.utf8).write(to: file)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.path))
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--user-data-dir=\(folder.path)/profile", "--virtual-time-budget=5000",
      "--dump-dom", "file://\(file.path)" + (fragment.map { "#\($0)" } ?? ""),
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(["HOME": folder.path]) { $1 }
    let outputs = ["out", "err"].map { folder.appendingPathComponent($0) }
    for output in outputs { try Data().write(to: output) }
    process.standardOutput = try FileHandle(forWritingTo: outputs[0])
    process.standardError = try FileHandle(forWritingTo: outputs[1])
    try process.run()
    process.waitUntilExit()
    let texts = try outputs.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    return (texts[0], texts[1].split(separator: "\n").map(String.init).filter { $0.contains("CONSOLE") })
  }
}
