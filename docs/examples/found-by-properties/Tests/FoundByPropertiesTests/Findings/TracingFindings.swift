import PropertyTesting
import Tracing

/// apple/swift-distributed-tracing.
enum TracingFindings {
  static let all = [intArray, emptyArray, floatArray]

  private static let package = "apple/swift-distributed-tracing"

  static let intArray = Finding(
    "span-attribute-int-array", in: package, by: .byHand,
    "`SpanAttributes[_:]` stores an array of `Int` as one of texts.",
    demand: """
      `[Int].toSpanAttribute` makes an `int64Array`, and so does a single `Int`. Called through the protocol, which
      the subscript does, it makes a `stringConvertibleArray`.
      """,
    result: "int64Array([1, 2]) stringConvertibleArray([1, 2])",
    reproduction: { print in
      print([1, 2].toSpanAttribute())
      var attributes = SpanAttributes()
      attributes["a"] = [1, 2]
      if let stored = attributes.get("a") { print(stored) }
    },
    forAll: Generator<[Int]>.array(of: .int(in: 0...9), count: 1...3)
  ) { numbers in
    var attributes = SpanAttributes()
    attributes["a"] = numbers
    try expect("attribute", attributes.get("a"), equals: numbers.toSpanAttribute())
  }

  static let emptyArray = Finding(
    "span-attribute-empty-array", in: package, by: .byHand,
    "`[String].toSpanAttribute` of an empty array is an array of `Int32`.",
    demand: "That of all others is a `stringArray`. The type of an attribute should not depend on the count.",
    result: #"stringArray(["a"]) int32Array([])"#,
    reproduction: { print in
      print(["a"].toSpanAttribute())
      print([String]().toSpanAttribute())
    },
    forAll: Generator<[String]>.array(of: .element(of: ["a", "b"]), count: 0...3)
  ) { texts in
    try expect("attribute", texts.toSpanAttribute(), equals: .stringArray(texts))
  }

  static let floatArray = Finding(
    "span-attribute-float-array", in: package, by: .byHand,
    "`[Float].toSpanAttribute` is an array of texts.",
    demand: "That of a `Float` is a `double`, as that of a `Double`, and that of `[Double]` is a `doubleArray`.",
    result: "double(0.5) stringConvertibleArray([0.5])",
    reproduction: { print in
      print(Float(0.5).toSpanAttribute())
      print([Float(0.5)].toSpanAttribute())
    },
    forAll: Generator<[Float]>.array(of: .int(in: 0...9).map { Float($0) / 2 }, count: 1...3)
  ) { numbers in
    let attribute = numbers.toSpanAttribute()
    try expect("attribute", attribute, equals: numbers.map(Double.init).toSpanAttribute())
  }
}
