import { pythonRepr } from '../../benchmark/readers/bfcl/python-value.js'
import type {
  Arguments,
  BinaryOperator,
  Bytes,
  Comprehension,
  Constant,
  Expression,
  FormattedValue,
  JoinedStr,
  Keyword,
} from './tree.js'
import { quoteString, writeJoined } from './unparse-strings.js'

/**
 * An expression as normalised source text: what `ast.unparse` of CPython 3.11 writes.
 *
 * @returns undefined where that function raises: a field of an f-string that cannot do without a backslash, an integer of
 * more than 4,300 digits.
 */
export function unparse(expression: Expression): string | undefined {
  try {
    return new Unparser(false).write(expression, TEST)
  } catch (error) {
    if (error instanceof UnwritableError) return undefined
    throw error
  }
}

class UnwritableError extends Error {}

/** How tightly things bind, as in `ast.unparse`. */
const NAMED = 1
const TUPLE = 2
const YIELD = 3
const TEST = 4
const OR = 5
const AND = 6
const NOT = 7
const COMPARISON = 8
const EXPRESSION = 9
const FACTOR = 15
const POWER = 16
const AWAIT = 17
const ATOM = 18

const BINARY: Readonly<Record<BinaryOperator, number>> = {
  '|': EXPRESSION,
  '^': 10,
  '&': 11,
  '<<': 12,
  '>>': 12,
  '+': 13,
  '-': 13,
  '*': 14,
  '@': 14,
  '/': 14,
  '%': 14,
  '//': 14,
  '**': POWER,
}

/** As many digits as Python writes. Far more bits than these hold fit into no double, so the length is looked at first. */
const MAX_DIGITS = 4300
const MAX_BITS = Math.ceil(MAX_DIGITS * Math.log2(10))

class Unparser {
  private readonly avoidsBackslashes: boolean

  /** @param avoidsBackslashes whether this stands in a field of an f-string. */
  constructor(avoidsBackslashes: boolean) {
    this.avoidsBackslashes = avoidsBackslashes
  }

  /** @param outer how tightly what stands around binds; what binds less tightly is put in parentheses. */
  write(node: Expression, outer: number = TEST): string {
    switch (node.kind) {
      case 'Name':
        return node.id
      case 'Constant':
        return this.constant(node)
      case 'Bytes':
        return bytesRepr(node)
      case 'Imaginary':
        return `${numberText(node.value).replace(/\.0$/, '')}j`
      case 'Ellipsis':
        return '...'
      case 'List':
        return `[${this.list(node.elts)}]`
      case 'Set':
        return `{${this.list(node.elts)}}`
      case 'Tuple':
        return enclose(
          tuple(node.elts.map((element) => this.write(element))),
          node.elts.length === 0 || outer > TUPLE,
        )
      case 'Dict':
        return `{${node.values.map((value, index) => this.entry(node.keys[index], value)).join(', ')}}`
      case 'ListComp':
        return `[${this.write(node.elt)}${this.clauses(node.generators)}]`
      case 'SetComp':
        return `{${this.write(node.elt)}${this.clauses(node.generators)}}`
      case 'GeneratorExp':
        return `(${this.write(node.elt)}${this.clauses(node.generators)})`
      case 'DictComp':
        return `{${this.write(node.key)}: ${this.write(node.value)}${this.clauses(node.generators)}}`
      case 'Attribute':
        return `${this.write(node.value, ATOM)}${isIntegerLike(node.value) ? ' ' : ''}.${node.attr}`
      case 'Subscript':
        return `${this.write(node.value, ATOM)}[${this.index(node.slice)}]`
      case 'Slice':
        return this.slice(node.lower, node.upper, node.step)
      case 'Starred':
        return `*${this.write(node.value, EXPRESSION)}`
      case 'Call':
        return `${this.write(node.func, ATOM)}(${[
          ...node.args.map((argument) => this.write(argument)),
          ...node.keywords.map((keyword) => this.keyword(keyword)),
        ].join(', ')})`
      case 'UnaryOp': {
        const own = node.op === 'not' ? NOT : FACTOR
        return enclose(`${node.op}${own === NOT ? ' ' : ''}${this.write(node.operand, own)}`, outer > own)
      }
      case 'BinOp': {
        const own = BINARY[node.op]
        const [left, right] = node.op === '**' ? [own + 1, own] : [own, own + 1]
        return enclose(
          `${this.write(node.left, left)} ${node.op} ${this.write(node.right, right)}`,
          outer > own,
        )
      }
      case 'BoolOp': {
        const own = node.op === 'or' ? OR : AND
        // Each further value is bound more tightly than the one before; that is how the original goes about it.
        const values = node.values.map((value, index) => this.write(value, Math.min(own + 1 + index, ATOM)))
        return enclose(values.join(` ${node.op} `), outer > own)
      }
      case 'Compare': {
        const rest = node.comparators.map(
          (operand, index) => ` ${node.ops[index]} ${this.write(operand, COMPARISON + 1)}`,
        )
        return enclose(`${this.write(node.left, COMPARISON + 1)}${rest.join('')}`, outer > COMPARISON)
      }
      case 'IfExp':
        return enclose(
          `${this.write(node.body, TEST + 1)} if ${this.write(node.test, TEST + 1)} else ${this.write(node.orelse, TEST)}`,
          outer > TEST,
        )
      case 'Lambda': {
        const parameters = this.parameters(node.args)
        return enclose(
          `lambda${parameters === '' ? '' : ` ${parameters}`}: ${this.write(node.body, TEST)}`,
          outer > TEST,
        )
      }
      case 'NamedExpr':
        return enclose(`${node.target.id} := ${this.write(node.value, ATOM)}`, outer > NAMED)
      case 'Await':
        return enclose(`await ${this.write(node.value, ATOM)}`, outer > AWAIT)
      case 'Yield':
        return enclose(
          node.value === undefined ? 'yield' : `yield ${this.write(node.value, ATOM)}`,
          outer > YIELD,
        )
      case 'YieldFrom':
        return enclose(`yield from ${this.write(node.value, ATOM)}`, outer > YIELD)
      case 'JoinedStr':
        return `f${this.joined(node)}`
      case 'FormattedValue':
        return this.field(node)
      default:
        return node satisfies never
    }
  }

