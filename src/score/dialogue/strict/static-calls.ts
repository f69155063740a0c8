import { parsePlan } from '../../../agent/python/parse-plan.js'
import type { Call, Expression, PythonTree, Statement } from '../../../agent/python/tree.js'
import type { CacheRecord } from '../../../agent/turn-record.js'
import { ExactNumber, emptyObject, type JsonValue } from '../../../text/json.js'
import { comparableArguments } from './comparable-arguments.js'
import { hasComparedArguments, type ScoredTools } from './dialogue-tools.js'
import type { CallSource, JudgedCall } from './judged-call.js'

interface StaticContext {
  readonly tools: ScoredTools
  /** As it stood before the turn. */
  readonly cache: readonly CacheRecord[]
}

/**
 * Calls that a plan states, read without running it: for plans that failed on the way. Each call counts once, in the
 * order in which Python would come to it; loops and both sides of a condition are gone through once. Names are followed
 * to what was last assigned to them, keys of the cache to what was saved under them. An argument that is no literal is
 * there, but equals nothing.
 *
 * @returns nothing for a plan that does not parse.
 */
export function staticCalls(plan: string, context: StaticContext): readonly JudgedCall[] {
  const parsed = parsePlan(plan)
  if (parsed.kind === 'fault') return []
  return new StaticReader(context).read(parsed.tree)
}

/** What is known of a value: itself, where it is a literal, and which calls or cached results it was made from. */
interface StaticValue {
  readonly literal?: JsonValue
  readonly makers: readonly (number | string)[]
}

const UNKNOWN: StaticValue = { makers: [] }

class StaticReader {
  readonly #tools: ScoredTools
  readonly #cached: ReadonlyMap<string, string>
  readonly #calls: JudgedCall[] = []
  readonly #names = new Map<string, StaticValue>()
  /** Other names of tools. */
  readonly #aliases = new Map<string, string>()
  readonly #saved = new Map<string, readonly (number | string)[]>()

  constructor({ tools, cache }: StaticContext) {
    this.#tools = tools
    this.#cached = new Map(cache.map(({ key, id }) => [key, id]))
  }

  read({ body }: PythonTree): readonly JudgedCall[] {
    this.#block(body)
    return this.#calls
  }

