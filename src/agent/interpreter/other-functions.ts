/** Names of Python that mean something there, but nothing here: what uses them is no mistake of the plan. */
export const OTHER_FUNCTIONS: ReadonlySet<string> = new Set(
  `aiter anext ascii bin bytearray bytes callable chr classmethod complex divmod filter format frozenset hash hex id
  isinstance issubclass iter map next object oct ord pow property set slice staticmethod type Ellipsis NotImplemented
  BaseException Exception ArithmeticError AssertionError AttributeError EOFError ImportError IndexError KeyError
  KeyboardInterrupt LookupError MemoryError NameError NotImplementedError OSError OverflowError RecursionError
  RuntimeError StopIteration SyntaxError SystemExit TimeoutError TypeError UnicodeError ValueError
  ZeroDivisionError`.split(/\s+/),
)
