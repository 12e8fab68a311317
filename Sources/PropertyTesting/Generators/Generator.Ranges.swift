extension Generator {
  /// Half-open ranges between two values of `bound`. Some are empty.
  public static func range<Bound: Comparable & SendableMetatype>(of bound: Generator<Bound>) -> Generator where Value == Range<Bound> {
    Generator { source in
      let (one, other) = (try source(bound), try source(bound))
      return Swift.min(one, other)..<Swift.max(one, other)
    }
  }

  /// Closed ranges between two values of `bound`. Some have one value.
  public static func closedRange<Bound: Comparable & SendableMetatype>(of bound: Generator<Bound>) -> Generator where Value == ClosedRange<Bound> {
    Generator { source in
      let (one, other) = (try source(bound), try source(bound))
      return Swift.min(one, other)...Swift.max(one, other)
    }
  }

  /// Successes, which are simpler, or failures; one in four is a failure.
  public static func result<Success, Failure: Error>(of success: Generator<Success>, or failure: Generator<Failure>) -> Generator
  where Value == Result<Success, Failure> {
    Generator { source in
      try source.drawUniformly(.branch, upTo: 3) < 3 ? .success(source(success)) : .failure(source(failure))
    }
  }
}

extension Generator where Value: SIMD & SendableMetatype, Value.Scalar: SendableMetatype {
  /// Vectors whose scalars are values of `scalar`.
  public static func vector(of scalar: Generator<Value.Scalar>) -> Generator {
    Generator { source in
      var vector = Value()
      for place in vector.indices { vector[place] = try source(scalar) }
      return vector
    }
  }
}