  private constant({ value, isUnicode }: Constant): string {
    if (typeof value === 'number') return numberText(value)
    if (typeof value === 'bigint') return integerText(value)
    if (typeof value === 'boolean') return value ? 'True' : 'False'
    if (value === null) return 'None'
    return `${isUnicode ? 'u' : ''}${this.avoidsBackslashes ? quoteString(value) : pythonRepr(value)}`
  }

  private list(elements: readonly Expression[]): string {
    return elements.map((element) => this.write(element)).join(', ')
  }

  private entry(key: Expression | undefined, value: Expression): string {
    return key === undefined
      ? `**${this.write(value, EXPRESSION)}`
      : `${this.write(key)}: ${this.write(value)}`
  }

  private index(slice: Expression): string {
    if (slice.kind !== 'Tuple' || slice.elts.length === 0) return this.write(slice)
    return tuple(slice.elts.map((element) => this.write(element)))
  }

  private slice(
    lower: Expression | undefined,
    upper: Expression | undefined,
    step: Expression | undefined,
  ): string {
    const text = (bound: Expression | undefined): string => (bound === undefined ? '' : this.write(bound))
    return `${text(lower)}:${text(upper)}${step === undefined ? '' : `:${this.write(step)}`}`
  }

  private keyword({ arg, value }: Keyword): string {
    return `${arg === undefined ? '**' : `${arg}=`}${this.write(value)}`
  }

  private clauses(generators: readonly Comprehension[]): string {
    return generators
      .map(({ target, iter, ifs, is_async }) => {
        const head = `${is_async ? ' async' : ''} for ${this.write(target, TUPLE)} in ${this.write(iter, TEST + 1)}`
        return head + ifs.map((condition) => ` if ${this.write(condition, TEST + 1)}`).join('')
      })
      .join('')
  }

  private parameters({
    posonlyargs,
    args,
    vararg,
    kwonlyargs,
    kw_defaults,
    kwarg,
    defaults,
  }: Arguments): string {
    const plain = [...posonlyargs, ...args]
    const withDefault = (name: string, value: Expression | undefined): string =>
      value === undefined ? name : `${name}=${this.write(value)}`
    const parts = plain.map(({ arg }, index) => {
      const text = withDefault(arg, defaults[index - plain.length + defaults.length])
      return index + 1 === posonlyargs.length ? `${text}, /` : text
    })
    if (vararg !== undefined || kwonlyargs.length > 0) parts.push(`*${vararg?.arg ?? ''}`)
    parts.push(...kwonlyargs.map(({ arg }, index) => withDefault(arg, kw_defaults[index])))
    if (kwarg !== undefined) parts.push(`**${kwarg.arg}`)
    return parts.join(', ')
  }

  private joined(node: JoinedStr): string {
    const parts = node.values.map((value) => ({ text: this.inner(value), isText: value.kind === 'Constant' }))
    return this.avoidsBackslashes ? quoteString(parts.map(({ text }) => text).join('')) : writeJoined(parts)
  }

  /** What stands between the quotes of an f-string for one part of it. */
  private inner(part: Constant | FormattedValue): string {
    if (part.kind === 'FormattedValue') return this.field(part)
    return String(part.value).replaceAll('{', '{{').replaceAll('}', '}}')
  }

  private field({ value, conversion, format_spec }: FormattedValue): string {
    const text = new Unparser(true).write(value, TEST + 1)
    if (text.includes('\\')) throw new UnwritableError('a field of an f-string needs a backslash')
    const spec =
      format_spec === undefined ? '' : `:${format_spec.values.map((part) => this.inner(part)).join('')}`
    return `{${text.startsWith('{') ? ' ' : ''}${text}${conversion === undefined ? '' : `!${conversion}`}${spec}}`
  }
}

function enclose(text: string, isNeeded: boolean): string {
  return isNeeded ? `(${text})` : text
}

function tuple(elements: readonly string[]): string {
  return elements.length === 1 ? `${elements[0]},` : elements.join(', ')
}

/** Behind a whole number a point needs a space before it. Python counts `True` among those. */
function isIntegerLike(node: Expression): boolean {
  return node.kind === 'Constant' && (typeof node.value === 'bigint' || typeof node.value === 'boolean')
}

function integerText(value: bigint): string {
  if (BigInt.asUintN(MAX_BITS + 8, value) !== value) throw new UnwritableError('an integer is too long')
  const text = String(value)
  if (text.length > MAX_DIGITS) throw new UnwritableError('an integer is too long')
  return text
}

function numberText(value: number): string {
  return value === Number.POSITIVE_INFINITY ? '1e309' : pythonRepr(value)
}

function bytesRepr({ value }: Bytes): string {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'"
  let repr = `b${quote}`
  for (const character of value) {
    const code = character.charCodeAt(0)
    if (character === quote || character === '\\') repr += `\\${character}`
    else if (character === '\t') repr += '\\t'
    else if (character === '\n') repr += '\\n'
    else if (character === '\r') repr += '\\r'
    else if (code < 0x20 || code >= 0x7f) repr += `\\x${code.toString(16).padStart(2, '0')}`
    else repr += character
  }
  return repr + quote
}
