import CPulse
import Glibc

/// A volume per channel, in the server's own steps.
public struct Volume: Sendable, Equatable {
  /// One value per channel: 0 is silent, 65536 (`PA_VOLUME_NORM`) is 100 %, 0 dB.
  public let levels: [UInt32]

  /// 100 % on all channels.
  public static let normal = Volume(levels: [pa_volume_t(PA_VOLUME_NORM)])

  /// A volume with one level per channel; a single level applies to all channels of its device or stream.
  public init(levels: [UInt32]) {
    self.levels = levels
  }

  /// A volume in decibels, the same on all channels; 0 is 100 %, minus infinity is silence.
  public init(decibels: Double) {
    levels = [pa_sw_volume_from_dB(decibels)]
  }

  /// The loudest channel in decibels; 0 is 100 %, minus infinity is silence.
  public var decibels: Double {
    guard let level = levels.max(), level > 0 else { return -.infinity }
    return pa_sw_volume_to_dB(level)
  }

  /// A Boolean value that indicates whether each channel stands at 100 %.
  public var isNormal: Bool {
    levels.allSatisfy { $0 == pa_volume_t(PA_VOLUME_NORM) }
  }
}

extension Volume {
  init(_ volume: pa_cvolume) {
    levels = withUnsafeBytes(of: volume.values) { bytes in
      Array(bytes.bindMemory(to: pa_volume_t.self).prefix(Int(volume.channels)))
    }
  }

  var native: pa_cvolume {
    var volume = pa_cvolume()
    pa_cvolume_init(&volume)
    let count = min(levels.count, Int(PA_CHANNELS_MAX))
    volume.channels = UInt8(count)
    withUnsafeMutableBytes(of: &volume.values) { bytes in
      let values = bytes.bindMemory(to: pa_volume_t.self)
      for channel in 0..<count { values[channel] = levels[channel] }
    }
    return volume
  }
}
