import Foundation
import ReplicaConformance
import ReplicaContract

/// Notes on several devices. Whoever changed a note last wins, by the clock of the device.
actor Notes: Replica {
  struct Note: Codable {
    var fields: [String: String]
    var isDeleted = false
    var changedAt: Int64
  }

  nonisolated let capabilities = ReplicaCapabilities(merge: .byRecord, isCausal: false, isDurable: false)
  private let clock: DeviceClock
  private var notes: [String: Note] = [:]
  private var unsent: Set<String> = []
  private var token: String?

  init(_ place: ReplicaPlace) { clock = place.clock }

  func contents() -> ReplicaContents { ReplicaContents(records: notes.filter { !$0.value.isDeleted }.mapValues(\.fields)) }

  func perform(_ edit: ReplicaEdit) throws {
    let now = clock.milliseconds
    switch edit {
    case .insert(let id, let fields): change(id, to: Note(fields: fields, changedAt: now))
    case .update(let id, let field, let value):
      guard var note = notes[id] else { throw ReplicaError.missing(id) }
      note.fields[field] = value
      note.changedAt = now
      change(id, to: note)
    case .delete(let id): change(id, to: Note(fields: [:], isDeleted: true, changedAt: now))
    case .insertElement, .removeElement: throw ReplicaError.undeclared("\(edit)")
    }
  }

  private func change(_ id: String, to note: Note) {
    notes[id] = note
    unsent.insert(id)
  }

  func sync(with server: any SyncServer) async throws {
    let sent = try unsent.map { SyncChange(name: $0, body: try text(of: notes[$0]), basedOn: nil) }
    _ = try await server.push(sent)  // Wrong: overwrites what others sent.
    unsent = []  // Wrong: the user may have edited meanwhile.
    let page = try await server.pull(after: token, limit: 100)  // Wrong: there may be more pages.
    for record in page.records {
      let note = try JSONDecoder().decode(Note.self, from: Data(record.body.utf8))
      if note.changedAt > notes[record.name]?.changedAt ?? 0 { notes[record.name] = note }
    }
    token = page.token
  }

  func close() {}

  private func text(of note: Note?) throws -> String { String(decoding: try JSONEncoder().encode(note), as: UTF8.self) }
}

/// Throws a scored report if a law does not hold.
func checkNotes() async throws {
  try await ReplicaConformance.check("notes") { Notes($0) }
}
