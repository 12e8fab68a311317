/// What ``Generator/of(_:depth:_:)`` is to generate in another way: for a type wherever it occurs, or for one property.
///
///     .of(Order.self) {
///       $0.set(\.quantity, .int(in: 1...9))
///       $0.use(.date(in: lastYear), for: Date.self)
///     }
public struct PartGenerators<Whole> {
  /// A generator whose type is erased.
  typealias Draw = @Sendable (inout Source) throws -> Any

  struct Property: Sendable {
    /// The type that the key path begins with.
    let root: ObjectIdentifier
    let rootName: String
    /// The properties from there on, outermost first.
    let names: [String]
    let draw: Draw
  }

  private(set) var types: [ObjectIdentifier: Draw] = [:]
  private(set) var properties: [Property] = []
  /// What is wrong with a key path.
  private(set) var problem: String?
  /// What the decoder has as its `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  init() {}

  /// Generates every value of `type` with `generator`, wherever it occurs.
  public mutating func use<Part>(_ generator: Generator<Part>, for type: Part.Type) {
    types[ObjectIdentifier(type)] = { source in try source.draw(generator) }
  }

  /// Generates one property with `generator`, also if it is a `let`.
  ///
  /// The path names stored properties, as `\.quantity` or `\.customer.name`. The engine finds the coding key by the name: `case quantity =
  /// "qty"` is the key of `quantity`. If the path is no such path, or the type has no key of that name, the verdict is errored, and the
  /// reason says so. A property wrapper stores another property than its name says: name its key with ``set(key:_:)``.
  public mutating func set<Part>(_ path: KeyPath<Whole, Part>, _ generator: Generator<Part>) {
    set(path, of: Whole.self, generator)
  }

  /// The same for a property of a type inside the whole one: `$0.set(\Address.city, .element(of: ["Bern", "Oslo"]))`.
  public mutating func set<Root, Part>(_ path: KeyPath<Root, Part>, _ generator: Generator<Part>) {
    set(path, of: Root.self, generator)
  }

  /// Generates what the whole type decodes for the coding key `key` with `generator`.
  /// - Parameter key: the name of the key's case, or its string value.
  public mutating func set<Part>(key: String, _ generator: Generator<Part>) {
    add(Whole.self, [key], generator)
  }

  private mutating func set<Root, Part>(_ path: KeyPath<Root, Part>, of root: Root.Type, _ generator: Generator<Part>) {
    // "\Order.customer?.name": the one place where the names of a key path are public.
    let text = path.debugDescription
    let prefix = "\\\(Root.self)."
    let names = text.dropFirst(prefix.count).split(separator: ".").map { $0.filter { $0 != "?" && $0 != "!" } }
    guard text.hasPrefix(prefix), !names.isEmpty, names != ["self"], !text.contains("<computed"), !names.contains("") else {
      problem = problem ?? "\(text) names no stored property: give the coding key, as in set(key: \"name\", …)"
      return
    }
    add(root, names, generator)
  }

  private mutating func add<Root, Part>(_ root: Root.Type, _ names: [String], _ generator: Generator<Part>) {
    properties.append(
      Property(root: ObjectIdentifier(root), rootName: "\(root)", names: names) { source in try source.draw(generator) })
  }
}
