"""The harness itself, with a hand-made virtual microphone: test the measures before using them."""

import time

import numpy as np
import pytest

from harness import stand_in
from harness.call_app import CallApp
from harness.comparison import Comparison
from harness.sip_call import Codec, SipCall
from harness.sound import Sound
from harness.sound_server import SoundServer
from harness.synthesizer import synthesized
from harness.tone import Tone
from harness.transcriber import Transcriber
from harness.webrtc_call import WebRtcCall

SENTENCE = "Hello, can you hear me? I will call you back in ten minutes."


@pytest.fixture(scope="module")
def reference() -> Sound:
    """The sentence at the level that speech has in calls."""
    sound = synthesized(SENTENCE)
    return sound.amplified(-22 - sound.active_level)


def padded(sound: Sound, before: float = 0.4, after: float = 0.4) -> Sound:
    return Sound(np.concatenate((np.zeros(round(before * 48000)), sound.samples, np.zeros(round(after * 48000)))))


def test_tone_levels() -> None:
    sine = Sound(0.1 * np.sin(2 * np.pi * 1000 * np.arange(48000) / 48000))
    assert sine.level == pytest.approx(-23.01, abs=0.01)
    assert sine.active_level == pytest.approx(-23.01, abs=0.2)
    assert sine.peak == pytest.approx(-20, abs=0.01)
    assert sine.tone_level(1000) == pytest.approx(-20, abs=0.1)
    assert sine.tone_level(3000) < -90


def test_active_level_leaves_out_pauses() -> None:
    sine = Sound(0.1 * np.sin(2 * np.pi * 1000 * np.arange(2 * 48000) / 48000))
    # The hangover of 200 ms in P.56 counts as speech: 0.5 dB of two seconds.
    assert padded(sine, 2, 2).active_level == pytest.approx(sine.level - 0.5, abs=0.2)


def test_resampling_keeps_a_tone() -> None:
    sine = Sound(0.1 * np.sin(2 * np.pi * 1000 * np.arange(22050) / 22050), 22050).resampled(48000)
    assert len(sine.samples) == 48000
    assert sine.level == pytest.approx(-23.01, abs=0.01)


def test_comparison_finds_the_sentence_whole(reference: Sound) -> None:
    found = Comparison(padded(reference.amplified(1)), reference)
    assert found.start == pytest.approx(0.4 + reference.onset(-50), abs=0.02)
    assert len(found.phrases) == 3
    for phrase in found.phrases:
        assert (phrase.onset_error, phrase.tail_error, phrase.stretch) == pytest.approx((0, 0, 0), abs=0.001)
        assert phrase.gaps == []
    assert found.pause_errors == pytest.approx([0, 0], abs=0.001)
    assert found.gain == pytest.approx(1, abs=0.1)


@pytest.mark.parametrize(("cut_from", "cut_to"), [(0.0, 0.05), (1.0, 1.03)], ids=["first 50 ms", "30 ms inside"])
def test_comparison_finds_what_is_missing(reference: Sound, cut_from: float, cut_to: float) -> None:
    samples = reference.spoken().samples.copy()
    loudest = int(np.argmax(reference.spoken().frames()[100:200])) / 100 if cut_from else 0.0
    samples[round((cut_from + loudest) * 48000) : round((cut_to + loudest) * 48000)] = 0
    damaged = Comparison(padded(Sound(samples)), reference)
    assert not damaged.is_whole


def test_comparison_finds_a_missing_end(reference: Sound) -> None:
    spoken = reference.spoken()
    assert not Comparison(padded(spoken.cut(0, spoken.seconds - 0.05)), reference).is_whole


def test_bursts() -> None:
    burst = Sound(0.1 * np.sin(2 * np.pi * 1000 * np.arange(9600) / 48000))
    row = Sound(np.concatenate([padded(burst).samples] * 3))
    starts = [start for start, _ in row.bursts()]
    assert starts == pytest.approx([0.4, 1.4, 2.4], abs=0.001)


def test_recorder_tells_when_a_sound_came(server: SoundServer, reference: Sound) -> None:
    stand_in.make_microphone(server)
    with CallApp.recorder(server, "stand_in_mic") as recorder:
        before = time.monotonic()
        stand_in.play(server, reference)
        after = time.monotonic()
        recorder.wait_until_hearing(0.2)
        recording = recorder.recording()
    found = Comparison(recording.sound, reference)
    assert found.is_whole, found
    assert before < recording.moment(found.start) < recording.moment(found.start + reference.seconds - 0.3) < after
    assert recording.at(before) <= found.start


def test_call_app_follows_the_server(server: SoundServer) -> None:
    with CallApp.phone(server, play="nearspk") as phone, Tone(server):
        assert phone.source == "fakemic"
        index = next(output["index"] for output in server.source_outputs()
                     if output["properties"].get("application.name") == "Phone")
        server.pactl("move-source-output", str(index), "my_mix")
        phone.wait_for_source("my_mix")
        phone.cork()
        assert [output["corked"] for output in server.source_outputs() if output["index"] == index] == [True]
        phone.uncork()
        server.pactl("move-source-output", str(index), "fakemic")
        phone.wait_for_source("fakemic")
        phone.wait_until_hearing(0.5)
        heard = phone.recording().sound
    assert heard.cut(heard.seconds - 0.3).tone_level(Tone.FREQUENCY) == pytest.approx(Tone.LEVEL, abs=0.5)


@pytest.mark.call
@pytest.mark.parametrize("codec", list(Codec), ids=lambda codec: codec.name.lower())
def test_sip_call_carries_a_sentence(server: SoundServer, reference: Sound, codec: Codec) -> None:
    stand_in.make_microphone(server)
    server.pactl("set-default-source", "stand_in_mic")
    with SipCall(server, codec) as call:
        assert call.source == "stand_in_mic"
        stand_in.play(server, reference)
        call.wait_until_heard(0.5)
    found = Comparison(call.far_end().resampled(48000), reference)
    # A telephone line has no treble, where some soft sounds of the sentence are.
    assert found.is_whole or codec is Codec.PCMU and len(found.phrases) == 3, found


@pytest.mark.call
def test_webrtc_call_carries_a_sentence(server: SoundServer, reference: Sound, transcriber: Transcriber) -> None:
    stand_in.make_microphone(server)
    with WebRtcCall(server, microphone="StandIn") as call:
        assert call.source == "stand_in_mic"
        assert "StandIn" in call.microphones()
        heard = call.carry(lambda: stand_in.play(server, reference))
    found = Comparison(heard, reference)
    assert found.is_whole, found
    assert transcriber.words(heard) == transcriber.words(reference)
