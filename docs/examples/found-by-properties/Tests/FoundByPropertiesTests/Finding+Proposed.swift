extension Finding {
  /// The kind of property that `touchstone write` proposes by itself, and that was seen to find the defect; nil: none was.
  var proposed: Kind? { kind == .byHand ? Self.proposals[id] : kind }

  /// For what was found by hand first.
  private static let proposals: [String: Kind] = [
    "big-int-and": .wholeNumbers,
    "big-int-double": .wholeNumbers,
    "big-int-exactly": .wholeNumbers,
    "big-int-shift-least": .laws,
    "big-int-shift-wide": .wholeNumbers,
    "big-int-two-signs": .wholeNumbers,
    "big-int-xor": .wholeNumbers,
    "chunks-far-offset": .farIndices,
    "complex-cos": .symmetry,
    "complex-cosh": .symmetry,
    "complex-sinh": .symmetry,
    "http-field-lenient-json": .laws,
    "http-fields-strategy": .laws,
    "load-balancing-nil": .setting,
    "method-config-timeout": .laws,
    "striding-far-offset": .farIndices,
    "timer-negative-double": .ends,
    "xml-carriage-return": .coders,
    "xml-default-date": .coders,
    "xml-empty-data": .coders,
    "xml-empty-dictionary": .coders,
    "xml-inner-space": .coders,
    "yams-byte-order-mark": .coders,
    "yams-decimal-rest": .coders,
    "yams-dumped-double": .roundTrip,
    "yams-early-date": .coders,
    "yams-encoded-double": .coders,
  ]
}
