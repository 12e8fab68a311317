"""Hypothesis on the predicates that `touchstone-bench draw SEED` prints: python3 drawn.py ROWS [SEEDS] > FIGURES.

Each row runs from SEEDS seeds (30 unless told otherwise), up to 10,000 examples each. The figures are JSON, one entry a row: what each
failing run ended in, and the calls of the predicate after the first failure. The meaning of the formulas is that of
Sources/touchstone-bench/Drawn/Formula.Meaning.swift.
"""

import datetime
import json
import math
import random
import sys

from hypothesis import HealthCheck, Phase, errors, find, settings, strategies as st

ALPHABET = "abcdexyzABC019 -,"
NAN = float("nan")


def strategy(domain):
    name, parts = (domain, []) if isinstance(domain, str) else (domain[0], domain[1:])
    match name:
        case "int":
            return st.integers(parts[0], parts[1])
        case "real":
            return st.floats(parts[0], parts[1], allow_nan=False)
        case "date":
            start = datetime.datetime(2001, 1, 1)
            reach = datetime.timedelta(seconds=parts[0])
            return st.datetimes(start - reach, start + reach).map(lambda date: (date - start).total_seconds())
        case "bool":
            return st.booleans().map(int)
        case "text":
            return st.text(ALPHABET, max_size=parts[0]).map(lambda text: [ord(scalar) for scalar in text])
        case "unicode":
            return st.text(max_size=parts[0]).map(lambda text: [ord(scalar) for scalar in text])
        case "optional":
            return st.none().map(lambda _: []) | strategy(parts[0])
        case "list":
            return st.lists(strategy(parts[0]), max_size=parts[1])
        case "set":
            return st.sets(strategy(parts[0]), max_size=parts[1]).map(sorted)
        case "dictionary":
            return st.dictionaries(strategy(parts[0]), strategy(parts[1]), max_size=parts[2]).map(
                lambda contents: [list(pair) for pair in sorted(contents.items())])
        case "tree":
            return st.recursive(strategy(parts[0]), lambda below: st.tuples(below, below).map(list), max_leaves=50)
        case "record":
            return st.tuples(*map(strategy, parts)).map(list)
    raise ValueError(f"no strategy for {name}")


def number(value):
    return value if isinstance(value, (int, float)) else NAN


def items(value):
    return value if isinstance(value, list) else []


def numbers(value):
    if not isinstance(value, list):
        yield value
    else:
        for item in value:
            yield from numbers(item)


def key(value):
    """Numbers before lists, lists by their items in order."""
    return (1, [key(item) for item in value]) if isinstance(value, list) else (0, value)


def frozen(value):
    return tuple(frozen(item) for item in value) if isinstance(value, list) else value


def depth(value):
    return 1 + max((depth(item) for item in value), default=0) if isinstance(value, list) else 0


def is_whole(value):
    return math.isfinite(value) and value == math.floor(value)


def digits(value):
    return [int(digit) for digit in str(abs(int(value)))] if is_whole(value) and abs(value) < 2**53 else []


def date(value):
    return datetime.datetime(2001, 1, 1) + datetime.timedelta(seconds=math.floor(value))


def is_prime(value):
    return is_whole(value) and value > 1 and all(value % divisor for divisor in range(2, math.isqrt(int(value)) + 1))


def largest(function, value):
    return number(function(items(value), key=key)) if items(value) else NAN


