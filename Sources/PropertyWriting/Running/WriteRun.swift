import Foundation

/// Writes the properties of a package, leaves out what does not compile, and runs what does.
struct WriteRun {
  let subject: SubjectPackage
  let isRun: Bool
  /// How many seconds the cases of all properties may take.
  let budget: Double
  let tell: (String) -> Void

  struct Outcome {
    var properties: [WrittenProperty] = []
    var struck: [String] = []
    var unknownStrikes: [String] = []
    /// What was proposed and does not compile, with the compiler's words.
    var refused: [(WrittenProperty, String)] = []
    var leftOut: [LeftOut] = []
    /// Types about which nothing is written, with the reason.
    var withoutProperty: [LeftOut] = []
    /// Properties whose generators make one value.
    var ofOneValue: Set<String> = []
    var apis: [PublicAPI] = []
    var results = RunResults()
    /// Properties of initializers that ended the process: generators leave out the values for which they do. They are run like the others.
    var rejected: [WrittenProperty] = []
    /// Collections that some elements end the process of: these are left out, too.
    var rejectedElements: Set<String> = []
  }

  func run() throws -> Outcome {
    var outcome = Outcome()
    let strikes = StruckList((try? String(contentsOfFile: "\(subject.folder)/\(StruckList.fileName)", encoding: .utf8)) ?? "")
    let corpus = TextCorpus.read(below: "\(subject.path)/Tests")
    var apis: [PublicAPI] = []
    for module in subject.modules {
      tell("reading the public declarations of \(module.name)")
      apis.append(try PublicAPI(of: module, in: subject, telling: tell))
    }
    outcome.apis = apis
    outcome.leftOut = Array(Set(apis.flatMap(\.leftOut))).sorted { $0.name < $1.name }
    var end: Date?
    for round in 0..<Self.rounds {
      let rejected = Set(outcome.rejected.flatMap { $0.proposal.about.map(\.identity) }).union(outcome.rejectedElements)
      var written: [String: [WrittenProperty]] = [:]
      var generators: [String: [GeneratorDeclaration]] = [:]
      var obstacles: [String: String] = [:]
      outcome.ofOneValue = []
      for api in apis {
        var context = ProposalContext(api, GeneratorPlan(api, rejecting: rejected, corpus: corpus))
        written[api.module] = Self.named(Self.proposers.flatMap { $0.init().propose(&context) }, api.module).map { property in
          var property = property
          if property.proposal.generators.contains(where: context.plan.triesValues) { property.cases = Self.casesOfTriedValues }
          return property
        }
        outcome.ofOneValue.formUnion(written[api.module]?.filter { $0.proposal.isOfOneValue(context.plan) }.map(\.id) ?? [])
        for type in api.types { obstacles[type.path] = context.plan.obstacle(of: type) }
        generators[api.module] = context.plan.declarations()
      }
      let all = written.values.flatMap(\.self)
      outcome.unknownStrikes = strikes.unknown(among: all)
      outcome.struck = all.map(\.id).filter(strikes.names.contains).sorted()
      let refused = Set(outcome.refused.map(\.0.id))
      for (module, properties) in written {
        written[module] = properties.filter { property in
          !strikes.names.contains(property.id) && !refused.contains(property.id)
            && (property.proposal.isOfMaking || property.proposal.about.allSatisfy { !rejected.contains($0.identity) })
        }
      }
      let package = try compiled(&written, generators, corpus.sample, &outcome)
      outcome.properties = package.properties
      let subjects = Set(outcome.properties.map(\.proposal.subject))
      let proposed = Set(all.map(\.proposal.subject))
      outcome.withoutProperty = apis.flatMap(\.types).map(\.path).filter { !subjects.contains($0) }.sorted().map { path in
        let isLost = proposed.contains(path) ? "its properties are struck, or do not compile" : nil
        return LeftOut(name: path, reason: isLost ?? obstacles[path] ?? "nothing in its names and conformances says what holds")
      }
      guard isRun else { return outcome }
      tell("running \(package.properties.count) properties")
      // A later round has values that the first did not have: the time for it is not what the first has left.
      let deadline = max(end ?? .distantPast, Date(timeIntervalSinceNow: round == 0 ? budget : budget / 3))
      end = deadline
      let earlier = outcome.results
      outcome.results = try results(of: package, by: deadline, isFirst: round == 0)
      outcome.results.keep(earlier, of: package.properties.filter { $0.cases == nil }.map(\.id))
      forgetCases(of: package.properties.filter { $0.makesSomethingNew(outcome.results.results[$0.id]) })
      let fresh = package.properties.filter { property in
        guard property.proposal.isOfMaking, let result = outcome.results.results[property.id] else { return false }
        return result.isEnded && result.hasValues && !outcome.rejected.contains { $0.id == property.id }
      }
      let collections = Set(apis.flatMap(\.types).filter { $0.conformances.contains("RangeReplaceableCollection") }.map(\.path))
      let elements = Set(
        package.properties.filter { property in
          outcome.results.results[property.id].map { $0.isEnded && !$0.hasValues } ?? false
        }.map(\.proposal.subject)
      ).intersection(collections).map(GeneratorPlan.elements).filter { !outcome.rejectedElements.contains($0) }
      guard !fresh.isEmpty || !elements.isEmpty, round + 1 < Self.rounds else { return outcome }
      WriteReport(subject, outcome).failures.forEach(tell)
      tell(
        "these are the first verdicts; \(fresh.count + elements.count) initializers end the process for some values: once more without "
          + "these values")
      outcome.rejected += fresh
      outcome.rejectedElements.formUnion(elements)
    }
    return outcome
  }

