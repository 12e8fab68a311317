import PersonalOSReference
import PropertyTesting

/// A tree of places, at each of them a view that looks shared objects up, and a naive walk up the same tree.
enum EnvironmentMachine {
  /// The types of object that are looked up.
  enum Kind: String, Sendable, CaseIterable {
    case theme, account

    var typeName: String { self == .theme ? "ThemeObject" : "AccountObject" }
  }

  struct Place: Sendable {
    /// What the view at this place reads, in order.
    let reads: [Kind]
    var parent: Int?
    /// The numbers of the objects that are provided here.
    var provided: [Kind: Int] = [:]
  }

  /// What a look-up results in.
  enum Found: Sendable, Equatable {
    case object(Int)
    case copy(of: Int)
    case missing(String)
  }

  /// What there is to be seen at one place.
  struct Sight: Sendable, Equatable {
    /// For each kind, by itself.
    var finds: [Found]
    /// What its view shows: nil for an error in its place.
    var shows: String?
  }

  struct Answer: Sendable, Equatable {
    /// The views that were evaluated because an object changed.
    var evaluated: [Int] = []
    var places: [Sight]
  }

  struct Model: Sendable {
    var places: [Place]
    /// The value of each object, in the order in which they were made, from number 1 on.
    private(set) var values: [Int] = []

    init(places: [Place]) { self.places = places }

    var answer: Answer { Answer(places: places.indices.map(sight)) }

    private func sight(at place: Int) -> Sight {
      let objects = objectsRead(at: place)
      let texts = zip(places[place].reads, objects).map { "\($0.rawValue) \($1) is \(values[$1 - 1])" }
      return Sight(
        finds: Kind.allCases.map { kind in nearest(kind, from: place).map(Found.object) ?? .missing(kind.typeName) },
        shows: objects.count == places[place].reads.count ? texts.joined(separator: ", ") : nil)
    }

    /// The number of the object that the nearest place upwards provides, beginning here.
    func nearest(_ kind: Kind, from place: Int?) -> Int? {
      guard let place else { return nil }
      return places[place].provided[kind] ?? nearest(kind, from: places[place].parent)
    }

    /// What a view reads, up to the first that is missing.
    private func objectsRead(at place: Int) -> [Int] {
      var objects: [Int] = []
      for kind in places[place].reads {
        guard let object = nearest(kind, from: place) else { break }
        objects.append(object)
      }
      return objects
    }

    mutating func provide(_ slot: Slot) -> Answer {
      values.append(0)
      places[slot.place].provided[slot.kind] = values.count
      return answer
    }

    mutating func withdraw(_ slot: Slot) -> Answer {
      places[slot.place].provided[slot.kind] = nil
      return answer
    }

    /// A place that would come to lie below itself goes to the top.
    mutating func move(_ move: Move) -> Answer {
      places[move.place].parent = isRing(move) ? nil : move.below
      return answer
    }

    func isRing(_ move: Move) -> Bool {
      sequence(first: move.below) { places[$0].parent }.contains(move.place)
    }

    /// Exactly the views that read it are evaluated again, once.
    mutating func change(_ change: Change) -> Answer {
      if values[change.object - 1] == change.value { return answer }
      values[change.object - 1] = change.value
      var answer = answer
      answer.evaluated = places.indices.filter { objectsRead(at: $0).contains(change.object) }
      return answer
    }

    var slots: [Slot] {
      places.indices.flatMap { place in Kind.allCases.map { Slot(kind: $0, place: place) } }
    }
    /// Mostly where something is provided.
    var anyProvided: Generator<Slot> {
      let provided = slots.filter { places[$0.place].provided[$0.kind] != nil }
      let any = Generator<Slot>.element(of: slots)
      return provided.isEmpty ? any : .frequency((9, .element(of: provided)), (1, any))
    }
    var anyMove: Generator<Move> {
      let place = Generator<Int>.int(in: 0...(places.count - 1))
      return Generator<Move> { source in (place: try source(place), below: try source(place)) }
    }
    var anyRing: Generator<Move> {
      let rings: [Move] = places.indices.flatMap { below in
        sequence(first: below) { places[$0].parent }.map { (place: $0, below: below) }
      }
      return .element(of: rings)
    }
    var anyChange: Generator<Change> {
      Generator<Change> { source in
        (object: try source(.int(in: 1...values.count)), value: try source(.int(in: 0...99)))
      }
    }
  }

  struct Slot: Sendable {
    let kind: Kind
    let place: Int
  }

  typealias Move = (place: Int, below: Int)
  typealias Change = (object: Int, value: Int)

  typealias EnvironmentCommand = Command<Model, EnvironmentUnderTest>

