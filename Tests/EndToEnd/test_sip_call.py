"""A sentence typed in a shell is heard at the far end of a telephone call."""

import pytest

from harness.comparison import Comparison
from harness.sip_call import SipCall
from harness.sound_server import SoundServer
from harness.speak_call import SpeakCall
from harness.synthesizer import synthesized
from harness.transcriber import Transcriber
from harness.waiting import wait_until

SENTENCE = "Hello, can you hear me? I will call you back in ten minutes."

pytestmark = pytest.mark.call


def test_the_far_end_hears_the_whole_sentence(server: SoundServer, granted: SpeakCall,
                                              transcriber: Transcriber) -> None:
    before = server.graph()
    with SipCall(server) as call:
        own_source = call.source
        assert own_source == "fakemic"
        granted.enable()
        wait_until(lambda: call.source == "speakcall_mic", "baresip is moved", detail=lambda: call.source)
        assert [one["binary"] for one in granted.status()["calls"]] == ["baresip"]
        granted.run("say", "-v", "en-us", SENTENCE).must_be(0)
        call.wait_until_heard(0.5)
        granted.disable()
        wait_until(lambda: call.source == own_source, "baresip is back", detail=lambda: call.source)
        wait_until(lambda: server.graph() == before, "the sound server is unchanged",
                   detail=lambda: f"{before}\n{server.graph()}")
    heard, reference = call.far_end(), synthesized(SENTENCE)
    found = Comparison(heard, reference)
    assert found.is_whole, found
    assert abs(found.heard.active_level + 22) <= 1, found
    assert found.heard.peak <= -2.5, "a codec may overshoot the −3 dBFS input a little"
    assert transcriber.words(heard) == transcriber.words(reference)