UNARY = {
    "first": lambda a: a[0] if items(a) else [],
    "last": lambda a: a[-1] if items(a) else [],
    "reversed": lambda a: items(a)[::-1],
    "sorted": lambda a: sorted(items(a), key=key),
    "rest": lambda a: items(a)[1:],
    "joined": lambda a: [inner for item in items(a) for inner in items(item)],
    "sum": lambda a: sum(numbers(a)),
    "squares": lambda a: sum(n * n for n in numbers(a)),
    "weighted": lambda a: sum(n * (place + 1) for place, n in enumerate(numbers(a))),
    "numbers": lambda a: sum(1 for _ in numbers(a)),
    "count": lambda a: len(items(a)),
    "distinct": lambda a: len({frozen(item) for item in items(a)}),
    "most": lambda a: largest(max, a),
    "least": lambda a: largest(min, a),
    "depth": depth,
    "digits": lambda a: sum(digits(number(a))),
    "year": lambda a: date(number(a)).year,
    "month": lambda a: date(number(a)).month,
    "day": lambda a: date(number(a)).day,
    "weekday": lambda a: date(number(a)).weekday(),
    "hour": lambda a: date(number(a)).hour,
}
BINARY = {
    "plus": lambda a, b: a + b,
    "minus": lambda a, b: a - b,
    "times": lambda a, b: a * b,
    "distance": lambda a, b: abs(a - b),
}
CONDITIONS = {
    "modulo": lambda a, modulus, rest: is_whole(a) and a % modulus == rest,
    "digit": lambda a, digit: digit in digits(a),
    "bits": lambda a, bits: is_whole(a) and abs(a) < 2**53 and bin(abs(int(a))).count("1") == bits,
    "whole": is_whole,
    "square": lambda a: a >= 0 and round(math.sqrt(a)) ** 2 == a,
    "prime": is_prime,
}


def compiled(formula):
    """A function of the value and of an element of it."""
    if isinstance(formula, (int, float)):
        return lambda x, y: formula
    if formula == "x":
        return lambda x, y: x
    if formula == "y":
        return lambda x, y: y
    name, *operands = formula
    if name == "at":
        of, place = compiled(operands[0]), int(operands[1])
        return lambda x, y: (lambda list: list[place] if place < len(list) else [])(items(of(x, y)))
    parts = [compiled(operand) for operand in operands]
    if name in UNARY:
        function, of = UNARY[name], parts[0]
        return lambda x, y: function(of(x, y))
    if name in BINARY:
        function, left, right = BINARY[name], *parts
        return lambda x, y: function(number(left(x, y)), number(right(x, y)))
    if name in CONDITIONS:
        function, of, constants = CONDITIONS[name], parts[0], operands[1:]

        def condition(x, y):
            value = number(of(x, y))
            return math.isfinite(value) and function(value, *constants)

        return condition
    match name:
        case "each":
            return lambda x, y: [parts[1](x, item) for item in items(parts[0](x, y))]
        case "and":
            return lambda x, y: all(part(x, y) for part in parts)
        case "or":
            return lambda x, y: any(part(x, y) for part in parts)
        case "not":
            return lambda x, y: not parts[0](x, y)
        case "above":
            return lambda x, y: number(parts[0](x, y)) > number(parts[1](x, y))
        case "equal":
            # A number is never equal to a list, and NaN to nothing.
            return lambda x, y: parts[0](x, y) == parts[1](x, y)
        case "begins":
            return lambda x, y: items(parts[0](x, y))[: len(items(parts[1](x, y)))] == items(parts[1](x, y))
        case "any":
            return lambda x, y: any(parts[1](x, item) for item in items(parts[0](x, y)))
        case "all":
            return lambda x, y: all(parts[1](x, item) for item in items(parts[0](x, y)))
    raise ValueError(f"no meaning of {name}")


def shown(value):
    if isinstance(value, list):
        return "[" + ",".join(map(shown, value)) + "]"
    return str(int(value)) if is_whole(value) and abs(value) < 2**53 else str(value)


def run(row, seed):
    holds = compiled(row["fails"])
    calls, first = 0, None

    def fails(value):
        nonlocal calls, first
        calls += 1
        result = holds(value, [])
        if result and first is None:
            first = calls
        return result

    try:
        least = find(
            strategy(row["domain"]), fails, random=random.Random(seed),
            settings=settings(
                max_examples=10_000, database=None, deadline=None, suppress_health_check=list(HealthCheck),
                phases=[Phase.generate, Phase.shrink]))
    except errors.NoSuchExample:
        return None
    return {"value": shown(least), "calls": calls - first}


def main():
    with open(sys.argv[1]) as file:
        rows = json.load(file)
    seeds = int(sys.argv[2]) if len(sys.argv) > 2 else 30
    figures = []
    for place, row in enumerate(rows):
        endings = [run(row, seed) for seed in range(1, seeds + 1)]
        figures.append({"endings": [ending for ending in endings if ending]})
        print(f"{place + 1} of {len(rows)}", end="\r", file=sys.stderr)
    json.dump(figures, sys.stdout)


main()
