"""A sentence typed in a shell is heard at the far end of a call between two web browsers."""

import pytest

from harness.comparison import Comparison
from harness.sound import Sound
from harness.sound_server import SoundServer
from harness.speak_call import SpeakCall
from harness.synthesizer import synthesized
from harness.transcriber import Transcriber
from harness.webrtc_call import WebRtcCall

SENTENCE = "Hello, can you hear me? I will call you back in ten minutes."

pytestmark = pytest.mark.call


def test_a_page_on_the_default_microphone_is_moved_and_moved_back(server: SoundServer, granted: SpeakCall,
                                                                  transcriber: Transcriber) -> None:
    before = server.graph()
    with WebRtcCall(server) as call:
        assert call.source == "fakemic"
        granted.enable()
        call.wait_for_source("speakcall_mic")
        heard = call.carry(lambda: granted.run("say", "-v", "en-us", SENTENCE).must_be(0))
        granted.disable()
        call.wait_for_source("fakemic")
        assert server.graph() == before
    check(heard, transcriber)


def test_a_page_that_chose_the_microphone_by_its_label(server: SoundServer, granted: SpeakCall,
                                                       transcriber: Transcriber) -> None:
    granted.enable()
    with WebRtcCall(server, microphone="SpeakCall Microphone") as call:
        assert call.track == "SpeakCall Microphone"
        assert call.source == "speakcall_mic"
        heard = call.carry(lambda: granted.run("say", "-v", "en-us", SENTENCE).must_be(0))
    check(heard, transcriber)


def check(heard: Sound, transcriber: Transcriber) -> None:
    """Fails unless the sentence is complete, at the right level, and understood like the synthesized one."""
    reference = synthesized(SENTENCE)
    found = Comparison(heard, reference)
    assert found.is_whole, found
    assert abs(found.heard.active_level + 22) <= 1, found
    assert transcriber.words(heard) == transcriber.words(reference)


def test_what_the_browsers_own_processing_leaves(server: SoundServer, granted: SpeakCall,
                                                 transcriber: Transcriber, record_property: object) -> None:
    """Echo cancellation, noise suppression and gain control are the browser's; losses are reported, not judged."""
    granted.enable()
    with WebRtcCall(server, microphone="SpeakCall Microphone", processing=True) as call:
        heard = call.carry(lambda: granted.run("say", "-v", "en-us", SENTENCE).must_be(0))
    rate = transcriber.error_rate(transcriber.words(synthesized(SENTENCE)), transcriber.words(heard))
    assert callable(record_property)
    record_property("word_error_rate", rate)
    print(f"word error rate with the browser's processing: {100 * rate:.0f} %")
    assert heard.peak > -40
