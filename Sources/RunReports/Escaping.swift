/// For the text and attributes of XML and HTML. Control characters, which XML 1.0 cannot hold, are replaced.
func escaped(_ text: String) -> String {
  var result = ""
  result.reserveCapacity(text.utf8.count)
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    case "\n", "\t": result.unicodeScalars.append(scalar)
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
    // What turns the direction of the text around it could make one thing look like another.
    case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// `text`, or its beginning and how much more there is.
func cut(_ text: String, to limit: Int) -> String {
  guard text.utf8.count > limit, text.count > limit else { return text }
  return "\(text.prefix(limit))… (\(text.count - limit) more characters)"
}
