import PropertyTesting

extension GalleryBug {
  static let cancelledWrite = GalleryBug(
    "cancelled write that still lands",
    "A cancelled save is already past its check, and overwrites the save that replaced it.",
    buggy: { try await editTwice(Editor(waitsForTheLastSave: false)) },
    fixed: { try await editTwice(Editor(waitsForTheLastSave: true)) })
}

private func editTwice(_ editor: Editor) async throws {
  await editor.edit("draft")
  await editor.edit("final")
  // Long enough for every save to end.
  try await Task.sleep(for: .seconds(60))
  try expect("saved text", String(decoding: await editor.disk.bytes, as: UTF8.self), equals: "final")
}

private actor Editor {
  nonisolated let disk = Disk()
  private let waitsForTheLastSave: Bool
  private var saving: Task<Void, Never>?

  init(waitsForTheLastSave: Bool) {
    self.waitsForTheLastSave = waitsForTheLastSave
  }

  func edit(_ text: String) {
    saving?.cancel()
    saving = Task { [disk, waitsForTheLastSave, last = saving] in
      if waitsForTheLastSave { await last?.value }
      if Task.isCancelled { return }
      async let encoded = encode(text)
      await disk.write(encoded)
    }
  }
}

@concurrent
private func encode(_ text: String) async -> [UInt8] {
  Array(text.utf8)
}

private actor Disk {
  private(set) var bytes: [UInt8] = []

  func write(_ bytes: [UInt8]) {
    self.bytes = bytes
  }
}
