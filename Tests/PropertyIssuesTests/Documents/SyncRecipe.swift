import PropertyTesting

private struct Note: Equatable {
  var text: String
  var editedAt: Int
}

/// The notes of two devices as one: of two with one name, the later.
private func merged(_ mine: [String: Note], _ theirs: [String: Note]) -> [String: Note] {
  mine.merging(theirs) { $0.editedAt >= $1.editedAt ? $0 : $1 }
}

enum SyncRecipe {
  static func devicesAgree() throws {
    let note: Generator<Note> = .build(Note.init, from: .text(.of("ab"), count: 0...3), .int(in: 0...9))
    let notes = Generator<[String: Note]>.dictionary(of: .element(of: ["x", "y"]), note, count: 0...2)
    try check("two devices agree after a sync", forAll: notes, notes, seed: 1) { mine, theirs in
      try expect("notes", merged(mine, theirs), equals: merged(theirs, mine))
    }
    try check("a sync twice changes nothing", forAll: notes, notes) { mine, theirs in
      merged(merged(mine, theirs), theirs) == merged(mine, theirs)
    }
  }
}
