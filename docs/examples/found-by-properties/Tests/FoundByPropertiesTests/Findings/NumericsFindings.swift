import ComplexModule
import PropertyTesting

/// apple/swift-numerics.
enum NumericsFindings {
  static let all = [hyperbolicCosine, hyperbolicSine, cosine, sine, reciprocal, exactInfinity]

  private static let package = "apple/swift-numerics"
  private static let known = "[known](https://github.com/apple/swift-numerics/issues/347), closed after the release"
  private static let parts = Generator<(Int, Int)>.zip(.int(in: -50...50), .int(in: 0...3))

  static let hyperbolicCosine = Finding(
    "complex-cosh", in: package, by: .byHand,
    "`Complex.cosh` has the wrong sign in the imaginary part if the real part is below −36.",
    demand: "The hyperbolic cosine is an even function: `cosh(-z)` is `cosh(z)`.",
    known: known, result: "false",
    reproduction: { print in print(Complex<Double>.cosh(Complex(-40, 1)) == .cosh(Complex(40, -1))) },
    forAll: parts
  ) { real, imaginary in
    let z = Complex(Double(real), Double(imaginary))
    try expect("cosh(-z)", Complex.cosh(-z), equals: Complex.cosh(z))
  }

  static let hyperbolicSine = Finding(
    "complex-sinh", in: package, by: .byHand,
    "`Complex.sinh` has the wrong sign in the imaginary part if the real part is below −36.",
    demand: "The hyperbolic sine is an odd function: `sinh(-z)` is `-sinh(z)`.",
    known: known, result: "false",
    reproduction: { print in print(Complex<Double>.sinh(Complex(-40, 1)) == -.sinh(Complex(40, -1))) },
    forAll: parts
  ) { real, imaginary in
    let z = Complex(Double(real), Double(imaginary))
    try expect("sinh(-z)", Complex.sinh(-z), equals: -Complex.sinh(z))
  }

  static let cosine = Finding(
    "complex-cos", in: package, by: .byHand,
    "`Complex.cos` has the wrong sign in the imaginary part if that of its argument is above 36.",
    demand: "The cosine is an even function: `cos(-z)` is `cos(z)`.",
    known: known, result: "false",
    reproduction: { print in print(Complex<Double>.cos(Complex(1, 40)) == .cos(Complex(-1, -40))) },
    forAll: parts
  ) { imaginary, real in
    let z = Complex(Double(real), Double(imaginary))
    try expect("cos(-z)", Complex.cos(-z), equals: Complex.cos(z))
  }

  static let sine = Finding(
    "complex-sin", in: package, by: .symmetry,
    "`Complex.sin` has the wrong sign in the real part if the imaginary part of its argument is above 36.",
    demand: "The sine is an odd function: `sin(-z)` is `-sin(z)`.",
    known: known, result: "false",
    reproduction: { print in print(Complex<Double>.sin(Complex(1, 40)) == -.sin(Complex(-1, -40))) },
    forAll: parts
  ) { imaginary, real in
    let z = Complex(Double(real), Double(imaginary))
    try expect("sin(-z)", Complex.sin(-z), equals: -Complex.sin(z))
  }

  static let reciprocal = Finding(
    "complex-reciprocal", in: package, by: .byHand,
    "`Complex.reciprocal` loses most digits of a small part, so a product with it is not the quotient.",
    demand: "If it is not nil, says its documentation, multiplying by it is always equivalent to dividing.",
    result: "[1.0000000000000001e-160, 9.99988867182683e-161]",
    reproduction: { print in
      let (z, w) = (Complex(0, 1e160), Complex(1, 1e160))
      print([z / w, z * w.reciprocal!].map(\.imaginary))
    },
    forAll: .zip(.int(in: 1...9), .int(in: 100...160))
  ) { real, exponent in
    let z = Complex(0, Double("1e\(exponent)") ?? 1)
    let w = z + Complex(Double(real))
    guard let reciprocal = w.reciprocal else { return }
    let (quotient, product) = ((z / w).imaginary, (z * reciprocal).imaginary)
    try expect("the imaginary part of the product", abs(quotient - product) <= quotient * 1e-9)
  }

  static let exactInfinity = Finding(
    "complex-exactly", in: package, by: .byHand,
    "`Complex.init(exactly: Complex)` is nil for an infinity with a NaN, and not for one without.",
    demand:
      "All complex numbers that are not finite are equal, and equal arguments should have equal results. The type has an infinity.",
    result: "[true, false, true]",
    reproduction: { print in
      let (a, b) = (Complex<Double>(.nan, 0), Complex<Double>.infinity)
      print([a == b, Complex<Float>(exactly: a) != nil, Complex<Float>(exactly: b) != nil])
    },
    forAll: .zip(.element(of: [0, 1, Double.infinity, .nan]), .element(of: [0, 1, Double.infinity, .nan]))
  ) { real, imaginary in
    let converted = Complex<Float>(exactly: Complex(real, imaginary))
    try expect("Complex(\(real), \(imaginary)) can be converted", converted != nil)
  }
}
