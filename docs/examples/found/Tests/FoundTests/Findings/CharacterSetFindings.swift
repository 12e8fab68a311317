import Foundation
import PropertyTesting

/// Character sets, beside the same sets in the standard library.
enum CharacterSetFindings {
  static let all = [invertedInsertion, invertedMutation, superset, subtraction, plane, insertedMember, updatedMember, separators]

  private static let scalars = Generator<[Unicode.Scalar]>.array(of: .scalar(), count: 0...5)

  static let invertedInsertion = Finding(
    "character-set-inverted-insertion", "a set contains what was inserted into it", forAll: .scalar(),
    reproduction: { print in
      var set = CharacterSet(charactersIn: "a").inverted
      set.insert("😀")
      print(set.contains("😀"))
    }
  ) { scalar in
    var set = CharacterSet(charactersIn: "a").inverted
    set.insert(scalar)
    try expect("contained", set.contains(scalar), equals: true)
  }

  static let invertedMutation = Finding(
    "character-set-inverted-mutation", "an inverted set loses what is removed from it", forAll: .zip(scalars, .scalar()),
    needsProcess: true,
    reproduction: { _ in
      var set = CharacterSet.alphanumerics.inverted
      set.remove("_")
    }
  ) { scalars, scalar in
    var set = CharacterSet(scalars).inverted
    set.remove(scalar)
    try expect("contained", set.contains(scalar), equals: false)
  }

  static let superset = Finding(
    "character-set-superset", "a superset has every member of the other set", forAll: .zip(scalars, scalars),
    reproduction: { print in print(CharacterSet(charactersIn: "ac").isSuperset(of: CharacterSet(charactersIn: "\u{100000}"))) }
  ) { mine, others in
    try expect("is a superset", CharacterSet(mine).isSuperset(of: CharacterSet(others)), equals: Set(mine).isSuperset(of: others))
  }

  static let subtraction = Finding(
    "character-set-subtraction", "a difference keeps what the other set does not have", forAll: .zip(scalars, scalars),
    reproduction: { print in print(CharacterSet(["😀"]).subtracting(CharacterSet(["a"])).contains("😀")) }
  ) { mine, others in
    let difference = CharacterSet(mine).subtracting(CharacterSet(others))
    for scalar in mine {
      try expect("\(describe(scalar)) is kept", difference.contains(scalar), equals: !others.contains(scalar))
    }
  }

  static let plane = Finding(
    "character-set-plane", "a set has a member in a plane if one of its scalars is in it", forAll: scalars,
    reproduction: { print in print(CharacterSet(charactersIn: "😀😂").hasMember(inPlane: 0)) }
  ) { scalars in
    for plane in UInt8(0)...16 {
      let expected = scalars.contains { $0.value >> 16 == plane }
      try expect("a member in plane \(plane)", CharacterSet(scalars).hasMember(inPlane: plane), equals: expected)
    }
  }

  static let insertedMember = Finding(
    "character-set-insert-member", "a scalar is inserted unless it is there", forAll: .zip(scalars, .scalar()),
    reproduction: { print in
      var set = CharacterSet(charactersIn: "a")
      print(set.insert("a").inserted)
    }
  ) { scalars, scalar in
    var set = CharacterSet(scalars)
    try expect("inserted", set.insert(scalar).inserted, equals: !scalars.contains(scalar))
  }

  static let updatedMember = Finding(
    "character-set-update-member", "an update returns what it replaced, or nil", forAll: .zip(scalars, .scalar()),
    reproduction: { print in
      var set = CharacterSet(charactersIn: "a")
      print(set.update(with: "b"))
    }
  ) { scalars, scalar in
    var set = CharacterSet(scalars)
    try expect("replaced", set.update(with: scalar), equals: scalars.contains(scalar) ? scalar : nil)
  }

  static let separators = Finding(
    "character-set-separators", "text is split at the members of a set, and nowhere else",
    forAll: .zip(.text(count: 0...6), .text(count: 0...4)),
    reproduction: { print in print("\0".components(separatedBy: CharacterSet(charactersIn: "a\u{10000}")).count) }
  ) { text, separators in
    let parts = text.components(separatedBy: CharacterSet(charactersIn: separators)).map { Array($0.unicodeScalars) }
    let scalars = Array(separators.unicodeScalars)
    let expected = text.unicodeScalars.split(omittingEmptySubsequences: false) { scalars.contains($0) }.map(Array.init)
    try expect("the parts", parts, equals: expected)
  }
}
