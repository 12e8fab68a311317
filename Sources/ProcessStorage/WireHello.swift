import StorageContract

/// What an adapter says of itself.
package struct WireHello: Sendable {
  package let name: String
  package let capabilities: StoreCapabilities
}
