# Sourced by each command beside it: finds a Python and hands over to the task of the same name.
# A name on PATH proves little (pyenv leaves shims of versions that are not active), so each is tried.
scripts=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
for python in python3 python3.12 python3.13 python3.11 python3.14 python; do
  if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
    exec "$python" "$scripts" "$(basename -- "$0")" "$@"
  fi
done
printf '%s\n' 'Scopeboard needs Python 3.11 or newer, and there is none on PATH.' \
  'Debian or Ubuntu: apt install python3 python3-venv. macOS: brew install python.' >&2
exit 1
