// swift-tools-version: 6.2
// A package with a mistake in every second declaration: what `touchstone write` proposes for it, and finds (`make write`).

import PackageDescription

let package = Package(
  name: "Shop",
  products: [.library(name: "Shop", targets: ["Shop"])],
  targets: [
    .target(name: "Shop"),
    .testTarget(name: "ShopTests", dependencies: ["Shop"]),
  ])
