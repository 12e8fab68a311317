import Foundation
import PersonalOSReference
import Testing

/// Rules by example: what each takes for a use, and what merely looks like one.
@Suite("Source scanner")
struct SourceScannerTests {
  private func found(
    _ source: String, _ rules: Set<ScanRule>, file: String = "Sources/A.swift", money: Set<String> = []
  ) -> [String] {
    let settings = SourceScanner.Settings(rules: rules, moneyPlaces: money)
    return SourceScanner(settings).findings(in: source, file: file)
      .map { "\($0.line):\($0.column) \($0.token)" }
  }

  @Test(
    "Traps",
    arguments: [
      ("fatalError(\"x\")", ["1:1 fatalError"]), ("Swift.fatalError()", ["1:7 fatalError"]),
      ("queue.fatalError()", []), ("func fatalError() {}", []), ("f(fatalError: 1)", []),
      ("let f = fatalError", ["1:9 fatalError"]), ("preconditionFailure()", ["1:1 preconditionFailure"]),
      ("try! f()", ["1:1 try!"]), ("try !f()", []), ("try? f()", []), ("a as! B", ["1:3 as!"]),
      ("a as? B", []),
      ("`try`! + 1", ["1:6 !"]), ("x!", ["1:2 !"]), ("x!.y![0]!", ["1:2 !", "1:5 !", "1:9 !"]), ("!x", []),
      ("a != b && !c", []), ("f()!", ["1:4 !"]), ("x?.y!", ["1:5 !"]), ("x!!", ["1:2 !", "1:3 !"]),
      ("let x: Int!", ["1:11 !"]), ("let x: [Int]!", ["1:13 !"]), ("\"\\(x!)\"", ["1:5 !"]), ("\"x!\"", []),
      ("a! = 1", ["1:2 !"]), ("if a!=b {}", []), ("x /* why */ !", []), ("{ $0! }", ["1:5 !"]),
    ])
  func traps(_ source: String, _ expected: [String]) {
    #expect(found(source, ScanRule.traps) == expected)
  }

  @Test(
    "Sharing",
    arguments: [
      ("nonisolated(unsafe) let a = 1", ["1:1 nonisolated(unsafe)"]), ("nonisolated let a = 1", []),
      ("struct A: @unchecked Sendable {}", ["1:11 @unchecked Sendable"]),
      ("struct A: @unchecked\n  Swift.Sendable {}", ["1:11 @unchecked Sendable"]),
      ("struct A: Sendable {}", []),
      ("var a = 1", ["1:1 var"]), ("@MainActor public var a: Int? = nil", ["1:19 var"]),
      ("var a: [String: Int] { [:] }", []), ("var a: Int\nvar b: Int", ["1:1 var", "2:1 var"]),
      ("struct A { var b = 1 }", []), ("func f() { var b = 1 }", []),
      ("f { var b = 1 }; var c = 2", ["1:18 var"]),
      ("#if A\nvar a = 1\n#endif", ["2:1 var"]), ("let a = 1", []), ("var (a, b) = (1, 2)", ["1:1 var"]),
      ("var a = 1 { didSet {} }", ["1:1 var"]), ("var a: @Sendable () -> Void { {} }", []),
      ("var a: Int\n@MainActor var b: Int { 1 }", ["1:1 var"]), ("var a: Int) {}", ["1:1 var"]),
    ])
  func sharing(_ source: String, _ expected: [String]) {
    #expect(found(source, ScanRule.sharing) == expected)
  }

  @Test(
    "Money by name",
    arguments: [
      ("let price: Double", ["1:12 Double"]), ("let price: Decimal", []),
      ("var unitPrice: Float? = nil", ["1:16 Float"]),
      ("let totalDuration: Double", []), ("let width: CGFloat", []), ("let price = 9.99", ["1:13 9.99"]),
      ("let price: Decimal = 9.99", ["1:22 9.99"]), ("let price: Double = 9.99", ["1:12 Double"]),
      ("f(price: 9.99, width: 2.5)", ["1:10 9.99"]), ("f(price: -9.99)", ["1:11 9.99"]),
      ("let price = 9", []),
      ("total *= 1.19", ["1:10 1.19"]), ("1.19 * total", ["1:1 1.19"]), ("total > 0.5", ["1:9 0.5"]),
      ("width * 1.19", []), ("Double(order.total)", ["1:1 Double"]),
      ("Double(truncating: price)", ["1:1 Double"]),
      ("Double(width)", []), ("price.doubleValue", ["1:7 doubleValue"]), ("width.doubleValue", []),
      ("NSDecimalNumber(decimal: price).doubleValue", ["1:33 doubleValue"]),
      ("func fee(of a: Int) throws -> Double { 0 }", ["1:31 Double"]), ("func width() -> Double { 0 }", []),
      ("func pay(_ cost: Double, at time: Double) {}", ["1:18 Double"]),
      ("let prices: [String: Double]", ["1:22 Double"]),
      ("struct Money { let value: Double }", ["1:27 Double"]), ("struct Money { let width: Double }", []),
      ("struct Moneyball { let value: Double }", []), ("let t = total.0.1", []), ("let fee = pair.0", []),
      ("// price: Double", []), ("\"price: Double\"", []), ("let prices: Set<Double>", ["1:17 Double"]),
      ("func total<Item: Sized<Int>>(of a: Item) throws(MoneyError) -> Double { 0 }", ["1:64 Double"]),
      ("func width<Price>(of a: Price) -> Double { 0 }", []),
      ("enum Event { case price(Double) }", ["1:25 Double"]),
      ("enum Event { case price(String, Double), width(Double) }", ["1:33 Double"]),
    ])
  func moneyByName(_ source: String, _ expected: [String]) {
    #expect(found(source, [.doubleMoney]) == expected)
  }

