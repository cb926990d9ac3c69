import Foundation

extension RuleFunction {
  /// Functions of digests and encoded bytes.
  static let ofBytes: [RuleFunction] = [
    RuleFunction("digest", .between(2, 3)) { evaluation, arguments in
      let (text, algorithm) = (try evaluation.text(arguments[0]), try evaluation.text(arguments[1]))
      try evaluation.budget.spend(text.utf8.count)
      guard let digest = TextDigest.bytes(of: text, by: algorithm) else { return .blank }
      switch try arguments.optional(2).map({ try evaluation.text($0).lowercased() }) ?? "base64" {
      case "hex": return .text(digest.hexadecimalText)
      case "base64": return .text(Data(digest).base64EncodedString())
      default: return .blank
      }
    },
    RuleFunction("base64-decode", .exactly(1)) { evaluation, arguments in
      let text = try evaluation.text(arguments[0])
      try evaluation.budget.spend(text.utf8.count)
      // A rule must not return what no form can contain.
      guard let data = Data(base64Encoded: text), let decoded = String(data: data, encoding: .utf8),
        ForbiddenCharacter(firstIn: decoded) == nil
      else { return .blank }
      return .text(decoded)
    },
  ]
}

/// The digests available in expressions, according to FIPS 180-4 and RFC 1321.
///
/// Favours clarity over speed: the text of an answer is short.
enum TextDigest {
  /// The beginning of the SHA-256 of a text as a seed.
  static func seed(of text: String) -> Int64 {
    let digest = bytes(of: text, by: "SHA-256") ?? []
    return Int64(bitPattern: digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// The digest of a text by the name of an algorithm; `nil` for an unknown one.
  ///
  /// Names may have their dash or not, in any case, since ODK Collect accepts all of them.
  static func bytes(of text: String, by algorithm: String) -> [UInt8]? {
    let bytes = Array(text.utf8)
    return switch algorithm.uppercased().replacing("-", with: "") {
    case "MD5": md5(bytes)
    case "SHA1": sha1(bytes)
    case "SHA256": PortableSHA256.digest(of: bytes)
    case "SHA384": Array(sha512(bytes, from: startOf384).prefix(48))
    case "SHA512": sha512(bytes, from: startOf512)
    default: nil
    }
  }

  /// The bytes with their length appended, padded to blocks.
  private static func padded(_ bytes: [UInt8], lengthSize: Int, isBigEndian: Bool) -> [UInt8] {
    let block = lengthSize * 8
    var padded = bytes + [0x80]
    while padded.count % block != block - lengthSize { padded.append(0) }
    let count = UInt64(bytes.count) &* 8
    let length = (0..<8).map { UInt8(truncatingIfNeeded: count >> (8 * UInt64($0))) }
    let zeros = [UInt8](repeating: 0, count: lengthSize - 8)
    return padded + (isBigEndian ? zeros + length.reversed() : length + zeros)
  }

  /// Blocks of 16 words each.
  private static func blocks<Word: FixedWidthInteger>(_ bytes: [UInt8], isBigEndian: Bool) -> [[Word]] {
    let size = Word.bitWidth / 8
    let words = stride(from: 0, to: bytes.count, by: size).map { start in
      let own = bytes[start..<min(start + size, bytes.count)]
      return (isBigEndian ? Array(own) : own.reversed()).reduce(Word(0)) { $0 << 8 | Word($1) }
    }
    return stride(from: 0, to: words.count, by: 16).map { Array(words[$0..<min($0 + 16, words.count)]) }
  }

  private static func bytes<Word: FixedWidthInteger>(_ words: [Word], isBigEndian: Bool) -> [UInt8] {
    words.flatMap { word in withUnsafeBytes(of: isBigEndian ? word.bigEndian : word.littleEndian, Array.init) }
  }

  // MARK: - MD5 and SHA-1

  private static let md5Shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
  private static let md5Sines = (1...64).map { UInt32(abs(sin(Double($0))) * 0x1p32) }

  private static func md5(_ bytes: [UInt8]) -> [UInt8] {
    var state: SIMD4<UInt32> = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
    let blocks: [[UInt32]] = blocks(padded(bytes, lengthSize: 8, isBigEndian: false), isBigEndian: false)
    for block in blocks {
      var (a, b, c, d) = (state.x, state.y, state.z, state.w)
      for step in 0..<64 {
        let (mixed, place) =
          switch step / 16 {
          case 0: (b & c | ~b & d, step)
          case 1: (d & b | ~d & c, 5 * step + 1)
          case 2: (b ^ c ^ d, 3 * step + 5)
          default: (c ^ (b | ~d), 7 * step)
          }
        let sum = a &+ mixed &+ md5Sines[step] &+ block[place % 16]
        (a, d, c, b) = (d, c, b, b &+ rotated(sum, by: md5Shifts[step / 16 * 4 + step % 4]))
      }
      state &+= [a, b, c, d]
    }
    return Self.bytes([state.x, state.y, state.z, state.w], isBigEndian: false)
  }

  private static func sha1(_ bytes: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    let blocks: [[UInt32]] = blocks(padded(bytes, lengthSize: 8, isBigEndian: true), isBigEndian: true)
    for block in blocks {
      var words = block
      for step in 16..<80 {
        words.append(rotated(words[step - 3] ^ words[step - 8] ^ words[step - 14] ^ words[step - 16], by: 1))
      }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for step in 0..<80 {
        let (mixed, constant): (UInt32, UInt32) =
          switch step / 20 {
          case 0: (b & c | ~b & d, 0x5a82_7999)
          case 1: (b ^ c ^ d, 0x6ed9_eba1)
          case 2: (b & c | b & d | c & d, 0x8f1b_bcdc)
          default: (b ^ c ^ d, 0xca62_c1d6)
          }
        let next = rotated(a, by: 5) &+ mixed &+ e &+ constant &+ words[step]
        (e, d, c, b, a) = (d, c, rotated(b, by: 30), a, next)
      }
      state = zip(state, [a, b, c, d, e]).map { $0 &+ $1 }
    }
    return Self.bytes(state, isBigEndian: true)
  }

  private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 { word << count | word >> (32 - count) }

  // MARK: - SHA-384 and SHA-512

  private static func sha512(_ bytes: [UInt8], from start: [UInt64]) -> [UInt8] {
    var state = start
    let blocks: [[UInt64]] = blocks(padded(bytes, lengthSize: 16, isBigEndian: true), isBigEndian: true)
    for block in blocks {
      var words = block
      for step in 16..<80 {
        let (early, late) = (words[step - 15], words[step - 2])
        let first = rotated(early, by: 1) ^ rotated(early, by: 8) ^ early >> 7
        let second = rotated(late, by: 19) ^ rotated(late, by: 61) ^ late >> 6
        words.append(words[step - 16] &+ first &+ words[step - 7] &+ second)
      }
      var own = state
      for step in 0..<80 {
        let choice = own[4] & own[5] ^ ~own[4] & own[6]
        let majority = own[0] & own[1] ^ own[0] & own[2] ^ own[1] & own[2]
        let high = rotated(own[4], by: 14) ^ rotated(own[4], by: 18) ^ rotated(own[4], by: 41)
        let low = rotated(own[0], by: 28) ^ rotated(own[0], by: 34) ^ rotated(own[0], by: 39)
        let sum = own[7] &+ high &+ choice &+ constants[step] &+ words[step]
        own = [sum &+ low &+ majority] + own.prefix(7)
        own[4] &+= sum
      }
      state = zip(state, own).map { $0 &+ $1 }
    }
    return Self.bytes(state, isBigEndian: true)
  }

  private static func rotated(_ word: UInt64, by count: UInt64) -> UInt64 { word >> count | word << (64 - count) }

  private static let startOf384: [UInt64] = [
    0xcbbb_9d5d_c105_9ed8, 0x629a_292a_367c_d507, 0x9159_015a_3070_dd17, 0x152f_ecd8_f70e_5939,
    0x6733_2667_ffc0_0b31, 0x8eb4_4a87_6858_1511, 0xdb0c_2e0d_64f9_8fa7, 0x47b5_481d_befa_4fa4,
  ]
  private static let startOf512: [UInt64] = [
    0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179,
  ]
  /// The first bits of the fractions of the cube roots of the first eighty primes.
  private static let constants: [UInt64] = [
    0x428a_2f98_d728_ae22, 0x7137_4491_23ef_65cd, 0xb5c0_fbcf_ec4d_3b2f, 0xe9b5_dba5_8189_dbbc,
    0x3956_c25b_f348_b538, 0x59f1_11f1_b605_d019, 0x923f_82a4_af19_4f9b, 0xab1c_5ed5_da6d_8118,
    0xd807_aa98_a303_0242, 0x1283_5b01_4570_6fbe, 0x2431_85be_4ee4_b28c, 0x550c_7dc3_d5ff_b4e2,
    0x72be_5d74_f27b_896f, 0x80de_b1fe_3b16_96b1, 0x9bdc_06a7_25c7_1235, 0xc19b_f174_cf69_2694,
    0xe49b_69c1_9ef1_4ad2, 0xefbe_4786_384f_25e3, 0x0fc1_9dc6_8b8c_d5b5, 0x240c_a1cc_77ac_9c65,
    0x2de9_2c6f_592b_0275, 0x4a74_84aa_6ea6_e483, 0x5cb0_a9dc_bd41_fbd4, 0x76f9_88da_8311_53b5,
    0x983e_5152_ee66_dfab, 0xa831_c66d_2db4_3210, 0xb003_27c8_98fb_213f, 0xbf59_7fc7_beef_0ee4,
    0xc6e0_0bf3_3da8_8fc2, 0xd5a7_9147_930a_a725, 0x06ca_6351_e003_826f, 0x1429_2967_0a0e_6e70,
    0x27b7_0a85_46d2_2ffc, 0x2e1b_2138_5c26_c926, 0x4d2c_6dfc_5ac4_2aed, 0x5338_0d13_9d95_b3df,
    0x650a_7354_8baf_63de, 0x766a_0abb_3c77_b2a8, 0x81c2_c92e_47ed_aee6, 0x9272_2c85_1482_353b,
    0xa2bf_e8a1_4cf1_0364, 0xa81a_664b_bc42_3001, 0xc24b_8b70_d0f8_9791, 0xc76c_51a3_0654_be30,
    0xd192_e819_d6ef_5218, 0xd699_0624_5565_a910, 0xf40e_3585_5771_202a, 0x106a_a070_32bb_d1b8,
    0x19a4_c116_b8d2_d0c8, 0x1e37_6c08_5141_ab53, 0x2748_774c_df8e_eb99, 0x34b0_bcb5_e19b_48a8,
    0x391c_0cb3_c5c9_5a63, 0x4ed8_aa4a_e341_8acb, 0x5b9c_ca4f_7763_e373, 0x682e_6ff3_d6b2_b8a3,
    0x748f_82ee_5def_b2fc, 0x78a5_636f_4317_2f60, 0x84c8_7814_a1f0_ab72, 0x8cc7_0208_1a64_39ec,
    0x90be_fffa_2363_1e28, 0xa450_6ceb_de82_bde9, 0xbef9_a3f7_b2c6_7915, 0xc671_78f2_e372_532b,
    0xca27_3ece_ea26_619c, 0xd186_b8c7_21c0_c207, 0xeada_7dd6_cde0_eb1e, 0xf57d_4f7f_ee6e_d178,
    0x06f0_67aa_7217_6fba, 0x0a63_7dc5_a2c8_98a6, 0x113f_9804_bef9_0dae, 0x1b71_0b35_131c_471b,
    0x28db_77f5_2304_7d84, 0x32ca_ab7b_40c7_2493, 0x3c9e_be0a_15c9_bebc, 0x431d_67c4_9c10_0d4c,
    0x4cc5_d4be_cb3e_42b6, 0x597f_299c_fc65_7e2a, 0x5fcb_6fab_3ad6_faec, 0x6c44_198c_4a47_5817,
  ]
}
