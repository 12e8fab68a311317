import PersonalOSReference
import PropertyTesting
import StorageContract

/// Something that the app does for a request, which is cancelled before one call of the store after the other: what POS-78
/// demands of every service.
struct InterruptedOperation {
  static let all = StoreOperation.all.filter { !exempt.contains($0.name) }

  /// The keychain is the platform's: it has no requests, each call of it is one write, and a key that is made for nothing
  /// harms nobody. The launch migrates and seals, before there is a view. A deletion is the user's last word, for the whole app:
  /// half of it would be worse than a late one.
  private static let exempt: Set<String> = [
    "store a credential", "read a credential", "delete a credential", "encrypt for the first time", "empty the keychain",
    "back the keychain up", "restore the keychain", "delete everything", "migrate a new store", "protect older notes",
  ]

  let operation: StoreOperation
  let system: PersonalOSSystem

  func run() async throws {
    let store = try await system.openStore()
    var app = StoreOperation.App(
      system: system, store: store, keychain: try await DeviceKeychain(system).keychain, backups: MemoryBackupPlace())
    try await store.fill(with: StoreContents(schemaVersion: 0, records: []))
    try await operation.prepare(app)
    let before = try await store.contents()

    let whole = RefusingStore(store, refusing: nil)
    app.store = whole.store
    try await perform(app, as: Request())

    for number in whole.asked.indices {
      try await store.fill(with: before)
      let request = Request()
      let cancelling = RefusingStore(store) { if $0 == number { request.cancel() } }
      app.store = cancelling.store
      let failure = await thrownError { try await perform(app, as: request) }
      // At the end of a transaction it is too late. The calls may be others than before, since keys are drawn.
      guard cancelling.asked.count > number, !["commit", "compact"].contains(cancelling.asked[number]) else { continue }
      let (call, late) = (cancelling.asked[number], cancelling.asked[(number + 1)...])
      let text = "\(operation.name), cancelled before call \(number + 1) (\(call))"
      try expect("transactions that \(text), ends: \(Array(late))", late.count { $0 == "commit" }, equals: 0)
      try expect("how \(text), ends: \(failure.map { "\($0)" } ?? "well")", failure is CancellationError)
    }
    try await store.fill(with: StoreContents(schemaVersion: 0, records: []))
    try await store.close()
  }

  private func perform(_ app: StoreOperation.App, as request: Request) async throws {
    let operation = operation
    try await EffectPass.$current.withValue(request.pass) { try await operation.perform(app) }
  }

  private struct Request: Sendable {
    private let gate = EffectGate()
    private let token: EffectToken

    init() { token = gate.admit(TaskKey("request", in: TaskScope("view"))) }

    var pass: EffectPass { EffectPass(token, of: gate) }

    func cancel() { gate.revoke(token) }
  }
}
