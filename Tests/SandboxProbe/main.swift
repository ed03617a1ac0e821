import Glibc
import SystemSupport

// sandbox-probe BOUNDS FOLDER ATTEMPT: sets bounds (`none`, `engine`, `copy`), tries something and ends with the error
// number, 0 if it worked, 200 if the kernel lacks one of the bounds.
let words = CommandLine.arguments
guard words.count == 4, let attempt = Attempt(rawValue: words[3]) else { exit(EX_USAGE) }
if words[1] != "none" {
  guard try Sandbox.enter(readable: words[2]).isEmpty else { _exit(200) }
  if words[1] == "copy" { try Sandbox.narrow(seconds: 2) }
}
// At once: ending as Swift programs do asks the kernel for more.
_exit(attempt.run(folder: words[2]))
