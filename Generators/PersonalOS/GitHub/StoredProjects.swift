import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

/// A project as a store holds it, with fields that the current model does not know.
public struct StoredProject: Sendable {
  /// The fields that the model knows.
  public var project: ProjectItem
  /// The other fields by name. An unknown field never replaces a known one.
  public var unknownFields: [String: FieldValue]

  /// All fields, as the record in the store has them.
  public var fields: [String: FieldValue] {
    project.storedFields.merging(unknownFields) { known, _ in known }
  }
}

extension Generator where Value == StoredProject {
  /// A project with every kind of custom field. Most projects with a number were synced before, and about half of those
  /// were edited since.
  public static func storedProject(id: UUID, remoteID: Int64?) -> Generator {
    Generator { source in
      let fullName = try source(.repositoryName)
      var project = ProjectItem(
        id: id, remoteID: remoteID, name: try source(.element(of: ["kit", "My kit", "", "cafe\u{301}"])),
        fullName: fullName, remoteDescription: try source(.remoteText),
        stars: try source(.int(in: 0...9)), language: try source(.remoteText),
        updatedAt: try source(.projectDate), progress: try source(.projectProgress),
        notes: try source(.projectNotes), status: try source(.projectStatus))
      if remoteID != nil, try source(.frequency((1, .constant(false)), (4, .constant(true)))) {
        var base = ProjectItem.LastSynced(
          name: project.name, remoteDescription: project.remoteDescription, language: project.language)
        if try source(.bool) {
          base.name = try source(.element(of: ["kit", "tool", "caf\u{E9}"]))
          base.remoteDescription = try source(.remoteText)
          base.language = try source(.remoteText)
        }
        project.lastSynced = base
      }
      return StoredProject(project: project, unknownFields: try source(.unknownProjectFields))
    }
  }
}

extension Generator where Value == Int {
  static var projectProgress: Generator { .oneOf(.constant(0), .element(of: [100, 1]), .int(in: 0...100)) }
}

extension Generator where Value == String {
  static var projectStatus: Generator {
    .element(of: ["active", "paused", "done", "archived", "", "Active "])
  }
}

extension Generator where Value == String? {
  /// A description or a language, from few texts, so that both sides are often equal.
  static var remoteText: Generator {
    .oneOf(.element(of: [nil, "Swift", "", "cafe\u{301}"]), .optional(.text(count: 0...8)))
  }
}

extension Generator where Value == [String: FieldValue] {
  /// Fields that another version of the app stores with a project.
  static var unknownProjectFields: Generator {
    let value = Generator<FieldValue>.oneOf(
      .constant(.null), Generator<String>.projectNotes.map { .text($0) },
      Generator<Date>.projectDate.map { .date($0) }, Generator<Decimal>.decimal().map { .decimal($0) },
      Generator<[UInt8]>.bytes(count: 0...4).map { .bytes($0) })
    return .dictionary(
      of: .element(of: ["lastModified", "color", "pinned", "archived", "lastSynced"]), value, count: 0...3)
  }
}