  @Test("In a money place nothing is binary floating point")
  func moneyPlaces() {
    let source =
      "let a: Double = 0.5; let b = c.doubleValue as NSNumber; let d = 1; let e = 0x1p3; let f = 1e3"
    let all = ["1:8 Double", "1:17 0.5", "1:32 doubleValue", "1:47 NSNumber", "1:76 0x1p3", "1:91 1e3"]
    #expect(found(source, [.doubleMoney], file: "Sources/Money/A.swift", money: ["Money"]) == all)
    #expect(
      found(source, [.doubleMoney], file: "Sources/Models/Position.swift", money: ["Position.swift"]) == all)
    #expect(found(source, [.doubleMoney], file: "Sources/Moneys/A.swift", money: ["Money"]) == [])
  }

  @Test("Names are taken apart at capitals and underscores")
  func names() {
    #expect(
      MoneyNames.contains("totalUSDAmount") && MoneyNames.contains("unit_price") && MoneyNames.contains("FEE")
    )
    #expect(!MoneyNames.contains("priceless") && !MoneyNames.contains("coffee") && !MoneyNames.contains(""))
  }

  @Test("Source that no compiler takes is read to its end")
  func broken() {
    for source in [
      "\"", "\"\"\"", "#\"", "/*", "\"\\(", "\"\\(\"\\(", "`", "#", "@", "'", "\\", "/", "#/", "\u{0}", ")))",
    ] {
      let findings = found(source + "\nlet a = x!", [.forceUnwrap])
      #expect(findings == ["2:10 !"] || findings.isEmpty, "\(source)")
    }
    let deep = String(repeating: "\"\\(", count: 100_000)
    #expect(found(deep + "x!", [.forceUnwrap]).count == 1)
  }

  /// Four times the line takes about four times as long, and would take sixteen times where each part is read again for
  /// each other: in this thread's own time, the least of three, so that a busy machine changes nothing.
  @Test(
    "A long line is read in time that grows as it does",
    arguments: [("#", ""), ("var ", ""), ("var ) ", ""), ("(", ") -> Double"), (" /a", ""), ("#\"\"\"", "")])
  func longLines(_ opening: String, _ closing: String) {
    func seconds(_ count: Int) -> Double {
      let source =
        "let a: " + String(repeating: opening, count: count) + String(repeating: closing, count: count)
      return (0..<3).map { _ in
        let start = threadNanoseconds()
        _ = found(source, Set(ScanRule.allCases))
        return Double(threadNanoseconds() - start) / 1e9
      }.min() ?? 0
    }
    let (short, long) = (seconds(2_500), seconds(10_000))
    #expect(long < 10 * short, "\(short) s, then \(long) s")
  }

  /// This thread's time on the processor.
  private func threadNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  @Test("Lines end with LF, CR or both; a byte order mark is no column")
  func lines() {
    #expect(found("\u{FEFF}x!\r\ny!\rz!\n猫!", [.forceUnwrap]) == ["1:2 !", "2:2 !", "3:2 !", "4:4 !"])
  }
}

