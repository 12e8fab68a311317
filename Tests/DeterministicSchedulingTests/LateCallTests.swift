import PropertyTesting
import Synchronization
import Testing

@testable import DeterministicScheduling

/// A call to an actor comes later than the statement before it: what was true when it was written need not be true when it comes.
/// `.mixed` finds such bugs without ``Schedules/withOvertakingCalls``, and holds their mended twins.
@Suite("Calls that come late")
struct LateCallTests {
  private func expectFound(_ program: @escaping @Sendable (_ isMended: Bool) async throws -> Void) throws {
    for seed in UInt64(1)...10 {
      let settings = RunSettings(cases: 200, seed: seed)
      func failed(_ isMended: Bool) -> PropertyResult? {
        failure { try check("it is right", scheduled: .mixed, settings: settings) { try await program(isMended) } }
      }
      #expect(failed(false)?.verdict.name == "falsified", "seed \(seed)")
      #expect(failed(true) == nil, "seed \(seed)")
    }
  }

  @Test func aCheckThenAHop() throws {
    try expectFound { isMended in
      let disk = LetterBox()
      let state = Cell("open")
      async let write: Void = {
        if isMended { return await disk.take("write", unlessAfter: "close") }
        if state.text == "open" { await disk.take("write") }
      }()
      async let close: Void = {
        state.set("closed")
        await disk.take("close")
      }()
      _ = await (write, close)
      try expect("the last letter", await disk.letters.last, equals: "close")
    }
  }

  /// The autosave takes the text, and an edit is saved before it comes to the disk: the old text stays.
  @Test func anAutosaveThatOverlapsAnEdit() throws {
    try expectFound { isMended in
      let disk = LetterBox()
      let editor = Cell("old")
      let save: @Sendable () async -> Void = {
        if isMended { return await disk.take { editor.text } }
        await disk.take(editor.text)
      }
      async let autosave: Void = save()
      async let edit: Void = {
        editor.set("new")
        await save()
      }()
      _ = await (autosave, edit)
      try expect("on disk", await disk.letters.last, equals: editor.text)
    }
  }

  /// One looks at the screen and then writes to the store; the other closes the screen and then the store.
  @Test func twoGlobalActors() throws {
    try expectFound { isMended in
      let window = Window()
      async let save: Void = isMended ? window.saveAtOnce() : window.save()
      async let close: Void = isMended ? window.closeAtOnce() : window.close()
      _ = await (save, close)
      try expect("saved before the store closed", await window.isSavedInTime)
    }
  }
}

private final class Cell: Sendable {
  private let content: Mutex<String>
  init(_ text: String) { content = Mutex(text) }
  var text: String { content.withLock { $0 } }
  func set(_ text: String) { content.withLock { $0 = text } }
}

extension LetterBox {
  fileprivate func take(_ letter: String, unlessAfter other: String) {
    if letters.last != other { take(letter) }
  }

  fileprivate func take(_ letter: @Sendable () -> String) { take(letter()) }
}

@globalActor private actor ScreenActor { static let shared = ScreenActor() }
@globalActor private actor StoreActor { static let shared = StoreActor() }

private final class Window: Sendable {
  @ScreenActor private var isOpen = true
  @StoreActor private var isStoreOpen = true
  @StoreActor private(set) var isSavedInTime = true

  func save() async {
    guard await isOpen else { return }
    await write()
  }

  func close() async {
    await closeScreen()
    await closeStore()
  }

  @StoreActor func saveAtOnce() { if isStoreOpen { write() } }
  func closeAtOnce() async { await closeStore() }

  @ScreenActor private func closeScreen() { isOpen = false }
  @StoreActor private func closeStore() { isStoreOpen = false }
  @StoreActor private func write() { isSavedInTime = isStoreOpen }
}
