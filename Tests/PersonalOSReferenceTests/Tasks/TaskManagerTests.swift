import PersonalOSReference
import PropertyTesting
import StorageContract
import Testing

@testable import PersonalOSProperties

/// What the catalogue leaves open about tasks of views, by example.
@Suite("Task manager")
@MainActor
struct TaskManagerTests {
  private let gate = EffectGate()

  @Test("A scope takes tasks from its opening to its closing")
  func scopes() async {
    let manager = TaskManager(gate: gate)
    let view = TaskScope("view")
    #expect(manager.start(id: "early", in: view) { _ in }.isCancelled)
    manager.open(view)
    let task = manager.start(id: "load", in: view) { _ in }
    #expect(!task.isCancelled)
    manager.close(view)
    #expect(task.isCancelled)
    #expect(manager.start(id: "late", in: view) { _ in }.isCancelled)
    manager.open(view)
    #expect(!manager.start(id: "load", in: view) { _ in }.isCancelled)
  }

  @Test("The app's own scope is always open")
  func app() async {
    let manager = TaskManager(gate: gate)
    let task = manager.start(id: "sync") { _ in }
    manager.close(.app)
    #expect(!task.isCancelled)
    await task.value
  }

  @Test("A cancelled task stays in the table until it ends")
  func cancelled() async {
    let manager = TaskManager(gate: gate)
    let task = manager.start(id: "sync") { _ in }
    manager.cancel(id: "sync")
    #expect(manager.activeTasks(in: .app).keys.sorted() == ["sync"])
    await task.value
    #expect(manager.activeTasks.isEmpty)
  }

  @Test("A task that has gone keeps no manager alive, and a manager no work")
  func references() async {
    var manager: TaskManager? = TaskManager(gate: gate)
    weak let watched = manager
    let task = manager?.start(id: "sync") { _ in }
    manager = nil
    #expect(watched == nil)
    await task?.value
  }

  @Test("A token dies with its request, its replacement or its revocation")
  func tokens() throws {
    let key = TaskKey("load", in: .app)
    let first = gate.admit(key)
    let second = gate.admit(key)
    let other = gate.admit(TaskKey("load", in: TaskScope("view")))
    #expect(!gate.isAlive(first) && gate.isAlive(second) && gate.isAlive(other))
    gate.revoke(first)
    #expect(gate.isAlive(second))
    gate.revoke(second)
    gate.revoke(second)
    #expect(throws: CancellationError.self) { try gate.show(second) {} }
    // A generation never comes again.
    #expect(gate.admit(key) != second && !gate.isAlive(second))
    #expect(try gate.show(other) { 7 } == 7)
  }

  @Test("A request whose own work is cancelled shows no failure")
  func cancelledWork() async throws {
    let data = DataActor(store: try await MemoryLocation().open())
    let runner = GatedRequests(gate: gate, data: data)
    let token = gate.admit(TaskKey("load", in: .app))
    var shown = 0
    await #expect(throws: CancellationError.self) {
      try await runner.run([.work { throw CancellationError() }], as: token) { _ in shown += 1 }
    }
    await #expect(throws: NetworkError.timeout) {
      try await runner.run([.work { throw NetworkError.timeout }], as: token) { _ in shown += 1 }
    }
    #expect(shown == 1)
  }
}

/// What the faults are changes of: without one, the other implementations hold, so that a property catches
/// the defect and not the difference.
@Suite("Other implementations hold without a defect")
struct TwinTests {
  private static let twin = Fault<PersonalOSSystem>("twin", "is written otherwise") { system in
    system.dataAccess.openPosts = { DirectPosts($0, nil) }
  }

  @Test(arguments: [1, 2, 3])
  func holds(seed: Int) async {
    let fixture = Fixture(system: { PersonalOSSystem.reference(location: MemoryLocation()) }).with(Self.twin)
    for property in NetworkLifeCycleProperties.all + ThreadSafetyProperties.all {
      let result = await Runner(settings: RunSettings(seed: UInt64(seed))).run(property, on: fixture)
      #expect(result.verdict.isHeld, "\(FailureReport(result).text)")
    }
  }
}