/// The rules applied to this package, once. That the scanner finds what is there is for POS-70 and POS-71.
@Suite("This package's sources")
struct OwnSourcesTests {
  private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test("Nothing of what Observation replaced is left, and every file was read")
  func observation() throws {
    // The benchmark has links to sources of the tests.
    let modules = try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("Sources").path)
      .filter { $0 != "touchstone-bench" }.map { "Sources/\($0)" }
    let roots = (modules + ["Generators", "Properties"]).map { root.appendingPathComponent($0).path }
    let scan = SourceScanner(.init(rules: ScanRule.observation.union([.unreadable]))).scan(roots)
    #expect(scan.findings.isEmpty, "\(scan.findings)")
    // Counted in another way, so that a scan of nothing does not pass.
    let files = roots.flatMap {
      FileManager.default.enumerator(atPath: $0)?.compactMap { $0 as? String } ?? []
    }
    .filter { $0.hasSuffix(".swift") }
    #expect(scan.filesRead == files.count && files.count > 300)
    #expect(scan.tokensRead > 100_000)
    // Each target of the manifest that has Swift sources is among them.
    let targets = try targetFolders()
    #expect(targets.count >= 15)
    for target in targets { #expect(sourceCount(in: target) > 0, "\(target)") }
  }

  /// The folders of the manifest's targets, but for tests and what is written in C.
  private func targetFolders() throws -> [String] {
    let manifest = try String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
    return manifest.split(
      separator: #/(?=\.(?:target|executableTarget|testTarget|systemLibrary)\((?![^)]*condition))/#
    )
    .filter { $0.hasPrefix(".target(") || $0.hasPrefix(".executableTarget(") }
    .filter { $0.contains("swiftSettings") }
    .compactMap { target in
      let path = target.firstMatch(of: #/path: "([^"]+)"/#)
      let name = target.firstMatch(of: #/name: "([^"]+)"/#)
      return path.map { String($0.1) } ?? name.map { "Sources/\($0.1)" }
    }
    .filter { !$0.contains(#/^Sources/C[A-Z]/#) }
  }

  private func sourceCount(in folder: String) -> Int {
    let names = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
    return (names?.compactMap { $0 as? String } ?? []).count { $0.hasSuffix(".swift") }
  }
}

/// Decisions about trees: what is followed, what is left out.
@Suite("Trees of sources")
struct SourceTreeTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "touchstone-tree-\(UUID())")

  private func write(_ paths: String...) throws {
    for path in paths {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("x!\n".utf8).write(to: file)
    }
  }

  private func scan(_ roots: String...) -> SourceScan {
    SourceScanner(.init(rules: [.forceUnwrap, .unreadable])).scan(
      roots.map { folder.appendingPathComponent($0).path })
  }

  @Test("Build products and history are left out; other hidden folders are not")
  func leftOut() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("a/.build/b.swift", "a/.git/c.swift", "a/.hidden/d.swift", "a/build/e.swift")
    #expect(scan("a").filesRead == 2)
  }

  @Test("Roots that overlap, and a root that is a file, are read once")
  func roots() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("a/b/c.swift", "a/d.txt")
    #expect(scan("a", "a/b", "a/b/c.swift", "a/").filesRead == 1)
    #expect(scan("a/d.txt").findings.count == 1)
  }

  #if os(Linux)
    @Test("Two files whose names only look alike are two")
    func lookAlikes() throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      try write("a/\u{E9}.swift", "a/e\u{301}.swift", "a/\u{E9}/b.swift", "a/e\u{301}/b.swift")
      #expect(scan("a").filesRead == 4)
    }

    @Test("A name that is not UTF-8 is a finding")
    func namesOfBytes() throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      try write("a/b.swift")
      let path: [CChar] = (folder.path + "/a/c").utf8.map { CChar(bitPattern: $0) } + [-1, 0]
      #expect(mkdir(path, 0o700) == 0)
      let result = scan("a")
      #expect(result.findings.compactMap(\.reason) == ["its name is not UTF-8"])
      #expect(result.filesRead == 1 && result.filesUnreadable == 0)
    }
  #endif

  @Test("A money place that is not there is named")
  func moneyPlaces() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("a/Money/b.swift")
    let scanner = SourceScanner(.init(moneyPlaces: ["Money", "b.swift", "Mony", "a/Money"]))
    #expect(scanner.scan([folder.path]).moneyPlacesNotFound == ["Mony", "a/Money"])
  }

  @Test("A root that is not there is a finding")
  func missing() throws {
    let result = scan("nowhere")
    #expect(result.findings.map(\.reason) == ["there is no such file or folder"])
    #expect(result.filesRead == 0 && result.filesUnreadable == 0)
  }

  @Test("A pipe is not waited for, and a link to itself not followed for ever")
  func oddities() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("a/b.swift")
    let path = folder.appendingPathComponent("a").path
    #expect(mkfifo(path + "/pipe.swift", 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: path + "/self.swift", withDestinationPath: "self.swift")
    try FileManager.default.createSymbolicLink(atPath: path + "/up", withDestinationPath: "..")
    let result = scan("a")
    #expect(result.filesRead == 1 && result.filesUnreadable == 2)
    #expect(Set(result.findings.compactMap(\.reason)) == ["not a regular file", "a link that leads nowhere"])
  }
}
