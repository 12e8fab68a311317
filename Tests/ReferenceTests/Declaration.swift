/// One declaration of a Swift source that another file could name, as far as its documentation is concerned.
struct Declaration: Equatable {
  /// The word that introduces it: `struct`, `func`, `case`.
  let keyword: String
  /// The base name. An initialiser has its first label: `init(from:)`.
  let name: String
  let file: String
  /// Where the keyword stands, from 1.
  let line: Int
  /// The types around it, outermost first. A member of an extension has the extended type's name.
  let path: [String]
  let isPublic: Bool
  let hasComment: Bool
  /// What stands after the colon: the protocols of a type, also those of an extension.
  var inherited: [String] = []
  /// Whether the case of an enum carries a value that no label names.
  var carriesUnnamedValue = false

  /// The type's whole name, such as `Counterexample.Step`.
  var typeName: String { (path + [name]).joined(separator: ".") }
}
