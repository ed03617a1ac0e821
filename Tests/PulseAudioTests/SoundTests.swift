import Testing

/// Tests that need a sound server, one after another: what keeps the machine busy makes PipeWire drop periods.
@Suite(.serialized, .timeLimit(.minutes(1)))
enum SoundTests {}
