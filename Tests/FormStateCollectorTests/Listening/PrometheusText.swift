import Foundation

/// Reads the text format 0.0.4 of Prometheus, strictly: what one scraper forgives another refuses.
struct PrometheusText {
  /// Why a text is no such document.
  struct Fault: Error {
    let line: String
    let problem: String
  }

  /// The type of each metric.
  private(set) var types: [String: String] = [:]
  /// The values by the name and the labels, as they are written.
  private(set) var values: [String: Double] = [:]

  /// Reads a document.
  init(_ text: String) throws {
    guard text.hasSuffix("\n") else { throw Fault(line: "", problem: "the last line has no end") }
    var helped: Set<String> = []
    var current = ""
    for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let help = line.wholeMatch(of: /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)/) {
        current = String(help.1)
        guard helped.insert(current).inserted else { throw Fault(line: line, problem: "a second help") }
      } else if let type = line.wholeMatch(of: /# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)/) {
        guard type.1 == current, types[current] == nil else { throw Fault(line: line, problem: "a second type") }
        types[current] = String(type.2)
      } else {
        try add(line, of: current)
      }
    }
    for (name, type) in types where type == "histogram" { try checkHistogram(name) }
  }

  private mutating func add(_ line: String, of metric: String) throws {
    let pattern = /([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-zA-Z_]\w*="[^"\\]*"(?:,[a-zA-Z_]\w*="[^"\\]*")*\})? (\S+)/
    guard let sample = line.wholeMatch(of: pattern), let value = Double(String(sample.3)) else {
      throw Fault(line: line, problem: "no sample")
    }
    guard let type = types[metric], sample.1.hasPrefix(metric) else { throw Fault(line: line, problem: "no type") }
    let endings = type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
    guard endings.contains(String(sample.1.dropFirst(metric.count))) else {
      throw Fault(line: line, problem: "another metric than the one before")
    }
    guard type != "counter" || sample.1.hasSuffix("_total") && value >= 0 else {
      throw Fault(line: line, problem: "no counter")
    }
    let name = "\(sample.1)\(sample.2 ?? "")"
    guard values.updateValue(value, forKey: name) == nil else { throw Fault(line: line, problem: "a second value") }
  }

  /// Buckets contain the smaller ones, and the last one all.
  private func checkHistogram(_ name: String) throws {
    var series: [String: [(bound: Double, count: Double)]] = [:]
    for (sample, count) in values {
      guard let match = sample.wholeMatch(of: /(\w+)_bucket\{(.*?),?le="([^"]+)"\}/), match.1 == name else { continue }
      let bound = match.3 == "+Inf" ? Double.infinity : Double(String(match.3)) ?? .nan
      series[String(match.2), default: []].append((bound, count))
    }
    for (labels, buckets) in series {
      let sorted = buckets.sorted { $0.bound < $1.bound }
      let ending = labels.isEmpty ? "" : "{\(labels)}"
      guard sorted.last?.bound == .infinity, sorted.last?.count == values["\(name)_count\(ending)"],
        zip(sorted, sorted.dropFirst()).allSatisfy({ $0.count <= $1.count }), values["\(name)_sum\(ending)"] != nil
      else { throw Fault(line: name + ending, problem: "no histogram") }
    }
  }
}
