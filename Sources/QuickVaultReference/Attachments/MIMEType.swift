/// Finds the MIME type of a file by the extension of its name.
enum MIMEType {
  static func of(fileName: String) -> String {
    switch fileName.split(separator: ".").last?.lowercased() {
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "pdf": "application/pdf"
    case "txt": "text/plain"
    default: "application/octet-stream"
    }
  }
}
