import PersonalOSReference

/// A scope that was carried out of its closure.
///
/// The compiler forbids that: a scope is not `Sendable`, so it can be neither returned nor kept by a
/// closure that is. Here it goes as a number, for an app that has found another way.
final class EscapedScope: Sendable {
  private let address: Int

  init(_ scope: DataScope) {
    address = Int(bitPattern: Unmanaged.passRetained(scope).toOpaque())
  }

  deinit {
    reference?.release()
  }

  /// Nil never happens: no object lies at 0.
  var scope: DataScope? { reference?.takeUnretainedValue() }

  private var reference: Unmanaged<DataScope>? {
    UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) }
  }
}
