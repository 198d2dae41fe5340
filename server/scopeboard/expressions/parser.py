"""Parse the text of an expression into a tree.

    loss  train.loss           a tag whose name is letters, digits, “_” and “.”
    "train/loss"  'a b'        any tag; in quotes, a backslash takes the next character as it is
    loss@val                   the tag in the run of the same training that logs this phase
    step  wall_time  relative  the step; seconds since the epoch; seconds since the first point
    hparam("batch_size")       a hyper-parameter
    last(val_loss)             the last value at or before each step
    baseline(acc)              the tag in the baseline run
    + - * / % **               as in Python; `**` before a sign, both before `*`, `/` and `%`
    log(x)  max(x, y)  …       see `functions`

The text and its tree are bounded: evaluation takes time in proportion to the operations, and goes
as deep as the tree.
"""

import re
from dataclasses import replace
from typing import Final, NamedTuple, NoReturn, get_args

from scopeboard.expressions.functions import FUNCTIONS, Function
from scopeboard.expressions.syntax import (
    Call,
    Expression,
    ExpressionError,
    HparamOperand,
    Number,
    TagOperand,
    Variable,
    VariableName,
    hparams_of,
    nodes,
    tags_of,
)

MAX_CHARACTERS: Final = 1000
MAX_DEPTH: Final = 40
MAX_OPERATIONS: Final = 100
MAX_TAGS: Final = 12

