#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# make packages: Debian packages, a wheel and a container image from the source archive, without git and without a network; each is
# tried, and what was tried is printed. Everything lies in build/packages. With the same archive what is built already stays.
#   packaging/packages.sh ARCHIVE [PART...]      parts: build, check, root, container; all of them if none is named
set -euo pipefail
cd "$(dirname "$0")/.."
archive=$(realpath "$1"); shift
parts=" ${*:-build check root container} "
packaging=$PWD/packaging
work=$PWD/build/packages
version=$(basename "$archive" .tar.xz); version=${version#wreath-}
tree=$work/wreath-$version
if [ "$(id -u)" -ne 0 ]; then
  echo "packages.sh: a Debian root and a container need root: run this as root, or name the parts build and check" >&2
  [ "$parts" = " build check " ] || exit 1
fi
# With the loopback interface up: MPI's compiler complains without any, and CMake takes the complaint for an option.
no_network() {
  local alone=-n
  [ "$(id -u)" -eq 0 ] || alone=-rn
  unshare $alone sh -c 'ip link set lo up 2> /dev/null || true; exec "$@"' sh "$@"
}
seconds() { local begin=$SECONDS; "$@"; echo "  $((SECONDS - begin)) s: $1"; }
part() { case $parts in *" $1 "*) echo; echo "== $1"; return 0 ;; *) return 1 ;; esac; }

