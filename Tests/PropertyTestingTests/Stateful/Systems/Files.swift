import PropertyTesting

/// Files that are written and read by handles.
final class Files {
  enum Bug { case none, closesEveryHandleOfThePath, readsTheLatestPath }
  enum Failure: Error, Equatable { case closed, missing }
  /// Prints as what no test should depend on.
  struct Handle { let address: Int }

  private let bug: Bug
  private var contents: [String: [Int]] = [:]
  private var paths: [Int: String] = [:]
  private var opened = 0

  init(_ bug: Bug = .none) {
    self.bug = bug
  }

  var openCount: Int { paths.count }

  func open(_ path: String) -> Handle {
    opened += 1
    paths[opened] = path
    contents[path, default: []] += []
    return Handle(address: opened)
  }

  func close(_ handle: Handle) throws {
    guard let path = paths.removeValue(forKey: handle.address) else { throw Failure.closed }
    if bug == .closesEveryHandleOfThePath { paths = paths.filter { $0.value != path } }
  }

  func write(_ value: Int, to handle: Handle) throws {
    contents[try path(of: handle), default: []].append(value)
  }

  func read(_ handle: Handle) throws -> [Int] { contents[try path(of: handle)] ?? [] }

  private func path(of handle: Handle) throws -> String {
    guard let path = paths[handle.address] else { throw Failure.closed }
    guard bug == .readsTheLatestPath, let latest = paths.max(by: { $0.key < $1.key }) else { return path }
    return latest.value
  }
}

struct FilesModel: Hashable, Sendable {
  typealias Handle = Reference<Files.Handle>
  var contents: [String: [Int]] = [:]
  var paths: [Handle: String] = [:]
  var closed: Set<Handle> = []

  func path(of handle: Handle) throws -> String {
    guard let path = paths[handle] else { throw Files.Failure.closed }
    return path
  }

  /// Handles that are open, and near misses.
  var handles: Generator<Handle> { .reference(to: Array(paths.keys) + closed) }
}

struct Write: Sendable {
  let handle: FilesModel.Handle
  let value: Int
}

enum FilesMachine {
  typealias FilesCommand = Command<FilesModel, Files>

  /// - Parameter dangling: counts references that stand for nothing.
  static func machine(dangling: Counter = Counter()) -> StateMachine<FilesModel, Files> {
    @Sendable func handle(_ reference: FilesModel.Handle, _ results: EarlierResults) throws -> Files.Handle {
      do {
        return try results[reference]
      } catch {
        dangling.increment()
        throw error
      }
    }
    let open = FilesCommand("open", with: .element(of: ["a", "b", "c"]), yielding: Files.Handle.self) {
      model, path, handle in
      model.paths[handle] = path
      model.contents[path, default: []] += []
    } system: { files, path in
      files.open(path)
    }
    let close = FilesCommand("close", with: \.handles) { model, handle in
      _ = try model.path(of: handle)
      model.paths[handle] = nil
      model.closed.insert(handle)
    } system: { files, reference, results in
      try files.close(handle(reference, results))
    }
    let read = FilesCommand("read", with: \.handles) { model, handle in
      try model.contents[model.path(of: handle)]
    } system: { files, reference, results in
      try files.read(handle(reference, results))
    }
    let write = FilesCommand("write", with: { model in
      Generator { Write(handle: try $0(model.handles), value: try $0(.int(in: 0...9))) }
    }) { model, write in
      model.contents[try model.path(of: write.handle), default: []].append(write.value)
    } system: { files, write, results in
      try files.write(write.value, to: handle(write.handle, results))
    }
    return StateMachine(
      initially: FilesModel(), commands: [open, close, read, write],
      invariants: [
        Invariant("each open handle reads") { model, files, results in
          try model.paths.keys.allSatisfy { _ = try files.read(results[$0]); return true }
        }
      ])
  }
}
