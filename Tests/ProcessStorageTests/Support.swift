import Foundation
import StorageContract

@testable import ProcessStorage

/// The probe beside the tests.
let probe: String = {
  let here = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  let candidates = [here, Bundle.main.bundleURL, Bundle.main.bundleURL.deletingLastPathComponent()]
  return candidates.map { $0.appendingPathComponent("storage-probe").path }
    .first { FileManager.default.isExecutableFile(atPath: $0) } ?? "storage-probe-is-not-built"
}()

func probeBackend(_ arguments: String, options: ProcessOptions = ProcessOptions()) -> ProcessBackend {
  ProcessBackend("exec '\(probe)' \(arguments)", options: options)
}

/// Runs `body` over a store at a new place, and gives all back.
func withStore<Result: Sendable>(
  _ backend: any Backend, _ body: (any Store) async throws -> Result
) async throws -> Result {
  let location = try await backend.makeLocation()
  do {
    let store = try await location.open()
    let result = try await body(store)
    try await store.close()
    await backend.recycle(location)
    await backend.tearDown()
    return result
  } catch {
    await backend.recycle(location)
    await backend.tearDown()
    throw error
  }
}

/// What lies open in this process, and what it has started.
struct Belongings: Equatable, CustomStringConvertible {
  var descriptors: Int
  var children: Int

  static var now: Belongings {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    let children = threads.reduce(0) { sum, thread in
      let text = (try? String(contentsOfFile: "/proc/self/task/\(thread)/children", encoding: .utf8)) ?? ""
      return sum + text.split(separator: " ").count
    }
    return Belongings(descriptors: descriptors, children: children)
  }

  var description: String { "\(descriptors) descriptors, \(children) children" }
}

/// Values of every kind, with those that go wrong first.
let sampleValues: [FieldValue] = {
  var values: [FieldValue] = [.null, .bool(true), .bool(false)]
  values += [0, 1, -1, .max, .min, 9_007_199_254_740_993].map { .int64($0) }
  values += [
    0.0, -0.0, 0.1, .infinity, -.infinity, .nan, -.nan, .signalingNaN, .leastNonzeroMagnitude,
    .greatestFiniteMagnitude, Double(bitPattern: 0xFFF8_0000_0000_1234),
  ].map { .double($0) }
  values += [
    "0", "1", "-1", "0.1", "100", "1e20", "99999999999999999999999999999999999999", "1e127", "1e-128",
    "-12345678901234567890.123456789012345678",
  ].compactMap { Decimal(string: $0) }.map { .decimal($0) }
  values += [
    "", "a\u{0}b", "e\u{301}", "\u{E9}", "\u{1F600}\u{200D}", "\"\\/\n\r\t\u{1}\u{7F}\u{2028}", "\\ud800", "\u{FFFF}",
    String(repeating: "x\u{0}é", count: 40_000),
  ].map { .text($0) }
  values += [[], [0], [0, 255, 10, 13], (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }].map { .bytes($0) }
  values += [0, -1.5, 1e300, -63_114_076_800].map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
  values.append(.uuid(UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255))))
  return values
}()
