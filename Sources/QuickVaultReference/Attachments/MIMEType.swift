/// Finds the MIME type of a file by the extension of its name: what follows the last dot, if anything comes before it.
enum MIMEType {
  static func of(fileName: String) -> String {
    guard let dot = fileName.lastIndex(of: "."), dot > fileName.startIndex else { return "application/octet-stream" }
    return switch fileName[fileName.index(after: dot)...].lowercased() {
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "pdf": "application/pdf"
    case "txt": "text/plain"
    default: "application/octet-stream"
    }
  }
}
