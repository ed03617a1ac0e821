"""Status: each stream, its classification, and the reason."""

from harness.call_app import CallApp
from harness.sound_server import SoundServer
from harness.speak_call import SpeakCall


def entry(status: dict[str, list[dict[str, object]]], part: str, application: str) -> dict[str, object]:
    found = [one for one in status[part] if one["application"] == application]
    assert len(found) == 1, status
    return found[0]


def test_every_kind_of_stream(server: SoundServer, granted: SpeakCall) -> None:
    with CallApp.phone(server, "Phone") as phone, \
            CallApp(server, "Two-way", play="nearspk"), \
            CallApp(server, "Meter", peaks=True), \
            CallApp(server, "Dictation", device="fakemic"), \
            CallApp(server, "Studio", properties={"media.role": "production"}), \
            CallApp.phone(server, "Held", corked=True, play="nearspk"), \
            CallApp.phone(server, "Fixed", movable=False, play="nearspk") as fixed:
        granted.enable()
        phone.wait_for_source("speakcall_mic")
        status = granted.status()
        call = entry(status, "calls", "Phone")
        assert call["state"] == "active" and call["attached"] is True and call["movable"] is True
        assert call["pid"] == phone.pid and call["binary"] == "callapp" and call["source"] == "speakcall_mic"
        assert "phone" in str(call["reason"])
        assert entry(status, "calls", "Two-way")["reason"] == "two-way audio"
        assert entry(status, "calls", "Held")["state"] == "held"
        fixed_call = entry(status, "calls", "Fixed")
        assert fixed_call["movable"] is False and fixed_call["attached"] is False
        assert "SpeakCall Microphone" in str(fixed_call["advice"])
        assert fixed.source == "fakemic"
        assert "meter" in str(entry(status, "others", "Meter")["reason"])
        assert entry(status, "others", "Dictation")["reason"]
        assert "production" in str(entry(status, "others", "Studio")["reason"])
        assert len(status["calls"]) == 4 and len(status["others"]) == 3
        text = granted.run("status").must_be(0).output
        for name in ("Phone", "Two-way", "Held", "Fixed", "SpeakCall Microphone"):
            assert name in text


def test_the_rest_of_it(phone: CallApp, granted: SpeakCall) -> None:
    status = granted.status()
    assert status["permission"] == "granted"
    assert status["injection"] == {"enabled": True, "microphone": "mix"}
    microphone = status["virtualMicrophone"]
    assert microphone["present"] is True and microphone["readers"] == 1
    assert microphone["realMicrophone"] == "fakemic"
    assert status["speech"]["state"] == "idle" and status["speech"]["queued"] == 0
    assert status["server"]["connected"] is True and status["server"]["name"] in ("PulseAudio", "PipeWire")
    assert status["agent"]["pid"] in granted.processes()


def test_names_of_others_cannot_steer_the_terminal(server: SoundServer, granted: SpeakCall) -> None:
    with CallApp.phone(server, "Evil\x1b[31m\x07\u202e", play="nearspk"):
        text = granted.run("status").must_be(0).output
        assert "Evil" in text
        assert not set(text) & set("\x1b\x07\u202e")


def test_watch_tells_of_a_call_that_starts_and_ends(server: SoundServer, granted: SpeakCall) -> None:
    watching = granted.start("status", "--watch", "--json")
    watching.wait_for_line(lambda line: '"calls":[]' in line, "no call")
    with CallApp.phone(server, "Phone", play="nearspk"):
        seen = watching.wait_for_line(lambda line: '"Phone"' in line, "the call")
    watching.wait_for_line(lambda line: '"Phone"' not in line and watching.lines[-1].moment > seen.moment, "its end")
    assert watching.is_running
