import PropertyTesting

/// Files that a program opens by path, and then knows by handle.
final class TemporaryFiles {
  struct Handle { let number: Int }
  enum Failure: Error, Equatable { case closed }

  private var paths: [Int: String] = [:]
  private var texts: [String: String] = [:]
  private var opened = 0

  func open(_ path: String) -> Handle {
    opened += 1
    paths[opened] = path
    return Handle(number: opened)
  }

  func append(_ text: String, to handle: Handle) throws {
    guard let path = paths[handle.number] else { throw Failure.closed }
    texts[path, default: ""] += text
  }

  func close(_ handle: Handle) throws {
    guard let path = paths[handle.number] else { throw Failure.closed }
    paths = paths.filter { $0.value != path }
  }
}

/// Which handles are open, and which are not any more.
struct OpenFiles {
  typealias Handle = Reference<TemporaryFiles.Handle>

  var open: Set<Handle> = []
  var closed: Set<Handle> = []

  func demand(_ handle: Handle) throws {
    if !open.contains(handle) { throw TemporaryFiles.Failure.closed }
  }

  /// The closed ones too: what is drawn should now and then be wrong.
  var anyHandle: Generator<Handle> { .reference(to: open.union(closed)) }
}

enum TemporaryFilesMachine {
  typealias FileCommand = Command<OpenFiles, TemporaryFiles>

  static let open = FileCommand("open", with: .element(of: ["a", "b"]), yielding: TemporaryFiles.Handle.self) {
    files, path, handle in
    files.open.insert(handle)
  } system: { files, path in
    files.open(path)
  }

  static let append = FileCommand("append", with: { .zip($0.anyHandle, .text()) }) { files, write in
    try files.demand(write.0)
  } system: { files, write, results in
    try files.append(write.1, to: results[write.0])
  }

  static let close = FileCommand("close", with: \.anyHandle) { files, handle in
    try files.demand(handle)
    files.open.remove(handle)
    files.closed.insert(handle)
  } system: { files, handle, results in
    try files.close(results[handle])
  }

  static let machine = StateMachine(initially: OpenFiles(), commands: [open, close, append])
}

func checkTemporaryFiles(_ settings: RunSettings = RunSettings()) async throws {
  try await check("files stay open until they are closed", of: TemporaryFilesMachine.machine, settings: settings) {
    TemporaryFiles()
  }
}
