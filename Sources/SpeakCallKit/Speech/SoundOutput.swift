/// Takes the place of the function of libpcaudio that makes a sound output.
///
/// espeak-ng 1.51 calls it while it is initialized, even if it is not to play, and would connect to the sound server and
/// hang if that does not answer. The dynamic linker prefers the definition in the executable.
@_cdecl("create_audio_device_object")
public func createAudioDeviceObject(
  device: UnsafePointer<CChar>?, application: UnsafePointer<CChar>?, description: UnsafePointer<CChar>?
) -> UnsafeMutableRawPointer? {
  nil
}
