/// As much of CryptoKit as the libraries use.
public struct SHA256 {
  public struct Digest: Sequence {
    public func makeIterator() -> IndexingIterator<[UInt8]> { [].makeIterator() }
  }

  public init() {}
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
  public mutating func update(data: some Collection<UInt8>) {}
  public func finalize() -> Digest { Digest() }
}