  #block(statements: readonly Statement[]): void {
    for (const statement of statements) this.#statement(statement)
  }

  #statement(statement: Statement): void {
    switch (statement.kind) {
      case 'Assign': {
        const value = this.#value(statement.value)
        for (const target of statement.targets) this.#assign(target, statement.value, value)
        return
      }
      case 'AnnAssign':
        if (statement.value !== undefined) {
          this.#assign(statement.target, statement.value, this.#value(statement.value))
        }
        return
      case 'AugAssign': {
        const value = this.#joined([statement.target, statement.value])
        if (statement.target.kind === 'Name') this.#names.set(statement.target.id, value)
        return
      }
      case 'Expr':
        this.#value(statement.value)
        return
      case 'If':
      case 'While':
        this.#value(statement.test)
        this.#block(statement.body)
        this.#block(statement.orelse)
        return
      case 'For':
      case 'AsyncFor': {
        const { makers } = this.#value(statement.iter)
        this.#assign(statement.target, statement.iter, { makers })
        this.#block(statement.body)
        this.#block(statement.orelse)
        return
      }
      case 'With':
      case 'AsyncWith':
        for (const { context_expr } of statement.items) this.#value(context_expr)
        this.#block(statement.body)
        return
      case 'Try':
      case 'TryStar':
        this.#block(statement.body)
        for (const { body } of statement.handlers) this.#block(body)
        this.#block(statement.orelse)
        this.#block(statement.finalbody)
        return
      default:
        // Definitions run nothing where they stand, and the rest holds no call of a plan.
        return
    }
  }

  #assign(target: Expression, from: Expression, value: StaticValue): void {
    if (target.kind === 'Tuple' || target.kind === 'List') {
      for (const one of target.elts) this.#assign(one, one, { makers: value.makers })
      return
    }
    if (target.kind !== 'Name') return
    this.#aliases.delete(target.id)
    this.#names.set(target.id, value)
    const tool = from.kind === 'Name' ? this.#toolNamed(from.id) : undefined
    if (tool !== undefined) this.#aliases.set(target.id, tool)
  }

  #toolNamed(name: string): string | undefined {
    const alias = this.#aliases.get(name)
    if (alias !== undefined) return alias
    return this.#tools.has(name) && !this.#names.has(name) ? name : undefined
  }

  #value(expression: Expression): StaticValue {
    switch (expression.kind) {
      case 'Constant':
        return { literal: jsonOf(expression.value), makers: [] }
      case 'Name':
        return this.#names.get(expression.id) ?? UNKNOWN
      case 'List':
      case 'Tuple':
      case 'Set':
        return this.#sequence(expression.elts)
      case 'Dict':
        return this.#joined([...expression.keys.flatMap((key) => key ?? []), ...expression.values])
      case 'UnaryOp': {
        const { literal, makers } = this.#value(expression.operand)
        const isNegated = expression.op === '-' && typeof literal === 'number'
        return isNegated ? { literal: -literal, makers } : { makers }
      }
      case 'BinOp': {
        const left = this.#value(expression.left)
        const right = this.#value(expression.right)
        const makers = [...left.makers, ...right.makers]
        const isText =
          expression.op === '+' && typeof left.literal === 'string' && typeof right.literal === 'string'
        return isText ? { literal: `${left.literal}${right.literal}`, makers } : { makers }
      }
      case 'JoinedStr':
        return this.#formatted(expression.values)
      case 'FormattedValue':
      case 'Starred':
      case 'Attribute':
      case 'Await':
        return { makers: this.#value(expression.value).makers }
      case 'Subscript':
        return this.#joined([expression.value, expression.slice])
      case 'NamedExpr': {
        const value = this.#value(expression.value)
        this.#assign(expression.target, expression.value, value)
        return value
      }
      case 'BoolOp':
        return this.#joined(expression.values)
      case 'Compare':
        return this.#joined([expression.left, ...expression.comparators])
      case 'IfExp':
        return this.#joined([expression.test, expression.body, expression.orelse])
      case 'ListComp':
      case 'SetComp':
      case 'GeneratorExp':
        return this.#comprehension(expression.generators, [expression.elt])
      case 'DictComp':
        return this.#comprehension(expression.generators, [expression.key, expression.value])
      case 'Call':
        return this.#call(expression)
      default:
        return UNKNOWN
    }
  }

  #joined(parts: readonly Expression[]): StaticValue {
    return { makers: parts.flatMap((part) => this.#value(part).makers) }
  }

  #sequence(elements: readonly Expression[]): StaticValue {
    const values = elements.map((element) => this.#value(element))
    const makers = values.flatMap((value) => value.makers)
    const literals = values.flatMap(({ literal }) => (literal === undefined ? [] : [literal]))
    return literals.length === values.length ? { literal: literals, makers } : { makers }
  }

  #formatted(parts: readonly Expression[]): StaticValue {
    const values = parts.map((part) =>
      part.kind === 'FormattedValue' ? this.#value(part.value) : this.#value(part),
    )
    const makers = values.flatMap((value) => value.makers)
    let text = ''
    for (const [place, { literal }] of values.entries()) {
      const part = parts[place]
      const isPlain = part?.kind !== 'FormattedValue' || (!part.conversion && part.format_spec === undefined)
      if (!isPlain || (typeof literal !== 'string' && typeof literal !== 'number')) return { makers }
      text += literal
    }
    return { literal: text, makers }
  }

  #comprehension(
    generators: Extract<Expression, { readonly kind: 'ListComp' }>['generators'],
    parts: readonly Expression[],
  ): StaticValue {
    const makers: (number | string)[] = []
    for (const { target, iter, ifs } of generators) {
      const source = this.#value(iter)
      makers.push(...source.makers)
      this.#assign(target, iter, { makers: source.makers })
      for (const condition of ifs) this.#value(condition)
    }
    return { makers: [...makers, ...this.#joined(parts).makers] }
  }

  #call({ func, args, keywords }: Call): StaticValue {
    const positional = args.map((argument) => this.#value(argument))
    const named = keywords.map(({ arg, value }) => ({ name: arg, value: this.#value(value) }))
    const makers = [...positional, ...named.map(({ value }) => value)].flatMap((value) => value.makers)
    const name = func.kind === 'Name' ? this.#toolNamed(func.id) : undefined
    const tool = name === undefined ? undefined : this.#tools.get(name)
    if (tool === undefined) {
      const inner = func.kind === 'Attribute' ? this.#value(func.value).makers : []
      return { makers: [...inner, ...makers] }
    }
    const given = emptyObject()
    const sources: CallSource[] = []
    for (const { name: parameter = '**', value } of named) {
      // What is no literal equals nothing, not even another one.
      given[parameter] = value.literal ?? { $unknown: this.#calls.length }
      for (const from of value.makers) sources.push({ parameter, from })
    }
    const place = this.#calls.length
    const cached = tool.role === 'get' ? this.#fetched(given, tool.tool.parameters[0]?.name) : undefined
    const result = cached?.find((maker) => typeof maker === 'string')
    if (tool.role === 'save') this.#save(given, sources, tool.tool.parameters)
    const first = tool.tool.parameters[0]?.name ?? ''
    const question = tool.role === 'seek' ? (positional[0]?.literal ?? given[first]) : undefined
    this.#calls.push({
      tool: tool.tool.name,
      role: tool.role,
      arguments: hasComparedArguments(tool.role) ? comparableArguments(tool, given) : [],
      sources,
      ...(typeof result === 'string' ? { result } : {}),
      ...(typeof question === 'string' ? { question } : {}),
    })
    return { makers: cached ?? [place] }
  }

  #fetched(given: Readonly<Record<string, JsonValue>>, keyName = ''): readonly (number | string)[] {
    const key = given[keyName]
    if (typeof key !== 'string') return []
    const id = this.#cached.get(key)
    return this.#saved.get(key) ?? (id === undefined ? [] : [id])
  }

  #save(
    given: Readonly<Record<string, JsonValue>>,
    sources: readonly CallSource[],
    parameters: readonly { readonly name: string; readonly type: string }[],
  ): void {
    const key = given[parameters.find(({ type }) => type === 'text')?.name ?? '']
    if (typeof key === 'string')
      this.#saved.set(
        key,
        sources.map(({ from }) => from),
      )
  }
}

function jsonOf(value: null | boolean | bigint | number | string): JsonValue {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : new ExactNumber(value.toString())
  }
  // JSON has neither of them, and no tool takes them.
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}
