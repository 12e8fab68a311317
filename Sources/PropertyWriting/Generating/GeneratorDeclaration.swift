/// A type's generator, as the package that is written declares it.
struct GeneratorDeclaration: Sendable {
  let type: TypeDeclaration
  let recipes: [GeneratorPlan.Recipe]
}