build_debs() {
  [ -e "$work/debs.done" ] && return
  export CCACHE_DIR="${CCACHE_DIR:-$HOME/.cache/ccache}"  # debhelper builds with another home
  export DEB_BUILD_OPTIONS="parallel=${JOBS:-$(nproc)} noautodbgsym"
  no_network dpkg-buildpackage -b -us -uc > "$work/debs.log" 2>&1 || { tail -n 40 "$work/debs.log" >&2; return 1; }
  touch "$work/debs.done"
}
make_older() {  # the same as version X~rc, to be upgraded
  local deb
  rm -rf "$work/rc"
  mkdir -p "$work/rc"
  for deb in "$work"/*.deb; do
    dpkg-deb -R "$deb" "$work/rc/unpacked"
    sed -i -E "/^(Version|Depends):/s/\\b${version//./[.]}\\b/$version~rc/g" "$work/rc/unpacked/DEBIAN/control"
    dpkg-deb --root-owner-group -Zgzip -z1 -b "$work/rc/unpacked" "$work/rc" > /dev/null
    rm -rf "$work/rc/unpacked"
  done
}
build_wheel() {  # of the same build
  rm -rf "$work"/*.whl
  WREATH_BUILD=build/portable no_network /usr/bin/python3 -m pip wheel . --no-build-isolation --no-deps --no-index -w "$work" \
    > "$work/wheel.log" 2>&1 || { tail -n 40 "$work/wheel.log" >&2; return 1; }
}
if part build; then
  sum=$(sha256sum "$archive" | cut -d' ' -f1)
  if [ "$(cat "$work/archive.sha256" 2> /dev/null)" != "$sum" ]; then
    rm -rf "$work"
    mkdir -p "$work"
    tar -xf "$archive" -C "$work"
    echo "$sum" > "$work/archive.sha256"
  fi
  cd "$tree"
  seconds build_debs
  seconds make_older
  seconds build_wheel
fi

use_library() {  # the headers and the library of the package, by the program of tests/consumer
  rm -rf "$work/library"
  dpkg -x "$work"/libwreath-dev_*.deb "$work/library"
  g++ -std=c++20 "$tree/tests/consumer/main.cpp" -I"$work/library/usr/include" "$work"/library/usr/lib/*/libwreath.a -lfmt -lpthread -ldl \
    -o "$work/consumer"
  "$work/consumer"
}
check_packages() {
  lintian --fail-on error "$work/wreath_${version}_$(dpkg --print-architecture).changes"
}
check_wheel() {
  python3 -B "$tree/tests/packages/test_wheel.py" "$work"/*.whl
}
if part check; then
  seconds check_packages
  seconds check_wheel
  seconds use_library
fi

# A Debian root with nothing but what every root has, and a folder of packages that ours depend on. They are fetched once,
# into build/debian-root, from where apt of this machine gets its own.
debs=$PWD/build/debian-root/debs
. /etc/os-release
make_root() {
  [ -e build/debian-root/root.tar ] && return
  mkdir -p "$debs/partial"
  : > build/debian-root/nothing
  apt-get -y -qq --no-install-recommends -o Dir::State::status="$PWD/build/debian-root/nothing" -o Dir::Cache::archives="$debs" \
    -o Debug::NoLocking=1 --download-only install '?essential' apt python3-numpy python3-venv python3-pip gap-core libopenmpi3
  (cd "$debs" && rm -rf partial lock && dpkg-scanpackages . > Packages 2> /dev/null &&
    printf 'Suite: %s\nCodename: %s\nDate: %s\nSHA256:\n %s %s Packages\n' "$VERSION_CODENAME" "$VERSION_CODENAME" "$(LC_ALL=C date -Ru)" \
      "$(sha256sum Packages | cut -d' ' -f1)" "$(stat -c %s Packages)" > Release)
  no_network mmdebstrap --quiet --variant=minbase --include=apt --dpkgopt=force-unsafe-io "$VERSION_CODENAME" build/debian-root/root.tar "deb [trusted=yes] copy:$debs ./"
}
try_in_root() {
  rm -rf "$work/root"
  mkdir -p "$work/root"
  tar -xf build/debian-root/root.tar -C "$work/root"
  mkdir -p "$work/root/packages/rc"
  cp -r "$debs" "$work/root/repository"
  cp "$work"/*.deb "$work"/*.whl "$work/root/packages"
  cp "$work"/rc/*.deb "$work/root/packages/rc"
  cp "$packaging/try.sh" "$work/root/try.sh"
  # GAP talks to other programs through a pseudo terminal.
  unshare -n -m -p -f --mount-proc="$work/root/proc" sh -c 'mkdir -p "$1/dev/pts" && mount -t devpts -o ptmxmode=666 devpts "$1/dev/pts" &&
    ln -sf pts/ptmx "$1/dev/ptmx" && exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$1" /bin/sh /try.sh' sh "$work/root"
}
if part root; then
  seconds make_root
  seconds try_in_root
  rm -rf "$work/root"
fi

# An image of that root and the package. buildah without a registry, a daemon or user namespaces.
image() { buildah --root "$work/images" --runroot "$work/images.run" --storage-driver vfs "$@"; }
make_container() {
  rm -rf "$work/container"
  mkdir -p "$work/container"
  cp build/debian-root/root.tar "$work/container"
  cp "$work"/wreath_*.deb "$work/container/wreath.deb"
  no_network buildah --root "$work/images" --runroot "$work/images.run" --storage-driver vfs bud --isolation chroot --quiet \
    -f "$packaging/Containerfile" -t "wreath:$version" "$work/container" > /dev/null
  image push "wreath:$version" "oci-archive:$work/wreath-$version-oci.tar" > /dev/null 2>&1
}
try_container() {
  local container answer
  container=$(image from "wreath:$version")
  answer=$(image run --isolation chroot "$container" -- wreath word reduce surface:2 abABcd 2> /dev/null)
  image rm "$container" > /dev/null
  echo "  container: wreath word reduce surface:2 abABcd: $answer"
  [ "$answer" = dc ]
}
if part container; then
  make_root
  seconds make_container
  seconds try_container
  image rmi --all > /dev/null 2>&1 || true
  rm -rf "$work/container" "$work/images" "$work/images.run"
fi

echo
echo "== packages in build/packages"
cd "$work"
{ ls -lh ./*.deb ./*.whl ./*-oci.tar 2> /dev/null || true; } | awk '{print "  " $5 "\t" $9}'