  /// A copy of the process for each value takes milliseconds.
  private static let casesOfTriedValues = 200
  /// Without one initializer a generator may use another that ends the process, too.
  private static let rounds = 3

  static let proposers: [any Proposer.Type] = [
    ConformanceLaws.self, RoundTrips.self, CoderPairs.self, PairsOfAny.self,
    StoredValues.self, Setting.self, TwoForms.self, Overloads.self, Repeating.self,
    Algebra.self, SetOperations.self, WholeNumbers.self, Bounds.self, Machines.self, SameAnswer.self, EndsOfIntegers.self, NotANumber.self,
    FarIndices.self, Symmetry.self, KeptOrder.self, ReadNumbers.self, ReadDates.self, EqualSteps.self, Prefixes.self, NamesInAnyCase.self,
    PartsOfURLs.self,
  ]

  /// Gives each proposal a suite and a name that no other test there has.
  private static func named(_ proposals: [Proposal], _ module: String) -> [WrittenProperty] {
    var used: Set<String> = []
    return proposals.map { proposal in
      let suite = proposal.subject == module ? "\(module)Functions" : proposal.subject.split(separator: ".").joined() + "Properties"
      let plain = String(proposal.name.filter { $0.isLetter || $0.isNumber || $0 == "_" }.prefix(70))
      var name = plain.first?.isLetter ?? false ? plain : "property\(plain)"
      var number = 2
      while !used.insert("\(suite).\(name)").inserted {
        name = "\(plain)\(number)"
        number += 1
      }
      return WrittenProperty(proposal: proposal, suite: suite, test: name)
    }
  }

  /// Builds until everything compiles; what does not is left out, with the compiler's words.
  private func compiled(
    _ written: inout [String: [WrittenProperty]], _ generators: [String: [GeneratorDeclaration]], _ texts: [String],
    _ outcome: inout Outcome
  ) throws -> WrittenPackage {
    var lost: Set<String> = []
    for _ in 0..<8 {
      let kept = generators.mapValues { $0.filter { !lost.contains($0.type.path) } }
      let package = try WrittenPackage(subject, written, generators: kept, texts: texts).formatted(in: subject.scratch)
      try package.write(into: subject.folder)
      tell("building \(package.properties.count) properties")
      let built = try Shell.run(
        ["swift", "build", "--package-path", subject.folder, "--scratch-path", subject.scratch, "--build-tests"], telling: tell)
      if built.status == 0 { return package }
      let errors = CompilerErrors(built.output + built.errors, package)
      guard !errors.properties.isEmpty || !errors.generators.isEmpty else {
        throw WriteError(
          "the properties do not build:\n\((built.output + built.errors).split(separator: "\n").suffix(30).joined(separator: "\n"))")
      }
      for (path, words) in errors.generators {
        lost.insert(path)
        outcome.leftOut.append(LeftOut(name: path, reason: "its generator does not compile: \(words)"))
      }
      let names = Set(
        errors.generators.keys.compactMap { path in
          generators.values.flatMap(\.self).first { $0.type.path == path }.map { ".\($0.type.generatorName)" }
        })
      let before = written.values.joined().count
      for (module, properties) in written {
        outcome.refused += properties.compactMap { property in errors.properties[property.id].map { (property, $0) } }
        written[module] = properties.filter { property in
          errors.properties[property.id] == nil && !property.lines.contains { line in names.contains { line.contains($0) } }
        }
      }
      let users = before - written.values.joined().count - errors.properties.count
      tell(
        "leaving out \(errors.properties.count) properties and \(errors.generators.count) generators that do not compile, "
          + "and \(users) properties that use these generators")
    }
    throw WriteError("after eight builds, some of the properties still do not compile")
  }

  /// What makes something new each time has no counterexample: the next run draws values again.
  private func forgetCases(of properties: [WrittenProperty]) {
    let manager = FileManager.default
    for property in properties {
      for module in subject.modules {
        let folder = "\(subject.folder)/Tests/\(module.name)Properties/.counterexamples/\(property.suite)"
        for name in (try? manager.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix("\(property.test.lowercased())-") {
          try? manager.removeItem(atPath: "\(folder)/\(name)")
        }
      }
    }
  }
}

/// Which properties and generators the compiler refuses.
struct CompilerErrors {
  /// By a property's id, the first message.
  private(set) var properties: [String: String] = [:]
  /// By a type's path.
  private(set) var generators: [String: String] = [:]

  init(_ text: String, _ package: WrittenPackage) {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
      guard parts.count == 5, parts[3].trimmingCharacters(in: .whitespaces) == "error", let number = Int(parts[1]),
        let file = package.files.first(where: { parts[0].hasSuffix("/\($0.path)") })
      else { continue }
      let words = parts[4].trimmingCharacters(in: .whitespaces)
      if let property = file.property(at: number), properties[property.id] == nil { properties[property.id] = words }
      if let type = file.generator(at: number)?.type.path, generators[type] == nil { generators[type] = words }
    }
  }
}
