import Glibc
import TestSupport
import Testing

/// The abilities of a process without bounds, as the engine, and as one of its copies.
struct SandboxTests {
  private static let worked: Int32 = 0
  /// The status of the probe where the kernel lacks Landlock or seccomp.
  private static let unsupported: Int32 = 200

  @Test(arguments: [
    ("connect", worked, ENOSYS, ENOSYS),
    ("openFile", worked, EACCES, EACCES),
    ("openFileBelow", worked, worked, worked),
    ("writeFile", worked, ENOSYS, ENOSYS),
    ("execute", worked, ENOSYS, ENOSYS),
    ("allocate", worked, ENOMEM, ENOMEM),
    ("mapCode", worked, ENOSYS, ENOSYS),
    ("openMany", worked, EMFILE, EMFILE),
    ("sendSignal", worked, ENOSYS, ENOSYS),
    ("fork", worked, worked, ENOSYS),
    ("outlive", worked, ENOSYS, ENOSYS),
    ("computeOn", worked, worked, 128 + SIGPROF),
  ])
  func allows(attempt: String, freely: Int32, inEngine: Int32, inCopy: Int32) throws {
    let folder = try PrivateDirectory()
    try folder.write("text", to: "readable")
    #expect(try Self.probe("none", attempt, folder) == freely)
    #expect(try Self.probe("engine", attempt, folder) == inEngine)
    #expect(try Self.probe("copy", attempt, folder) == inCopy)
  }

  @Test func aCopyCannotRaiseItsLimits() throws {
    #expect(try Self.probe("copy", "raiseLimit", PrivateDirectory()) == ENOSYS)
  }

  private static func probe(_ bounds: String, _ attempt: String, _ folder: PrivateDirectory) throws -> Int32 {
    let status = try SupervisedProcess(
      [BuiltPrograms.folder + "/SandboxProbe", bounds, folder.path, attempt], environment: [:], output: "/dev/null"
    ).waitUntilExit()
    if status == unsupported { try Test.cancel("this kernel lacks Landlock or seccomp") }
    return status
  }
}
