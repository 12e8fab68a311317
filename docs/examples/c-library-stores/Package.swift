// swift-tools-version: 6.0
// Stores over two C libraries, held to the storage laws. In your package, the dependency is Touchstone's address instead of a path.
// On Debian, the libraries are liblmdb-dev and librocksdb-dev.

import PackageDescription

let contract = Target.Dependency.product(name: "StorageContract", package: "Touchstone")
let processes = Target.Dependency.product(name: "ProcessStorage", package: "Touchstone")

let package = Package(
  name: "CLibraryStores",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Touchstone", path: "../../..")],
  targets: [
    .systemLibrary(name: "CLMDB"),
    .systemLibrary(name: "CRocksDB"),
    .target(name: "CLibraryStores", dependencies: ["CLMDB", "CRocksDB", contract]),
    .executableTarget(name: "c-library-stores", dependencies: ["CLibraryStores", contract, processes]),
    .testTarget(
      name: "CLibraryStoresTests",
      dependencies: [
        "CLibraryStores", "c-library-stores", processes, .product(name: "StorageConformance", package: "Touchstone"),
        .product(name: "PropertyTesting", package: "Touchstone"),
      ]),
  ]
)