  /// A new object is provided at a place.
  static let provide = EnvironmentCommand("provide", weight: 3, with: { .element(of: $0.slots) }) { model, slot in
    model.provide(slot)
  } system: { environment, slot in
    await environment.provide(slot)
  }

  static let withdraw = EnvironmentCommand("withdraw", weight: 2, with: \.anyProvided) { model, slot in
    model.withdraw(slot)
  } system: { environment, slot in
    await environment.withdraw(slot)
  }
  .labelled("a nearer object is withdrawn") { step in
    step.after.slots.contains { slot in
      step.before.places[slot.place].provided[slot.kind] != nil
        && step.after.places[slot.place].provided[slot.kind] == nil
        && step.after.nearest(slot.kind, from: slot.place) != nil
    }
  }

  static let move = EnvironmentCommand(
    "move", weight: 3, with: \.anyMove, requiring: { !$0.isRing($1) }
  ) { model, move in
    model.move(move)
  } system: { environment, move in
    await environment.move(move)
  }
  .labelled("moved below another object") { $0.before.answer.places.map(\.shows) != $0.after.answer.places.map(\.shows) }

  /// What no walk up the tree would come to the end of.
  static let moveBelowItself = EnvironmentCommand(
    "moveBelowItself", with: \.anyRing, requiring: { $0.isRing($1) }
  ) { model, move in
    model.move(move)
  } system: { environment, move in
    await environment.moveBelowItself(move)
  }

  static let change = EnvironmentCommand("change", weight: 5, with: \.anyChange, when: { !$0.values.isEmpty }) {
    model, change in
    model.change(change)
  } system: { environment, change in
    await environment.change(change)
  }
  .labelled("several views read what changes") { ($0.result(Answer.self)?.evaluated.count ?? 0) > 1 }
  .labelled("some views do not read what changes") { step in
    step.result(Answer.self).map { !$0.evaluated.isEmpty && $0.evaluated.count < step.after.places.count } == true
  }

  static let machine = StateMachine(
    initially: .places, commands: [provide, change, withdraw, move, moveBelowItself]
  )
  .settingUp { environment, model in await environment.open(model) }
  .withoutSwarm
  .labelling("provided nearer and farther") { model in
    model.slots.contains { slot in
      let place = model.places[slot.place]
      return place.provided[slot.kind] != nil && model.nearest(slot.kind, from: place.parent) != nil
    }
  }
  .labelling("inherited") { model in
    model.slots.contains { slot in
      model.places[slot.place].provided[slot.kind] == nil && model.nearest(slot.kind, from: slot.place) != nil
    }
  }
  .labelling("missing") { model in model.slots.contains { model.nearest($0.kind, from: $0.place) == nil } }
}

extension Generator where Value == EnvironmentMachine.Model {
  /// A tree of up to eight places, some of which provide something.
  fileprivate static var places: Generator {
    let reads = Generator<[EnvironmentMachine.Kind]>.element(of: [
      [.theme], [.account], [.theme, .account], [], [.theme],
    ])
    return Generator { source in
      let count = try source(.oneOf(.int(in: 1...4), .int(in: 4...8)))
      var places: [EnvironmentMachine.Place] = []
      for index in 0..<count {
        // Deep as often as broad.
        let parent = index == 0 ? nil : try source(.oneOf(.constant(index - 1), .int(in: 0...(index - 1))))
        places.append(EnvironmentMachine.Place(reads: try source(reads), parent: parent))
      }
      var model = EnvironmentMachine.Model(places: places)
      for slot in model.slots where try source(.int(in: 0...3)) == 3 { _ = model.provide(slot) }
      return model
    }
  }
}

extension EnvironmentMachine.Sight: CounterexampleDescribable {
  var counterexampleDescription: String {
    "finds \(finds.map(describe).joined(separator: " and ")), shows \(shows.map { "“\($0)”" } ?? "an error")"
  }
}

extension EnvironmentMachine.Found: CounterexampleDescribable {
  var counterexampleDescription: String {
    switch self {
    case .object(let number): "object \(number)"
    case .copy(let number): "a copy of object \(number)"
    case .missing(let type): "\(type) missing"
    }
  }
}

extension EnvironmentMachine.Model: CounterexampleDescribable {
  var counterexampleDescription: String {
    places.enumerated().map { index, place in
      let provided = EnvironmentMachine.Kind.allCases.compactMap { kind in
        place.provided[kind].map { "\(kind) \($0), which is \(values[$0 - 1])" }
      }
      return "place \(index)" + (place.parent.map { " below \($0)" } ?? "")
        + (provided.isEmpty ? "" : " provides \(provided.joined(separator: " and "))")
        + (place.reads.isEmpty ? "" : ", its view reads \(place.reads.map(\.rawValue).joined(separator: " and "))")
    }.joined(separator: "; ")
  }
}
