import Foundation
import PropertyTesting
import Testing

@testable import RunReports

@Suite("Pages and other reports of a run")
struct PageTests {
  @Test("The same run gives the same bytes, and nothing of it is markup")
  func escaping() async throws {
    let document = await SampleRuns.document()
    let again = await SampleRuns.document()
    #expect(document == again)
    #expect(document.html == again.html)
    let html = document.html
    for hostile in ["<script", "<b>and", "<i>", "<never>", "<out of", "<it>"] { #expect(!html.contains(hostile), "\(hostile)") }
    #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(!html.contains("http:") && !html.contains("https:") && !html.contains("onload"))
    #expect(html.contains("<title>Touchstone verify: 2 of 7 held</title>"))
  }

  @Test("A page has everything that the run has to show")
  func pictures() async throws {
    let document = await SampleRuns.document()
    let html = document.html
    for words in [
      "Cases by phase", "30 % required", "target: value", "How it was shrunk", "What matters<", "fails from 1000 to 2000",
      "What the clients did at the same time", "Who ran when", "write skew: each has to come before the next", "waits", "model</b>",
      "proven: all 10 cases", "gave up", "200 cases", "1.5 s", "prefers-color-scheme: dark", "@media print", "skipped",
    ] { #expect(html.contains(words), "\(words)") }
    // Each picture has a title and a description, and what repeats a number beside it says nothing.
    let pictures = html.matches(of: /<svg [^>]*>/).map { String($0.0) }
    #expect(pictures.allSatisfy { $0.contains("role=\"img\"") || $0.contains("aria-hidden=\"true\"") })
    #expect(html.matches(of: /role="img"/).count == html.matches(of: /<desc>/).count && html.matches(of: /<desc>/).count > 6)
    // Every link leads somewhere.
    for link in html.matches(of: /href="#([^"]+)"/) { #expect(html.contains("id=\"\(link.1)\""), "\(link.1)") }
    let ids = html.matches(of: /\bid="([^"]+)"/).map { String($0.1) }.filter { $0 != "tip" }
    #expect(Set(ids).count == ids.count)
  }

  @Test("The linearization points and the call without a place are drawn")
  func history() async throws {
    let row = try #require(await SampleRuns.document().results.first { $0.id == "R-5" })
    guard case .lanes(let lanes)? = row.counterexample?.drawings.last else {
      Issue.record("no lanes")
      return
    }
    #expect(lanes.names == ["alice", "bob"])
    #expect(lanes.bars.map(\.isStuck) == [false, false, true])
    let (put, get) = (try #require(lanes.bars[0].effect), try #require(lanes.bars[1].effect))
    #expect(put >= 1 && put < get && get < 3 && lanes.bars[2].effect == nil)
  }

  @Test("All properties of a catalogue fit in two megabytes, and the same when each of them fails")
  func size() async {
    let document = await SampleRuns.document()
    let large = SampleRuns.large(document)
    #expect(large.results.count == 720)
    #expect(large.html.utf8.count < 2_000_000, "\(large.html.utf8.count)")
    var broken = large
    broken.results = large.results.map { row in
      var failed = document.results[1]
      (failed.id, failed.backend) = (row.id, row.backend)
      return failed
    }
    #expect(broken.html.utf8.count < 4_000_000, "\(broken.html.utf8.count)")
    #expect(SampleRuns.faults.html.utf8.count < 200_000)
  }

  @Test("Every format says how often a known failure occurred, and whether it still does")
  func knownFailures() async throws {
    let property: Property<Void> = Requirement("TILL", "Prices add up").holds(
      forAll: Generator<Int>.int(in: 0...9),
      except: [
        KnownFailure("TILL-7", because: "rounds <twice>") { $0 > 6 },
        KnownFailure("TILL-8", because: "was mended") { $0 > 100 },
      ]
    ) { value, _ in try expect("small", value <= 6) }
    let result = await Runner(settings: RunSettings(seed: 1)).run(property, on: Fixture(system: {}))
    let document = RunDocument(
      command: "verify", seed: "1", cases: 100, results: [PropertyRecord(result, system: "Till", backend: "memory")])
    let (seen, gone) = ("known failure “TILL-7” occurred in 3 cases: rounds ", "known failure “TILL-8” did not occur: remove it")
    for text in [document.html, document.junit, document.markdown] {
      #expect(text.contains(seen + "&lt;twice&gt;") && text.contains(gone), "\(text)")
    }
    let read = try JSONDecoder().decode(RunDocument.self, from: Data(document.json().utf8))
    #expect(read.results[0].knownFailures?.map(\.cases) == [3, 0])
    #expect(read.results[0].knownFailures?.map(\.isObsolete) == [false, true])
  }

  @Test("The page and the JSON say what a verdict does not cover")
  func limits() async throws {
    let property: Property<Void> = Requirement("TILL", "Two tills count").holds(forAll: Generator<Int>.constant(2)) { count, _, trial in
      let total = try trial.schedule(.everyInterleaving()) {
        let total = LockedTotal()
        await withTaskGroup(of: Void.self) { group in for _ in 0..<count { group.addTask { total.add() } } }
        return total.value
      }
      try expect("total", total, equals: count)
    }
    let result = await Runner(settings: RunSettings(seed: 1)).run(property, on: Fixture(system: {}))
    let document = RunDocument(
      command: "verify", seed: "1", cases: 1, results: [PropertyRecord(result, system: "Till", backend: "memory")])
    let read = try JSONDecoder().decode(RunDocument.self, from: Data(document.json().utf8))
    let limits = try #require(read.results[0].limits)
    #expect(limits.first == "only orders at suspension points were told apart, not of memory under locks and atomics")
    #expect(limits.contains("several tasks took locks, which were not scheduled"))
    for limit in limits { #expect(document.html.contains(limit)) }
  }

  @Test("Survivors come first")
  func faults() {
    let html = SampleRuns.faults.html
    let rows = html.matches(of: /<div class="row" id="([^"]+)">.*?<div class="matrix" aria-hidden="true">(.*?)<\/div>/)
    let survived = rows.map { $0.2.contains("survived") }
    #expect(survived.prefix(5).allSatisfy { $0 } && !survived.dropFirst(5).contains(true) && rows.count == 38)
    #expect(html.contains("295 of 300 faults caught"))
  }

  @Test("JSON reads back as what it was")
  func json() async throws {
    let document = await SampleRuns.document()
    let read = try JSONDecoder().decode(RunDocument.self, from: Data(document.json().utf8))
    #expect(read == document)
    #expect(read.html == document.html)
  }

  @Test("JUnit has times, and Markdown keeps its fences")
  func otherFormats() async throws {
    var document = await SampleRuns.document()
    #expect(document.junit.contains("<testcase classname=\"Samples.memory\" name=\"R-2 Has bounds\" time=\"0.100\">"))
    #expect(document.junit.contains("<skipped message=\"skipped: nobody declares &lt;it&gt;\"/>"))
    document.results[1].report = "a ```` in it"
    let markdown = document.markdown
    #expect(markdown.contains("`````text\na ```` in it\n`````") && markdown.contains("### ✘ 2 of 7 held"))
    document.times = nil
    #expect(!document.junit.contains("time="))
    #expect(SampleRuns.faults.markdown.contains("| X-0 | drops &lt;item&gt; 0 | memory | 1 of 3 seeds |"))
  }

  @Test("What differs is marked, and no more")
  func difference() {
    #expect(Difference("[1, 20, 3]", "[1, 25, 3]").marked == ("[1, 2<mark>0</mark>, 3]", "[1, 2<mark>5</mark>, 3]"))
    #expect(Difference("aa", "aaa").marked == ("aa", "aa<mark>a</mark>"))
    #expect(Difference("", "<").marked == ("", "<mark>&lt;</mark>"))
  }
}

private final class LockedTotal: @unchecked Sendable {
  private let lock = NSLock()
  private var total = 0
  var value: Int { lock.withLock { total } }
  func add() { lock.withLock { total += 1 } }
}
