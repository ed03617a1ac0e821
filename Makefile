# make build      build the release program: .build/release/speakcall
# make test       run every test, with real sound servers and real calls
# make demo       hold a private call, speak a sentence, show what the far end heard
#                 make demo SERVER=pipewire TEXT="Good morning."
# make faults     inject faults: restart servers, kill agents, fill disks …; QUICK=1 takes three minutes a server
# make soak       type and talk for an hour on each server; make soak MINUTES=3 is shorter
# make bench      measure speed and cost, compared with what people would type instead; docs/performance.md
#                 make bench SERVER=pulse ONLY=latency; make bench MINUTES=60
# make help       show this help

SERVER ?= pulse
TEXT ?= Hello, can you hear me? I will call you back in ten minutes.
MINUTES ?= 60
PREFIX ?= /usr/local
DESTDIR ?=

BUILD_PACKAGES = gcc libc6-dev libedit-dev libespeak-ng-dev libexpat1-dev libpulse-dev libseccomp-dev libsoxr-dev \
	espeak-ng-data
TEST_PACKAGES = baresip-core chromium dbus espeak-ng fish iproute2 libasound2-plugins libspa-0.2-modules pipewire \
	pipewire-bin pipewire-pulse pulseaudio pulseaudio-utils python3 python3-venv strace util-linux valgrind wireplumber \
	zsh
PACKAGES = $(BUILD_PACKAGES) $(TEST_PACKAGES)
BENCH_PACKAGES = speech-dispatcher speech-dispatcher-audio-plugins speech-dispatcher-espeak-ng

SUDO = $(if $(filter 0,$(shell id -u)),,sudo)
# libstdc++, which Swift's runtime needs, is linked statically: loading it takes longer than the command's own work
# (docs/performance.md). The folder holds only the static library; without one, the shared library is used.
STATIC = .build/static
SWIFT_BUILD = swift build -c release --static-swift-stdlib -Xswiftc '-L$(CURDIR)/$(STATIC)'
VENV = .build/venv
PYTHON = $(VENV)/bin/python
PYTEST = $(VENV)/bin/pytest --rootdir Tests/EndToEnd -c Tests/EndToEnd/pytest.ini
PROGRAM = .build/release/speakcall

# Keep caches away from the sources: SwiftPM warns about unknown files in a target's folder.
export PYTHONPYCACHEPREFIX = $(CURDIR)/.build/pycache

.PHONY: help deps swift build test unit end-to-end integration faults soak bench check demo install uninstall clean

help:
	@sed -n '/^#/!q; s/^# \{0,1\}//p' Makefile
	@echo 'Also: deps, unit, end-to-end, integration (sound servers, no calls), check, install, uninstall, clean.'
	@echo 'install and uninstall take PREFIX (now $(PREFIX)) and DESTDIR.'

# Install only what is missing, to ask for no password on a complete machine.
deps: swift
	@missing=; for package in $(PACKAGES); do \
	  dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	  echo "installing$$missing"; \
	  $(SUDO) apt-get update -q && \
	  $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $$missing; \
	fi

swift:
	@command -v swift >/dev/null || { \
	  echo 'Swift 6.3 is not installed. Get it at https://www.swift.org/install/linux, then: make $(MAKECMDGOALS)' >&2; \
	  exit 69; }

build: swift $(STATIC)/libstdc++.a
	$(SWIFT_BUILD)

$(STATIC)/libstdc++.a:
	mkdir -p $(STATIC)
	ln -sf "$$(gcc -print-file-name=libstdc++.a)" $@

$(VENV)/installed: Tests/EndToEnd/requirements.txt
	python3 -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

test: unit end-to-end

# The sound server tests compare sound to the sample. They run alone, and once more if a stalled machine spoilt them.
unit: deps
	swift test --skip PulseAudioTests
	swift test --skip-build --filter PulseAudioTests || swift test --skip-build --filter PulseAudioTests

end-to-end: deps build $(VENV)/installed
	$(PYTEST) -n 2 -m 'not alone and not call' Tests/EndToEnd
	$(PYTEST) -m 'alone or call' Tests/EndToEnd

integration: deps build $(VENV)/installed
	swift test --filter PulseAudioTests
	$(PYTEST) -m 'not call' Tests/EndToEnd

faults: deps build $(VENV)/installed
	PYTHONPATH=Tests/EndToEnd $(PYTHON) -m faults $(if $(QUICK),--quick) $(FAULTS)

soak: deps build $(VENV)/installed
	PYTHONPATH=Tests/EndToEnd $(PYTHON) -m soak --minutes $(MINUTES) $(SOAK)

# The default is both servers, every part and a minute of speech.
bench: PACKAGES += $(BENCH_PACKAGES)
bench: deps build $(VENV)/installed
	PYTHONPATH=Tests/EndToEnd $(PYTHON) -m Benchmarks $(if $(filter command%,$(origin SERVER)),--server $(SERVER)) \
	  $(if $(ONLY),--only $(ONLY)) $(if $(filter command%,$(origin MINUTES)),--minutes $(MINUTES)) $(BENCH)

check: swift
	python3 Tests/check_imports.py
	swift format lint --strict --recursive Sources Tests Benchmarks Package.swift
	python3 -m compileall -q -f Tests/EndToEnd Tests/check_imports.py Benchmarks
	bash -n .ci/run

demo: deps build $(VENV)/installed
	@PYTHONPATH=Tests/EndToEnd $(PYTHON) -m demo --server '$(SERVER)' --text '$(subst ','\'',$(TEXT))'

install:
	test -x $(PROGRAM) || { echo 'speakcall is not built. Next: make build' >&2; exit 66; }
	install -D -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/speakcall
	install -D -m 644 man/speakcall.1 $(DESTDIR)$(PREFIX)/share/man/man1/speakcall.1
	install -D -m 644 LICENSE $(DESTDIR)$(PREFIX)/share/doc/speakcall/copyright
	install -d $(DESTDIR)$(PREFIX)/share/bash-completion/completions $(DESTDIR)$(PREFIX)/share/zsh/site-functions \
	  $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	$(PROGRAM) completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/speakcall
	$(PROGRAM) completions zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_speakcall
	$(PROGRAM) completions fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/speakcall.fish

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/speakcall $(DESTDIR)$(PREFIX)/share/man/man1/speakcall.1 \
	  $(DESTDIR)$(PREFIX)/share/bash-completion/completions/speakcall \
	  $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_speakcall \
	  $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/speakcall.fish
	rm -rf $(DESTDIR)$(PREFIX)/share/doc/speakcall

clean:
	rm -rf .build
