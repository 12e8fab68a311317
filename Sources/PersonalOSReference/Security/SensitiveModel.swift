/// A model with fields that nobody who has only the disk may read.
public protocol SensitiveModel: StoredModel {
  /// The names of the stored fields that ``FieldSealing`` encrypts.
  static var sensitiveFields: Set<String> { get }
}

extension TradeRecord: SensitiveModel {
  public static let sensitiveFields: Set<String> = ["notes"]
}

extension ProjectItem: SensitiveModel {
  public static let sensitiveFields: Set<String> = ["notes"]
}
