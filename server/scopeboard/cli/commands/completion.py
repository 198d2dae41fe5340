"""`dashboard completion`: scripts with which shells complete commands and flags."""

import argparse
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Final

from scopeboard.cli.commands.arguments import command_parser
from scopeboard.cli.commands.names import COMMANDS
from scopeboard.cli.commands.status import DONE
from scopeboard.config.flags import CommandLineParser, command_line_parser

SHELLS: Final = ("bash", "zsh", "fish")
PROGRAMS: Final = ("dashboard", "scopeboard")
_HOW: Final = """\
bash: eval "$(dashboard completion bash)"          in ~/.bashrc
zsh:  eval "$(dashboard completion zsh)"           in ~/.zshrc, after compinit
fish: dashboard completion fish > ~/.config/fish/completions/dashboard.fish
"""


@dataclass(frozen=True, slots=True)
class Flag:
    """A flag: its words, what it takes (None: nothing; empty: a text or a path), and its help."""

    words: Sequence[str]
    choices: Sequence[str] | None
    help: str


@dataclass(frozen=True, slots=True)
class Words:
    """What may stand behind a command: a description, words, and flags."""

    help: str
    words: Sequence[str]
    flags: Sequence[Flag]


def parser() -> CommandLineParser:
    """Return the parser of the command."""
    made = command_parser("completion", "Print a script with which a shell completes.")
    made.formatter_class = argparse.RawDescriptionHelpFormatter
    made.epilog = _HOW
    made.add_argument("shell", choices=SHELLS, help="the shell")
    return made


def main(arguments: Sequence[str]) -> int:
    """Run the command."""
    options = parser().parse_args(arguments)
    from scopeboard.cli.export_settings import export_parser  # noqa: PLC0415 - loads the API

    commands = {name: _words(import_module(home).parser()) for name, home in COMMANDS.items()}
    commands["export"] = _words(export_parser())
    write = {"bash": _bash, "zsh": _zsh, "fish": _fish}[options.shell]
    top = _words(command_line_parser())
    sys.stdout.writelines(f"{line}\n" for line in write(top, commands))
    return DONE


def _words(made: argparse.ArgumentParser) -> Words:
    """Return what a parser takes; flags without a help are hidden."""
    words: list[str] = []
    flags = []
    for action in made._actions:
        choices = None if action.choices is None else list(map(str, action.choices))
        help_text = (action.help or "").partition(" (")[0].replace("%%", "%")
        if not action.option_strings:
            words += choices or ()
        elif action.help != argparse.SUPPRESS:
            takes = (choices or []) if action.nargs != 0 else None
            flags.append(Flag(list(action.option_strings), takes, help_text))
    return Words(made.description or "", words, flags)


def _bash(top: Words, commands: Mapping[str, Words]) -> Iterator[str]:
    """Yield lines for bash, which completes names of files where there is nothing else."""
    yield "_dashboard() {"
    yield "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}"
    yield "  local command= words="
    yield "  (( COMP_CWORD > 1 )) && command=${COMP_WORDS[1]}"
    yield f"  case $command in {'|'.join(commands)}) ;; *) command= ;; esac"
    yield "  COMPREPLY=()"
    yield '  case "$command $prev" in'
    for name, word, values in _choices(top, commands):
        yield f"    {shlex.quote(f'{name} {word}')}) words={shlex.quote(' '.join(values))} ;;"
    yield "  esac"
    yield '  if [[ -z $words ]]; then case "$command" in'
    for name, part in commands.items():
        flags = [word for flag in part.flags for word in flag.words]
        yield f"    {name}) words={shlex.quote(' '.join([*part.words, *flags]))} ;;"
    flags = [word for flag in top.flags for word in flag.words]
    yield f"    '') words={shlex.quote(' '.join([*commands, *flags]))} ;;"
    yield "  esac; fi"
    yield '  COMPREPLY=($(compgen -W "$words" -- "$cur"))'
    yield "}"
    yield f"complete -o default -F _dashboard {' '.join(PROGRAMS)}"


def _zsh(top: Words, commands: Mapping[str, Words]) -> Iterator[str]:
    """Yield lines for zsh, with the help of each word."""
    yield f"#compdef {' '.join(PROGRAMS)}"
    yield "_dashboard() {"
    yield "  local -a words_of"
    yield "  local command=''"
    yield "  (( CURRENT > 2 )) && command=$words[2]"
    yield f"  case $command in {'|'.join(commands)}) ;; *) command='' ;; esac"
    yield "  case $command in"
    for name, part in commands.items():
        described = [*((word, "") for word in part.words), *_described(part)]
        yield f"    {name}) words_of=({_zsh_list(described)}) ;;"
    first = [(name, part.help) for name, part in commands.items()]
    yield f"    '') words_of=({_zsh_list([*first, *_described(top)])}) ;;"
    yield "  esac"
    yield '  case "$command $words[CURRENT-1]" in'
    for name, word, values in _choices(top, commands):
        listed = " ".join(map(shlex.quote, values))
        yield f"    {shlex.quote(f'{name} {word}')}) compadd -- {listed}; return ;;"
    yield "  esac"
    yield "  _describe -o 'dashboard' words_of"
    yield "  _files"
    yield "}"
    yield f"compdef _dashboard {' '.join(PROGRAMS)}"


def _choices(top: Words, commands: Mapping[str, Words]) -> Iterator[tuple[str, str, Sequence[str]]]:
    """Yield command, flag and values of each flag that takes one of a few; no command is empty."""
    for name, part in {"": top, **commands}.items():
        for flag in part.flags:
            for word in flag.words if flag.choices else ():
                yield name, word, flag.choices or ()


def _described(part: Words) -> list[tuple[str, str]]:
    return [(word, flag.help) for flag in part.flags for word in flag.words]


def _zsh_list(described: Sequence[tuple[str, str]]) -> str:
    escaped = [word.replace(":", "\\:") + (f":{text}" if text else "") for word, text in described]
    return " ".join(map(shlex.quote, escaped))


def _fish(top: Words, commands: Mapping[str, Words]) -> Iterator[str]:
    """Yield lines for fish, with the help of each word."""
    for program in PROGRAMS:
        start = f"complete -c {program}"
        none = f"-n {shlex.quote('not __fish_seen_subcommand_from ' + ' '.join(commands))}"
        for name, part in commands.items():
            yield f"{start} -n __fish_use_subcommand -a {name} -d {shlex.quote(part.help)}"
            within = f"-n {shlex.quote(f'__fish_seen_subcommand_from {name}')}"
            for word in part.words:
                yield f"{start} {within} -a {word}"
            yield from (f"{start} {within} {_fish_flag(flag)}" for flag in part.flags)
        yield from (f"{start} {none} {_fish_flag(flag)}" for flag in top.flags)


def _fish_flag(flag: Flag) -> str:
    words = " ".join(
        f"-l {word.removeprefix('--')}" if word.startswith("--") else f"-s {word[1:]}"
        for word in flag.words
    )
    takes = "" if flag.choices is None else " -r"
    if flag.choices:
        takes = f" -x -a {shlex.quote(' '.join(flag.choices))}"
    return f"{words}{takes} -d {shlex.quote(flag.help)}"
