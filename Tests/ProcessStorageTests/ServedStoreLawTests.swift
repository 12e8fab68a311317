import Foundation
import ProcessStorage
import PropertyTesting
import RandomShare
import StorageContract
import Testing

@testable import StorageConformance

/// The laws over stores in other processes: those of this package, served, and the example in Python. Fewer cases than
/// over the same stores in this process, since each call is a round trip; fewest over the two that differ from SQLite, served,
/// by the store alone. `make conformance` runs SQLite and Python with all cases.
@Suite struct ServedStoreLawTests {
  enum Kind: String, CaseIterable, Sendable {
    case memory, file, sqlite, python
    /// The base of the adapters of docs/stores, over Python's SQLite: several stores at once.
    case base

    /// Without Python, two fewer.
    static let available = hasPython ? allCases : [.memory, .file, .sqlite]

    func make() -> ProcessBackend {
      // A busy machine is no fault of the store.
      let options = ProcessOptions(replyDeadline: .seconds(300))
      return switch self {
      case .python: ProcessBackend("exec python3 '\(Self.script("examples/python-backend/backend.py"))'", options: options)
      case .base: ProcessBackend("exec python3 '\(Self.script("stores/sqlite_store.py"))'", options: options)
      default: probeBackend("serve \(rawValue)", options: options)
      }
    }

    var cases: Int {
      switch self {
      case .memory, .file: 2
      case .sqlite, .python, .base: 5
      }
    }

    private static func script(_ path: String) -> String {
      URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("../../docs/\(path)").standardized.path
    }

    private static let hasPython: Bool = {
      let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/python3") }
    }()
  }

  @Test(arguments: RandomShare.third(of: StorageLaws.all.map(\.id), with: Kind.available))
  func holds(id: String, over kind: Kind) async throws {
    let law = try #require(StorageLaws.all.first { $0.id == id })
    let backend = kind.make()
    let run = ConformanceRun(settings: RunSettings(cases: kind.cases, seed: 5))
    let row = await run.row(of: law, over: backend, try await ConformanceRun.capabilities(of: backend))
    if !row.isSkipped { #expect(row.isHeld, "\(ConformanceText().line(row))") }
    await backend.tearDown()
  }
}
