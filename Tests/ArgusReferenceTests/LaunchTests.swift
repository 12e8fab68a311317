import ArgusReference
import PlatformStandIns
import StorageContract
import Testing

@Suite("Launch")
struct LaunchTests {
  struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(status: 503) }
  }

  @Test("The reference core starts over an empty store")
  func launches() async throws {
    let store = try await MemoryBackend().makeLocation().open()
    _ = try await ArgusApp.launch(
      ArgusPlatform(store: store, transport: NoTransport(), time: .virtual(VirtualClock())))
  }
}
