"""A line between two network namespaces that delays and loses packets, for kernels without netem.

    python3 -m harness.line NEAR FAR NAMESPACE SECONDS PERCENT

Creates the network device NEAR here and FAR in the namespace, and carries packets between them until it is ended.
"""

import ctypes
import fcntl
import heapq
import os
import random
import select
import struct
import sys
import time

TUNSETIFF, IFF_TUN, IFF_NO_PI, CLONE_NEWNET = 0x400454CA, 0x0001, 0x1000, 0x40000000
LONGEST = 65536


def device(name: str) -> int:
    """Creates a network device in the namespace of this process; the descriptor reads what is sent to it."""
    descriptor = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(descriptor, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TUN | IFF_NO_PI))
    return descriptor


def enter(namespace: str) -> None:
    with open(f"/run/netns/{namespace}") as file:
        library = ctypes.CDLL(None, use_errno=True)
        if library.setns(file.fileno(), CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), f"enter {namespace}")


def carry(near: int, far: int, delay: float, loss: float) -> None:
    """Carries packets, in order."""
    chance = random.Random(1)
    under_way: list[tuple[float, int, int, bytes]] = []
    number = 0
    while True:
        wait = max(0.0, under_way[0][0] - time.monotonic()) if under_way else None
        for descriptor in select.select([near, far], [], [], wait)[0]:
            packet = os.read(descriptor, LONGEST)
            number += 1
            if chance.random() * 100 >= loss:
                other = far if descriptor == near else near
                heapq.heappush(under_way, (time.monotonic() + delay, number, other, packet))
        while under_way and under_way[0][0] <= time.monotonic():
            _, _, descriptor, packet = heapq.heappop(under_way)
            try:
                os.write(descriptor, packet)
            except OSError:  # the device is down: one more lost packet
                pass


def main() -> None:
    near_name, far_name, namespace, delay, loss = sys.argv[1:]
    near = device(near_name)
    enter(namespace)
    far = device(far_name)
    print("ready", flush=True)
    carry(near, far, float(delay), float(loss))


if __name__ == "__main__":
    main()
