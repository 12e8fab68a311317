/// Why an operation on an attachment failed.
public enum AttachmentError: BilingualError, Equatable {
  /// The original file is larger than the policy allows. Sizes are in bytes.
  case fileTooLarge(size: Int64, max: Int64)
  case cardNotFound
  case notFound
  /// The stored bytes are missing, or are not what was encrypted.
  case corrupted

  public var chinese: String {
    switch self {
    case .fileTooLarge(let size, let max): "文件过大（\(size) 字节），上限为 \(max) 字节，请选择较小的文件。"
    case .cardNotFound: "找不到附件所属的卡片，可能已被删除，请刷新列表。"
    case .notFound: "找不到该附件，可能已被删除，请刷新列表。"
    case .corrupted: "附件已损坏，无法打开，请删除后重新添加。"
    }
  }

  public var english: String {
    switch self {
    case .fileTooLarge(let size, let max): "The file is too large: \(size) bytes, of at most \(max). Choose a smaller one."
    case .cardNotFound: "The card of the attachment was not found: it may have been deleted. Load the list again."
    case .notFound: "The attachment was not found: it may have been deleted. Load the list again."
    case .corrupted: "The attachment is damaged and cannot be opened. Delete it and add the file again."
    }
  }
}
