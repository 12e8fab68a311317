import PropertyTesting
import StorageContract
import StorageFaults

/// File calls that are passed on, but for those that a conforming type makes its own.
protocol InterposedFiles: FileLayer {
  var base: any FileLayer { get }
}

extension InterposedFiles {
  func makeDirectory(_ path: String) throws { try base.makeDirectory(path) }
  func exists(_ path: String) throws -> Bool { try base.exists(path) }
  func read(_ path: String) throws -> [UInt8] { try base.read(path) }
  func create(_ path: String) throws -> Int32 { try base.create(path) }
  func open(_ path: String) throws -> Int32 { try base.open(path) }
  func append(_ bytes: [UInt8], to file: Int32) throws -> Int { try base.append(bytes, to: file) }
  func sync(_ file: Int32) throws { try base.sync(file) }
  func truncate(_ file: Int32, to sizeBytes: Int) throws { try base.truncate(file, to: sizeBytes) }
  func rename(_ path: String, to newPath: String) throws { try base.rename(path, to: newPath) }
  func syncDirectory(_ path: String) throws { try base.syncDirectory(path) }
  func remove(_ path: String) throws { try base.remove(path) }
  func lock(_ path: String) throws -> Int32? { try base.lock(path) }
  func close(_ file: Int32) { base.close(file) }
}

extension Fault<LawSubject> {
  /// Stores whose file calls do not do what the store means by them: as if it had left them out or made others.
  static func overFileCalls(
    _ id: String, _ fact: String, _ wrap: @escaping @Sendable (any FileLayer) -> any FileLayer
  ) -> Fault {
    Fault(id, fact) { subject in
      guard let files = subject.files else { return }
      subject.files = BackendOverFiles(base: files, name: "\(files.name), which \(fact)") { files.over(wrap($0)) }
    }
  }

  /// Stores with a defect, over the file layer of a law.
  static func overFileStores(_ defect: BackendDefect) -> Fault {
    Fault(defect.name, "\(defect.id) \(defect.name)") { subject in
      guard let files = subject.files else { return }
      subject.files = BackendOverFiles(base: files, name: "\(files.name), which \(defect.name)") {
        files.over($0).with(defect)
      }
    }
  }

  /// Another store altogether, over the file layer of a law.
  static func overOtherFiles(
    _ id: String, _ fact: String, _ make: @escaping @Sendable () -> any FileLayeredBackend
  ) -> Fault {
    Fault(id, fact) { subject in subject.files = make() }
  }
}

/// A backend that puts something of its own between stores and their file layer.
private struct BackendOverFiles: FileLayeredBackend {
  let base: any FileLayeredBackend
  let name: String
  let make: @Sendable (any FileLayer) -> any Backend

  func over(_ files: any FileLayer) -> any Backend { make(files) }
  func makeLocation() async throws -> any StoreLocation { try await base.makeLocation() }
  func recycle(_ location: any StoreLocation) async { await base.recycle(location) }
  func tearDown() async { await base.tearDown() }
}
