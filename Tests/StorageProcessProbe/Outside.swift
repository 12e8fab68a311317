import Foundation
import ProcessStorage
import StorageContract

/// A server that no adapter has started, and an adapter that merely passes on what is said. The data is in the server's
/// memory, and so outlives every adapter.
enum Outside: String {
  case listen, relay

  func play(at path: String) async throws {
    #if os(Linux)
      switch self {
      case .listen: try await Self.listen(at: path)
      case .relay: Self.relay(to: path)
      }
    #endif
  }
}

#if os(Linux)
extension Outside {
  /// Serves whoever connects to the socket at `path`, until it is killed.
  private static func listen(at path: String) async throws {
    let backend = MemoryBackend(rules: RecordRules(maximumFieldSizeBytes: 2 << 20))
    var capabilities = try await backend.makeLocation().open().capabilities
    capabilities.durability = .powerLoss
    let server = StoreServer(
      name: "outside", capabilities: capabilities, place: { _ in ServedMemory(base: try await backend.makeLocation()) },
      destroy: { _ in })
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0, withAddress(path, { bind(socket, $0, $1) }) == 0, Glibc.listen(socket, 8) == 0 else { exit(3) }
    while true {
      let client = accept(socket, nil, nil)
      guard client >= 0 else { exit(4) }
      Task {
        await server.serve(input: client, output: client)
        close(client)
      }
    }
  }

  /// Passes on what is said between the standard input and output and the socket at `path`.
  private static func relay(to path: String) {
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0, withAddress(path, { connect(socket, $0, $1) }) == 0 else { exit(3) }
    let requests = Thread {
      pass(from: 0, to: socket)
      shutdown(socket, Int32(SHUT_WR))
    }
    requests.start()
    pass(from: socket, to: 1)
  }

  private static func pass(from input: Int32, to output: Int32) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(input, &buffer, buffer.count)
      guard count > 0 else { return }
      var written = 0
      while written < count {
        let more = buffer[written..<count].withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
        guard more > 0 else { return }
        written += more
      }
    }
  }

  private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

/// A place in memory. The server may notice a moment late that an adapter was killed, and closes its stores then.
private struct ServedMemory: StoreLocation {
  let base: any StoreLocation

  func open() async throws -> any Store {
    for _ in 0..<500 {
      do { return try await base.open() } catch StoreError.inUse { usleep(10_000) }
    }
    return try await base.open()
  }
}
#endif
