import StandardLaws

extension LawCatalogue {
  /// Sequences, collections, sets, value semantics, and what waits.
  static let collections: [Topic] = [
    Topic(Laws<Array<Int>.Iterator>.iterator), Topic(Laws<[Int]>.sequence), Topic(Laws<[Int]>.collection),
    Topic(Laws<[Int]>.bidirectionalCollection), Topic(Laws<[Int]>.randomAccessCollection), Topic(Laws<[Int]>.mutableCollection),
    Topic(Laws<[Int]>.rangeReplaceableCollection), Topic(Laws<LazySequence<[Int]>>.lazySequence), Topic(Laws<Set<Int>>.setAlgebra),
    Topic(Laws<[Int]>.valueSemantics), Topic(AsyncLaws<[Int]>.sendableValueSemantics()), Topic(Laws<Measured<Set<Int>>>.constantTime()),
    Topic(Laws<Measured<[Int]>>.constantTime()), Topic(Laws<Measured<LazySequence<[Int]>>>.lazyEvaluation()),
    Topic(AsyncLaws<AsyncStream<Int>>.asyncSequence), Topic(Laws<ContinuousClock.Instant>.instant), Topic(AsyncLaws<ContinuousClock>.clock),
    Topic(AsyncLaws<ContinuousClock>.systemClock),
  ]
}
