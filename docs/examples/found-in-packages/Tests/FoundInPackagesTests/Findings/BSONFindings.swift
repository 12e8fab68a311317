import BSON
import PropertyTesting
import StandardLaws

/// orlandos-nl/BSON.
enum BSONFindings {
  static let all = [irreflexive, hash]

  private static let ids = Generator<ObjectId> { source in
    let digits = try source(.array(of: .element(of: ["0", "1"]), count: 2...2))
    return try ObjectId.make(from: "0000000\(digits[0])000000000000000\(digits[1])")
  }
  private static let documents = Generator<Document> { source in
    let keys = try source(.bool) ? ["a", "b"] : ["b", "a"]
    var document = Document()
    for key in keys { document[key] = try source(.int(in: 0...1)) }
    return document
  }

  static let irreflexive = Finding(
    "object-id-order", "no value is less than itself", of: .comparable, for: ids,
    reproduction: { print in
      let id = ObjectId()
      print(id < id)
    })

  static let hash = Finding(
    "document-hash", "equal values have equal hashes", of: .hashable, for: documents,
    reproduction: { print in
      let (one, other): (Document, Document) = (["a": 1, "b": 2], ["b": 2, "a": 1])
      print([one == other, one.hashValue == other.hashValue])
    })
}
