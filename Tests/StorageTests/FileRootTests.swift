import Foundation
import StorageContract
import Testing

/// `--backend file:DIR` for a folder that nobody has made yet.
@Suite struct FileRootTests {
  @Test(arguments: ["new", "new/and/deeper", "new/with-a-slash/"])
  func aRootThatIsNotThereIsMade(path: String) async throws {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("root-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: place) }
    let backend = FileBackend(root: "\(place)/\(path)")
    let location = try await backend.makeLocation()
    _ = try await location.open()
    #expect(FileManager.default.fileExists(atPath: "\(place)/\(path)/store-1"))
    await backend.tearDown()
    #expect(FileManager.default.fileExists(atPath: "\(place)/\(path)"))
    #expect(!FileManager.default.fileExists(atPath: "\(place)/\(path)/store-1"))
  }

  @Test func whatCannotBeMadeIsAnError() async throws {
    await #expect(throws: (any Error).self) { try await FileBackend(root: "/dev/null/new").makeLocation() }
  }
}
