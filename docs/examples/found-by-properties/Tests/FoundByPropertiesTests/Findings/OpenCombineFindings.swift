import OpenCombine
import PropertyTesting

/// OpenCombine/OpenCombine.
enum OpenCombineFindings {
  static let all = [difference, integerDifference, strideMagnitude]

  private static let package = "OpenCombine/OpenCombine"

  static let difference = Finding(
    "demand-difference", in: package, by: .byHand,
    "`Subscribers.Demand.-` traps if the second demand is larger.",
    demand: "Its documentation says that a negative demand is not possible: an operation that would be negative is clamped to "
      + "`.max(0)`.",
    result: "traps", needsProcess: true,
    reproduction: { print in
      print(Subscribers.Demand.max(1) - .max(2))
    },
    forAll: .zip(.int(in: 0...9), .int(in: 0...9))
  ) { first, second in
    try expect("the difference", Subscribers.Demand.max(first) - .max(second), equals: .max(max(0, first - second)))
  }

  static let integerDifference = Finding(
    "demand-integer-difference", in: package, by: .byHand,
    "`Subscribers.Demand.-=` traps if the integer is larger than the demand.",
    demand: "Its documentation says that a negative demand is not possible: an operation that would be negative is clamped to "
      + "`.max(0)`.",
    result: "traps", needsProcess: true,
    reproduction: { print in
      var demand = Subscribers.Demand.max(1)
      demand -= 2
      print(demand)
    },
    forAll: .zip(.int(in: 0...9), .int(in: 0...9))
  ) { first, second in
    var demand = Subscribers.Demand.max(first)
    demand -= second
    try expect("the difference", demand, equals: .max(max(0, first - second)))
  }

  static let strideMagnitude = Finding(
    "stride-magnitude", in: package, by: .laws,
    "`ImmediateScheduler.SchedulerTimeType.Stride.magnitude` of a negative stride is negative.",
    demand: "The type conforms to [`Numeric`](https://developer.apple.com/documentation/swift/numeric), whose `magnitude` is the "
      + "absolute value.",
    result: "-1",
    reproduction: { print in
      print(ImmediateScheduler.SchedulerTimeType.Stride(-1).magnitude)
    },
    forAll: .int(in: -99...99)
  ) { value in
    try expect("the magnitude", ImmediateScheduler.SchedulerTimeType.Stride(value).magnitude, equals: abs(value))
  }
}
