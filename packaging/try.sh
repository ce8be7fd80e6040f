#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs in a bare Debian root without a network (packaging/packages.sh): installs the packages, tries one command per engine, Python and
# GAP, upgrades, removes; then the wheel. Ends with an error at the first thing that is not as it should be.
set -eu
cd /tmp
export HOME=/tmp LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
echo "deb [trusted=yes] copy:/repository ./" > /etc/apt/sources.list
apt-get update > /dev/null
fail() { echo "try.sh: $*" >&2; exit 1; }
step() { echo "  $*"; }
now() { cut -d' ' -f1 /proc/uptime; }
since() { echo "$1 $(now)" | awk '{printf "%.1f s", $2 - $1}'; }
quietly() { "$@" > /tmp/log 2>&1 || { cat /tmp/log >&2; fail "$*"; }; }
expect() {  # expect TEXT COMMAND...: the output contains the text
  text=$1; shift
  output=$("$@" 2> /tmp/errors) || { cat /tmp/errors >&2; fail "$*: exit code $?"; }
  case $output in *"$text"*) ;; *) fail "$*: no '$text' in: $output" ;; esac
}
install() { quietly apt-get -y -qq --no-install-recommends install "$@"; }

engines() {
  expect dc wreath word reduce surface:2 abABcd
  expect '"size": 477' wreath semigroup enumerate bihecke:4 --json
  expect 60 wreath coset order '<a,b|a^2,b^3,(ab)^5>'
  expect 720 wreath orbit growth lrx:6
  quietly wreath perm random 1000 -o x.npy
  expect permutation wreath perm check x.npy
  expect valid wreath flip verify 2x2x2
}

begin=$(now)
quietly dpkg -i /packages/rc/wreath_*.deb
expect dc wreath word reduce surface:2 abABcd
step "from the package to the first answer: $(since "$begin")"
engines
step "one command per engine"

# The levels of amd64: the same results by each that this processor runs.
levels=""
for level in x86-64 x86-64-v3; do
  if [ "$(dpkg --print-architecture)" = amd64 ] && WREATH_LEVEL=$level wreath --version > /dev/null 2>&1; then
    expect "\"level\": \"$level\"" env WREATH_LEVEL=$level wreath doctor --json
    WREATH_LEVEL=$level wreath bench signature > "/tmp/signature.$level" || fail "wreath bench signature at $level"
    cmp -s /tmp/signature.x86-64 "/tmp/signature.$level" || fail "signatures at $level differ"
    levels="$levels $level"
  fi
done
step "the same signatures at:$levels; chosen: $(wreath doctor --json | sed -n 's/.*"level": "\([^"]*\)".*/\1/p')"

begin=$(now)
install /packages/rc/python3-wreath_*.deb
expect 477 python3 -c 'import wreath; print(len(wreath.semigroup.family("bihecke:4")))'
step "Python, numpy included, to the first answer: $(since "$begin")"
install /packages/rc/gap-wreath_*.deb
expect '^2' gap -A -q -c 'LoadPackage("wreath");; F:=FreeGroup("a","b");; G:=F/[F.1^2,F.2^3,(F.1*F.2)^7];; S:=WreathAutomaticStructure(G);; Print(WreathReducedWord(S,(G.1*G.2)^5),"\n"); QUIT;'
step "GAP: LoadPackage"
install /packages/rc/wreath-mpi_*.deb
expect libwreath_mpi.so wreath doctor
step "the part for clusters is found"

install /packages/wreath_*.deb /packages/wreath-mpi_*.deb /packages/python3-wreath_*.deb /packages/gap-wreath_*.deb
for package in wreath wreath-mpi python3-wreath gap-wreath; do
  [ "$(dpkg-query -W -f '${Version}' $package)" = "$(dpkg-deb -f /packages/wreath_*.deb Version)" ] || fail "$package was not upgraded"
done
engines
expect 477 python3 -c 'import wreath; print(len(wreath.semigroup.family("bihecke:4")))'
for file in man/man1/wreath.1.gz bash-completion/completions/wreath zsh/vendor-completions/_wreath fish/vendor_completions.d/wreath.fish; do
  dpkg -L wreath | grep -q "/usr/share/$file" || fail "$file is not in the package"
done
step "upgraded from $(dpkg-deb -f /packages/rc/wreath_*.deb Version)"
quietly apt-get -y -qq purge wreath wreath-mpi python3-wreath gap-wreath
left=$(find / -xdev \( -path /packages -o -path /repository -o -path /tmp -o -path /proc \) -prune -o -name '*wreath*' -print)
[ -z "$left" ] || fail "left after the removal: $left"
step "removed; nothing of it is left"

install python3-venv
begin=$(now)
quietly python3 -m venv --system-site-packages venv
quietly venv/bin/pip install --no-index --no-deps /packages/*.whl
expect 477 venv/bin/python -c 'import wreath; print(len(wreath.semigroup.family("bihecke:4")))'
step "wheel in a fresh environment, to the first answer: $(since "$begin")"
