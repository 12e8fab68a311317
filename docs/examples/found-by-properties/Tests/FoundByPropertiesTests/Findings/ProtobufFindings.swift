import Foundation
import PropertyTesting
import SwiftProtobuf

/// apple/swift-protobuf.
enum ProtobufFindings {
  static let all = [offset, jsonPath, intersection, subtraction, negativeZero]

  private static let package = "apple/swift-protobuf"

  static let offset = Finding(
    "protobuf-offset", in: package, by: .byHand,
    "`Google_Protobuf_Timestamp.init(jsonString:)` refuses offsets of 14 hours and more.",
    demand: "[RFC 3339](https://www.rfc-editor.org/rfc/rfc3339#section-5.6) has hours from 00 to 23, the documentation of the type "
      + "asks parsers to accept other offsets, and +14:00 is in use (Line Islands).",
    result: "nil",
    reproduction: { print in
      print(try? Google_Protobuf_Timestamp(jsonString: #""2020-01-01T00:00:00+14:00""#).seconds)
    },
    forAll: .int(in: 10...23)
  ) { hours in
    let json = "\"2020-01-02T00:00:00+\(hours):00\""
    try expect("seconds of \(json)", try? Google_Protobuf_Timestamp(jsonString: json).seconds, equals: 1_577_923_200 - Int64(hours) * 3600)
  }

  static let jsonPath = Finding(
    "protobuf-json-path", in: package, by: .byHand,
    "`Google_Protobuf_FieldMask.init(jsonPaths:)` leaves out a path that it cannot convert.",
    demand: "It is a failable initializer that never fails, and its own comment says that it should if a conversion fails.",
    result: #"["foo"]"#,
    reproduction: { print in
      print(Google_Protobuf_FieldMask(jsonPaths: "foo", "my_field")?.paths ?? [])
    },
    forAll: .element(of: ["foo", "foo.bar", "my_field", "_"])
  ) { path in
    let mask = Google_Protobuf_FieldMask(jsonPaths: path)
    try expect("the paths are nil or one for each argument", mask.map(\.paths.count) ?? 1, equals: 1)
  }

  private static let paths = Generator<[String]>.array(of: .element(of: ["a", "a.b", "a.c", "d"]), count: 0...2)

  static let intersection = Finding(
    "protobuf-mask-intersection", in: package, by: .byHand,
    "`Google_Protobuf_FieldMask.intersect(_:)` leaves out a path that both masks contain.",
    demand: "According to `contains(_:)`, “foo” covers “foo.bar”, so both masks contain “foo.bar”. The "
      + "intersection has equal paths only.",
    result: "[]",
    reproduction: { print in
      print(Google_Protobuf_FieldMask(protoPaths: "foo").intersect(.init(protoPaths: "foo.bar")).paths)
    },
    forAll: .zip(paths, paths)
  ) { first, second in
    let (one, other) = (Google_Protobuf_FieldMask(protoPaths: first), Google_Protobuf_FieldMask(protoPaths: second))
    for path in ["a", "a.b", "d"] {
      try expect("\(path) in both", one.intersect(other).contains(path), equals: one.contains(path) && other.contains(path))
    }
  }

  static let subtraction = Finding(
    "protobuf-mask-subtraction", in: package, by: .byHand,
    "`Google_Protobuf_FieldMask.subtract(_:)` keeps a path that the subtracted mask contains.",
    demand: "Its documentation says that the result has the paths that are not included in the other mask, and “foo” "
      + "covers “foo.bar”.",
    result: #"["foo.bar"]"#,
    reproduction: { print in
      print(Google_Protobuf_FieldMask(protoPaths: "foo.bar").subtract(.init(protoPaths: "foo")).paths)
    },
    forAll: .zip(paths, paths)
  ) { first, second in
    let subtracted = Google_Protobuf_FieldMask(protoPaths: second)
    let kept = Google_Protobuf_FieldMask(protoPaths: first).subtract(subtracted).paths
    try expect("kept, although subtracted", kept.filter(subtracted.contains), equals: [])
  }

  static let negativeZero = Finding(
    "protobuf-negative-zero", in: package, by: .laws,
    "`Google_Protobuf_DoubleValue.hash(into:)` hashes 0 and −0 differently.",
    demand:
      "Equal values have equal hashes, according to `Hashable`, and `==` compares the numbers. The hash leaves out a field whose bits are all "
      + "zero. `Google_Protobuf_FloatValue` does the same.",
    result: "[true, false]",
    reproduction: { print in
      let (a, b) = (Google_Protobuf_DoubleValue(0), Google_Protobuf_DoubleValue(-0.0))
      print([a == b, a.hashValue == b.hashValue])
    },
    forAll: .zip(Generator<Double>.element(of: [0, -0.0, 1]), Generator<Double>.element(of: [0, -0.0, 1]))
  ) { first, second in
    let (a, b) = (Google_Protobuf_DoubleValue(first), Google_Protobuf_DoubleValue(second))
    guard a == b else { return }
    try expect("the hash of the equal value", a.hashValue == b.hashValue)
  }
}
