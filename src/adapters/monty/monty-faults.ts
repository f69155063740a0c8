import type { TurnError, TurnFault } from '../../agent/turn-record.js'

/** What Monty told of an error. */
export interface MontyError {
  readonly type: string
  readonly message: string
  readonly line?: number
}

const FAULTS: Readonly<Record<string, TurnFault>> = {
  FileNotFoundError: 'forbidden',
  ImportError: 'forbidden',
  IndexError: 'index',
  KeyError: 'key',
  MemoryError: 'limit',
  ModuleNotFoundError: 'forbidden',
  NameError: 'undefined-name',
  NotImplementedError: 'unsupported',
  OSError: 'forbidden',
  OverflowError: 'arithmetic',
  PermissionError: 'forbidden',
  RecursionError: 'limit',
  TimeoutError: 'limit',
  UnboundLocalError: 'undefined-name',
  ZeroDivisionError: 'arithmetic',
}

/** The class of what went wrong in Monty. What Python has and Monty does not is `unsupported`, whatever Monty calls it. */
export function faultOf({ type, message, line }: MontyError): TurnError {
  return {
    fault: classOf(type, message),
    message: `${type}: ${message}`,
    ...(line === undefined ? {} : { line }),
  }
}

function classOf(type: string, message: string): TurnFault {
  if (type === 'SyntaxError') return message.includes('too deeply nested') ? 'limit' : 'syntax'
  if (/not (?:yet )?support/.test(message)) return message.includes('os.') ? 'forbidden' : 'unsupported'
  if (/^module '\w+' has no attribute/.test(message)) return 'forbidden'
  if (type === 'AttributeError') return attributeFault(message)
  if (type === 'NameError' && REACHING.test(message)) return 'forbidden'
  return FAULTS[type] ?? 'type'
}

const REACHING =
  /^name '(?:eval|exec|compile|open|input|globals|locals|vars|dir|setattr|delattr|breakpoint|help|__\w+__)'/

function attributeFault(message: string): TurnFault {
  const [, holder = '', name = ''] = /^'(\w+)' object has no attribute '(\w+)'/.exec(message) ?? []
  if (name.startsWith('_')) return 'forbidden'
  if (holder === 'NoneType') return 'none-input'
  return METHODS[holder]?.has(name) === true ? 'unsupported' : 'type'
}

/** Methods of Python's own types; one of these that Monty lacks is no mistake of the plan. */
const METHODS: Readonly<Record<string, ReadonlySet<string>>> = {
  str: words(`capitalize casefold center count encode endswith expandtabs find format format_map index isalnum isalpha isascii
    isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans
    partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith
    strip swapcase title translate upper zfill`),
  list: words('append clear copy count extend index insert pop remove reverse sort'),
  dict: words('clear copy fromkeys get items keys pop popitem setdefault update values'),
  set: words(`add clear copy difference difference_update discard intersection intersection_update isdisjoint issubset
    issuperset pop remove symmetric_difference symmetric_difference_update union update`),
  tuple: words('count index'),
  int: words(
    'as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag numerator real to_bytes',
  ),
  float: words('as_integer_ratio conjugate fromhex hex imag is_integer real'),
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}
