import Foundation
import PersonalOSReference
import StorageContract
import Testing

@testable import PersonalOSProperties

/// What the catalogue leaves open about data access, by example.
@Suite("Data access")
struct DataAccessTests {
  @Test("A write is attested inside a closure of its own actor, and nowhere else")
  func attestation() async throws {
    let data = DataActor(store: try await MemoryLocation().open())
    let other = DataActor(store: try await MemoryLocation().open())
    #expect(!data.isPerforming)
    let closureHasReturned = Answer()
    let (own, others, task) = try await data.perform { _ in
      let task = Task {
        await closureHasReturned.wait()
        return data.isPerforming
      }
      return (data.isPerforming, other.isPerforming, task)
    }
    #expect(own && !others)
    closureHasReturned.give()
    // It has inherited the turn, which is over.
    #expect(!(await task.value))
  }

  @Test("A dependency is missing under its own name")
  func dependencies() throws {
    struct Failure: Error {}
    let container = DependencyContainer()
    let (text, number) = (DependencyKey<String>(), DependencyKey<Int>("number"))
    let itself = DependencyKey<Int>("itself")
    container.register(text) { "\(try $0.resolve(number))" }
    container.register(itself) { try $0.resolve(itself) }
    #expect(throws: DependencyError.missing("number")) { try container.resolve(text) }
    container.register(number) { _ in throw Failure() }
    #expect(throws: DependencyError.missing("number")) { try container.resolve(text) }
    #expect(throws: DependencyError.missing("itself")) { try container.resolve(itself) }
    container.register(number) { _ in 7 }
    #expect(try container.resolve(text) == "7")
    // Registered anew while it was made: what was made is not kept.
    container.register(text) {
      container.register(text) { _ in "new" }
      return "old, of \(try $0.resolve(number))"
    }
    #expect(try container.resolve(text) == "old, of 7")
    #expect(try container.resolve(text) == "new")
    // Of another type than the key says.
    let mistyped = DependencyKey<String>("number")
    #expect(throws: DependencyError.missing("number")) { try container.resolve(mistyped) }
    // Two types of one name are two services.
    enum One { struct Part: Sendable {} }
    enum Other { struct Part: Sendable {} }
    container.register(DependencyKey<One.Part>()) { _ in One.Part() }
    #expect(throws: DependencyError.self) { try container.resolve(DependencyKey<Other.Part>()) }
    #expect(throws: Never.self) { try container.resolve(DependencyKey<One.Part>()) }
  }

  @Test("Nothing in the core ends the process or shares what nobody guards")
  func scan() {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
    let modules = ["PersonalOSReference", "PlatformStandIns", "StorageContract"]
    let folders = modules.map { "\(root)/Sources/\($0)" }
    let settings = SourceScanner.Settings(rules: ScanRule.traps.union(ScanRule.sharing))
    let scan = SourceScanner(settings).scan(folders)
    // A fork takes its lock, which no Mutex lets anybody do.
    #expect(scan.findings.filter { !$0.file.hasSuffix("/StorageContract/ForkSafe.swift") } == [])
    #expect(scan.filesUnreadable == 0)
    // As many as there are: a scan of nothing finds nothing.
    let files = folders.flatMap { folder in
      FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    }
    #expect(scan.filesRead == files.count(where: { $0.hasSuffix(".swift") }) && scan.filesRead > 100)
  }
}
