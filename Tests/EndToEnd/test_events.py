"""Following everything that the agent does."""

import signal
import subprocess

from harness.agent_link import AgentLink
from harness.call_app import CallApp
from harness.command import Command
from harness.sound_server import SoundServer
from harness.speak_call import SpeakCall
from harness.waiting import wait_until

SENTENCE = "Good morning. I would like to speak with the doctor."


def follow(granted: SpeakCall) -> Command:
    """Starts a follower that the agent knows: events from now on reach it."""
    following = granted.start("events")
    count = 0

    def is_told() -> bool:
        nonlocal count
        count += 1
        granted.enable("--mic", "duck" if count % 2 else "mix")
        return any(event["event"] == "injection" for event in following.events)
    wait_until(is_told, "the follower receives a change", detail=following.__str__)
    return following


def test_everything_is_told_to_each_follower(server: SoundServer, granted: SpeakCall) -> None:
    followers = [follow(granted) for _ in range(3)]
    granted.enable("--mic", "mute")
    with CallApp.phone(server, play="nearspk") as phone:
        phone.wait_for_source("speakcall_mic")
        saying = granted.start("say", "--json", SENTENCE)
        assert saying.wait() == 0
    for follower in followers:
        follower.wait_for("callEnded")
    granted.run("permission", "deny").must_be(0)
    for follower in followers:
        follower.wait_for("permission", state="denied")
        events = [event for event in follower.events if event["event"] not in ("permission", "server")]
        while events[0] != {"event": "injection", "enabled": True, "microphone": "mute"}:
            events.pop(0)
        assert events == [{"event": "injection", "enabled": True, "microphone": "mute"},
                          {"event": "callStarted", "application": "Phone"}, *saying.events,
                          {"event": "callEnded", "application": "Phone"}]


def test_the_sound_server_comes_and_goes(server: SoundServer, granted: SpeakCall) -> None:
    follower = follow(granted)
    server.restart()
    follower.wait_for("server", connected=False)
    follower.wait_for("server", connected=True)


def test_a_slow_follower_is_told_and_slows_nobody(phone: CallApp, granted: SpeakCall) -> None:
    slow, quick = follow(granted), follow(granted)
    with AgentLink(granted) as link:
        link.say("Yes.")
        quick.wait_for("started")
        slow.wait_for("started")
        slow.send(signal.SIGSTOP)
        text = "What a long text. " * 2000
        for number in range(40):
            link.say(text)
            link.wait_for("started", number + 2)
            granted.run("skip").must_be(0)
        link.say("No.")
        link.wait_for("finished", 2)
        quick.wait_for("finished", id=link.find("finished")[1].event["id"])
    slow.send(signal.SIGCONT)
    assert slow.wait() == 1
    assert "events were lost" in slow.errors and "speakcall events" in slow.errors
    assert slow.events[-1]["event"], "no line is cut"
    assert quick.is_running


def test_it_goes_on_with_the_next_agent(phone: CallApp, granted: SpeakCall) -> None:
    follower = follow(granted)
    first = granted.agent_pid
    granted.run("say", SENTENCE).must_be(0)
    follower.wait_for("finished")
    granted.end_agents(signal.SIGKILL)
    wait_until(lambda: granted.agents() and granted.agents()[0] != first, "the follower starts another agent")
    wait_until(lambda: granted.run("say", "Yes.").status == 0, "the new agent speaks")
    follower.wait_for("started", text="Yes.")
    assert follower.is_running


def test_it_ends_with_its_reader(granted: SpeakCall) -> None:
    following = subprocess.Popen([granted.program, "events"], env=granted.environment, stdout=subprocess.PIPE)
    assert following.stdout is not None
    wait_until(granted.agents, "the agent runs")
    following.stdout.close()
    assert following.wait(15) == 0