_VARIABLES: Final[dict[str, VariableName]] = {name: name for name in get_args(VariableName)}
_TOKEN: Final = re.compile(
    r"""(?P<blank>\s+)
    | (?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    | (?P<name>[^\W\d][\w.]*)
    | (?P<quoted>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
    | (?P<sign>\*\*|[-+*/%(),@])
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_HPARAM: Final = "hparam"
_LATEST: Final = "last"
_BASELINE: Final = "baseline"
_OWN_FUNCTIONS: Final = (_LATEST, _BASELINE, _HPARAM)
_OPERAND: Final = "a tag, a number, a function or “(”"


class _Token(NamedTuple):
    """A part of the text: `kind` is the sign itself, `number`, `name`, `quoted` or `end`."""

    kind: str
    text: str
    position: int

    @property
    def shown(self) -> str:
        """The token in a message."""
        return "the end" if self.kind == "end" else f"“{self.text}”"


def parse_expression(text: str) -> Expression:
    """Return the tree of a value: an expression with at least one tag, which has the steps.

    Raises:
        ExpressionError: the text is no expression, or exceeds a bound.
    """
    expression = _parse(text)
    if not tags_of(expression):
        raise ExpressionError("Expected a tag, whose points are drawn, found none", len(text))
    return expression


def parse_axis(text: str) -> Expression:
    """Return the tree of a position: an expression in which anything varies.

    Raises:
        ExpressionError: the text is no expression, or exceeds a bound.
    """
    expression = _parse(text)
    if not any(isinstance(node, Variable | TagOperand) for node in nodes(expression)):
        raise ExpressionError("Expected a tag, step or a time on an axis, found none", len(text))
    return expression


def _parse(text: str) -> Expression:
    if len(text) > MAX_CHARACTERS:
        message = f"Expected at most {MAX_CHARACTERS:,} characters, found {len(text):,}"
        raise ExpressionError(message, MAX_CHARACTERS)
    parser = _Parser(_tokens(text))
    expression = parser.sum()
    parser.expect("end", "an operator or the end")
    tags = tags_of(expression)
    if len(tags) > MAX_TAGS:
        message = f"Expected at most {MAX_TAGS} tags, found {len(tags)}"
        raise ExpressionError(message, tags[MAX_TAGS].position)
    return expression


def _tokens(text: str) -> list[_Token]:
    tokens = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            _fail_at_character(text, position)
        kind = match.lastgroup or ""
        if kind == "sign":
            kind = match.group()
        if kind != "blank":
            tokens.append(_Token(kind, match.group(), position))
        position = match.end()
    return [*tokens, _Token("end", "", len(text))]


def _fail_at_character(text: str, position: int) -> NoReturn:
    character = text[position]
    if character in "\"'":
        raise ExpressionError(f"Expected a closing {character}, found the end", len(text))
    if character == "^":
        raise ExpressionError("Expected ** for a power, found “^”", position)
    message = f"Expected {_OPERAND} or an operator, found “{character}”"
    raise ExpressionError(f"{message}; put names with such characters in quotes", position)


class _Parser:
    """Reads tokens from left to right, by one method for each level of precedence."""

    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0
        self._operations = 0

    def sum(self) -> Expression:
        """Read terms with + and - between them."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            self._fail(f"Expected at most {MAX_DEPTH} nested parts, found more")
        result = self._product()
        while token := self._accept("+", "-"):
            result = self._call(token, token.kind, (result, self._product()))
        self._depth -= 1
        return result

    def expect(self, kind: str, what: str) -> _Token:
        """Read a token of a kind."""
        token = self._accept(kind)
        if token is None:
            self._fail(f"Expected {what}, found {self._next.shown}")
        return token

    @property
    def _next(self) -> _Token:
        return self._tokens[self._at]

    def _accept(self, *kinds: str) -> _Token | None:
        token = self._next
        if token.kind not in kinds:
            return None
        self._at += token.kind != "end"
        return token

    def _fail(self, message: str) -> NoReturn:
        raise ExpressionError(message, self._next.position)

    def _call(self, token: _Token, function: str, arguments: tuple[Expression, ...]) -> Call:
        self._operations += 1
        if self._operations > MAX_OPERATIONS:
            message = f"Expected at most {MAX_OPERATIONS} operations, found more"
            raise ExpressionError(message, token.position)
        return Call(function, arguments)

    def _product(self) -> Expression:
        result = self._signed()
        while token := self._accept("*", "/", "%"):
            result = self._call(token, token.kind, (result, self._signed()))
        return result

    def _signed(self) -> Expression:
        signs = []
        while sign := self._accept("-", "+"):
            signs.append(sign)
        result = self._power()
        for sign in reversed(signs):
            if sign.kind == "-":
                result = self._call(sign, "negative", (result,))
        return result

    def _power(self) -> Expression:
        base = self._operand()
        token = self._accept("**")
        if token is None:
            return base
        self._depth += 1
        if self._depth > MAX_DEPTH:
            self._fail(f"Expected at most {MAX_DEPTH} nested parts, found more")
        result = self._call(token, "**", (base, self._signed()))
        self._depth -= 1
        return result

    def _operand(self) -> Expression:
        if token := self._accept("number"):
            return Number(float(token.text))
        if self._accept("("):
            result = self.sum()
            self.expect(")", "an operator or “)”")
            return result
        if token := self._accept("quoted"):
            return self._tag(token)
        token = self.expect("name", _OPERAND)
        if self._next.kind == "(":
            return self._function(token)
        if token.text in _VARIABLES and self._next.kind != "@":
            return Variable(_VARIABLES[token.text])
        return self._tag(token)

    def _tag(self, token: _Token) -> TagOperand:
        phase = None
        if self._accept("@"):
            phase = self._name("a phase, such as val")
        return TagOperand(_name_of(token), phase, position=token.position)

    def _name(self, what: str) -> str:
        token = self._accept("name", "quoted", "number")
        if token is None:
            self._fail(f"Expected {what}, found {self._next.shown}")
        return _name_of(token)

    def _function(self, token: _Token) -> Expression:
        name = token.text
        if name == _HPARAM:
            self.expect("(", "“(”")
            hparam = HparamOperand(self._name("a hyper-parameter"), position=token.position)
            self.expect(")", "“)”")
            return hparam
        if name in _OWN_FUNCTIONS:
            (argument,) = self._arguments(token, Function(lambda column: column))
            if name == _LATEST:
                return _with_operands(argument, is_latest=True)
            return _with_operands(argument, of_baseline=True)
        function = FUNCTIONS.get(name)
        if function is None:
            known = ", ".join((*FUNCTIONS, *_OWN_FUNCTIONS))
            raise ExpressionError(f"Expected one of {known}, found “{name}(”", token.position)
        return self._call(token, name, self._arguments(token, function))

    def _arguments(self, token: _Token, function: Function) -> tuple[Expression, ...]:
        self.expect("(", "“(”")
        arguments = [self.sum()]
        while len(arguments) < function.most and self._accept(","):
            arguments.append(self.sum())
        if len(arguments) < function.fewest:
            self.expect(",", f"“,” and another argument of {token.text}")
        self.expect(")", "“)”" if len(arguments) == function.most else "“,” or “)”")
        return tuple(arguments)


def _name_of(token: _Token) -> str:
    return _ESCAPED.sub(r"\1", token.text[1:-1]) if token.kind == "quoted" else token.text


def _with_operands(
    expression: Expression, *, is_latest: bool = False, of_baseline: bool = False
) -> Expression:
    """Return an expression whose operands are the latest, or of the baseline run, too."""
    if isinstance(expression, TagOperand):
        return replace(
            expression,
            is_latest=expression.is_latest or is_latest,
            of_baseline=expression.of_baseline or of_baseline,
        )
    if isinstance(expression, HparamOperand):
        return replace(expression, of_baseline=expression.of_baseline or of_baseline)
    if isinstance(expression, Call):
        arguments = (
            _with_operands(argument, is_latest=is_latest, of_baseline=of_baseline)
            for argument in expression.arguments
        )
        return replace(expression, arguments=tuple(arguments))
    return expression


def operand_names(expression: Expression) -> tuple[list[str], list[str]]:
    """Return the names of the tags and of the hyper-parameters, each once, from left to right."""
    tags = dict.fromkeys(operand.tag for operand in tags_of(expression))
    return list(tags), list(dict.fromkeys(operand.name for operand in hparams_of(expression)))
