import { BugError } from '../../errors.js'
import type { Producer, ToolRequest } from '../call-tool.js'
import type { GivenArgument } from '../pack.js'
import type { PlanValue } from '../plan-value.js'
import type { ToolResult } from '../tool-result.js'
import type { TurnError } from '../turn-record.js'
import { BUILTINS, LAZY_BUILTINS, unpacked } from './builtins.js'
import type { CallValues } from './call-values.js'
import { compare } from './comparison.js'
import { entriesOf, isMapping, keyOf } from './containers.js'
import { formatValue } from './format-value.js'
import { ArgumentRoom, givenOf } from './given-value.js'
import type { Instruction, LoweredPlan } from './instruction.js'
import { collect, isIterable, iterate } from './iteration.js'
import type { Meter } from './meter.js'
import { addInPlace, binary, unary } from './operators.js'
import { PlanFault, typeFault, unsupportedFault, valueFault } from './plan-fault.js'
import { sliceOf, subscript } from './subscript.js'
import { isTrue } from './truth.js'
import { bare, made, producersIn, typeName, union, type Value } from './value.js'
import { valueOfPlan } from './value-of-plan.js'
import { asciiOf, reprOf, textOf } from './value-text.js'

/** Why the machine stands still: a tool is to be called and its value handed to `resume`, or the plan is over. */
export type MachineStop =
  | { readonly kind: 'call'; readonly request: ToolRequest }
  | { readonly kind: 'done' }
  | { readonly kind: 'error'; readonly error: TurnError }

export interface MachineSetting {
  readonly plan: LoweredPlan
  readonly meter: Meter
  readonly hasTool: (name: string) => boolean
  readonly producersOf: (result: ToolResult) => readonly Producer[]
}

/** A dict that is being made. */
interface OpenDict {
  readonly kind: 'dict'
  readonly entries: Map<string, readonly [key: Value, value: Value]>
}

/**
 * Carries out a plan on a stack of its own, so that plans of any depth need none of the host's, and so that it can stand
 * still where a tool is called, whether that answers at once or later. Nothing outside is reachable from a plan but the
 * tools by their names.
 */
export class Machine {
  readonly #setting: MachineSetting
  readonly #slots: (Value | undefined)[]
  readonly #stack: (Value | CallValues)[] = []
  #at = 0

  constructor(setting: MachineSetting) {
    this.#setting = setting
    this.#slots = new Array<Value | undefined>(setting.plan.slotCount).fill(undefined)
  }

  /** Runs to the next call of a tool, or to the end. */
  run(): MachineStop {
    const { plan, meter } = this.#setting
    const { instructions } = plan
    try {
      for (
        let instruction = instructions[this.#at];
        instruction !== undefined;
        instruction = instructions[this.#at]
      ) {
        meter.work(1)
        this.#at++
        const request = this.#step(instruction)
        if (request !== undefined) return { kind: 'call', request }
      }
      meter.checkTime()
      return { kind: 'done' }
    } catch (error) {
      return { kind: 'error', error: this.#errorOf(error) }
    }
  }

  /** With what the tool gave. */
  resume(value: PlanValue, producers: readonly Producer[]): MachineStop {
    try {
      this.#setting.meter.checkTime()
      this.#stack.push(valueOfPlan(value, producers, this.#setting.meter))
    } catch (error) {
      return { kind: 'error', error: this.#errorOf(error) }
    }
    return this.run()
  }

  #errorOf(error: unknown): TurnError {
    const line = this.#setting.plan.instructions[this.#at - 1]?.line
    const place = line === undefined ? {} : { line }
    if (error instanceof PlanFault) return { fault: error.fault, message: error.message, ...place }
    // The host's own limits: a text or an array that it cannot hold.
    if (error instanceof RangeError)
      return { fault: 'limit', message: 'A value that is too large.', ...place }
    throw error
  }

  #step(instruction: Instruction): ToolRequest | undefined {
    const { meter } = this.#setting
    switch (instruction.op) {
      case 'constant':
        this.#push(instruction.value)
        return
      case 'load':
        this.#load(instruction.slot, instruction.name, instruction.isCalled)
        return
      case 'load-local': {
        const value = this.#slots[instruction.slot]
        if (value === undefined) {
          const what = `cannot access local variable '${instruction.name}' where it is not associated with a value`
          throw new PlanFault('undefined-name', `UnboundLocalError: ${what}`)
        }
        this.#push(value)
        return
      }
      case 'store':
        this.#slots[instruction.slot] = this.#pop()
        return
      case 'unbind':
        for (const slot of instruction.slots) this.#slots[slot] = undefined
        return
      case 'pop':
        this.#stack.pop()
        return
      case 'copy': {
        const value = this.#pop()
        this.#push(value)
        this.#push(value)
        return
      }
      case 'tuck': {
        const right = this.#pop()
        const left = this.#pop()
        this.#push(right)
        this.#push(left)
        this.#push(right)
        return
      }
      case 'drop-under': {
        const value = this.#pop()
        this.#pop()
        this.#push(value)
        return
      }
      case 'unary':
        this.#push(unary(instruction.operator, this.#pop(), meter))
        return
      case 'binary': {
        const right = this.#pop()
        this.#push(binary(instruction.operator, this.#pop(), right, meter))
        return
      }
      case 'add-in-place': {
        const right = this.#pop()
        this.#push(addInPlace(this.#pop(), right, meter))
        return
      }
      case 'compare': {
        const right = this.#pop()
        const left = this.#pop()
        const answer = compare(instruction.operator, left, right, meter)
        this.#push(made(answer, union(producersIn(left), producersIn(right))))
        return
      }
      case 'jump':
        this.#at = instruction.to.at
        return
      case 'branch':
        if (isTrue(this.#pop()) === instruction.when) this.#at = instruction.to.at
        return
      case 'keep': {
        const value = this.#pop()
        if (isTrue(value) !== instruction.when) return
        this.#push(value)
        this.#at = instruction.to.at
        return
      }
      case 'subscript': {
        const key = this.#pop()
        this.#push(subscript(this.#pop(), key, meter))
        return
      }
      case 'slice': {
        const step = this.#pop()
        const upper = this.#pop()
        const lower = this.#pop()
        this.#push(sliceOf(this.#pop(), { lower, upper, step }, meter))
        return
      }
      case 'attribute':
        this.#push(this.#attribute(this.#pop(), instruction.name))
        return
      case 'iterate':
        this.#push(iterate(this.#pop(), meter))
        return
      case 'next': {
        const iterator = this.#pop()
        const item = iterate(iterator, meter).next()
        if (item === undefined) this.#at = instruction.to.at
        else {
          this.#push(iterator)
          this.#push(item)
        }
        return
      }
      case 'unpack':
        this.#unpack(this.#pop(), instruction.before, instruction.after)
        return
      case 'new-list':
        meter.takeItems(1)
        this.#push({ kind: 'list', items: [] })
        return
      case 'append': {
        const value = this.#pop()
        meter.takeItems(1)
        this.#openList(instruction.depth).push(value)
        return
      }
      case 'extend': {
        const items = unpacked(this.#pop(), meter)
        const list = this.#openList(0)
        for (const item of items) list.push(item)
        return
      }
      case 'to-tuple':
        this.#push({ kind: 'tuple', items: this.#openList(0, true) })
        return
      case 'new-dict': {
        meter.takeItems(3)
        const dict: OpenDict = { kind: 'dict', entries: new Map() }
        this.#push(dict)
        return
      }
      case 'put': {
        const value = this.#pop()
        this.#put(this.#pop(), value, instruction.depth)
        return
      }
      case 'merge': {
        const value = this.#pop()
        const plain = bare(value)
        if (!isMapping(plain)) throw typeFault(`'${typeName(value)}' object is not a mapping`)
        for (const [key, item] of entriesOf(plain, meter)) this.#put(key, item, 0)
        return
      }
      case 'format': {
        const spec = instruction.hasSpec ? bare(this.#pop()) : ''
        this.#push(this.#formatted(this.#pop(), instruction.conversion, typeof spec === 'string' ? spec : ''))
        return
      }
      case 'join':
        this.#join(instruction.count)
        return
      case 'new-arguments':
        this.#stack.push({ kind: 'arguments', positional: [], named: new Map() })
        return
      case 'pass': {
        const value = this.#pop()
        this.#openArguments().positional.push(value)
        return
      }
      case 'pass-all': {
        const items = unpacked(this.#pop(), meter)
        const { positional } = this.#openArguments()
        for (const item of items) positional.push(item)
        return
      }
      case 'pass-named': {
        const value = this.#pop()
        setNamed(this.#openArguments(), instruction.name, value)
        return
      }
      case 'pass-all-named':
        this.#passAllNamed(this.#pop())
        return
      case 'call':
        return this.#call(instruction.isIterated, instruction.line)
      default:
        return instruction satisfies never
    }
  }

  #push(value: Value): void {
    this.#stack.push(value)
  }

  #pop(): Value {
    const value = this.#stack.pop()
    if (value === undefined || (typeof value === 'object' && value?.kind === 'arguments')) throw crossed()
    return value
  }

  #load(slot: number, name: string, isCalled: boolean): void {
    const value = slot === -1 ? undefined : this.#slots[slot]
    if (value !== undefined) this.#push(value)
    else if (this.#setting.hasTool(name) || (isCalled && BUILTINS.has(name)))
      this.#push({ kind: 'tool', name })
    else
      throw new PlanFault(
        isCalled ? 'unknown-tool' : 'undefined-name',
        `NameError: name '${shown(name)}' is not defined`,
      )
  }

  #attribute(value: Value, name: string): Value {
    const plain = bare(value)
    const what = `AttributeError: '${typeName(plain)}' object has no attribute '${shown(name)}'`
    if (plain === null) throw new PlanFault('none-input', what)
    if (typeof plain === 'object' && plain.kind === 'result') {
      const producers = this.#setting.producersOf(plain)
      if (name === 'search_results') return { kind: 'rows', result: plain, producers }
      if (name === 'query_summary') return made(plain.summary, producers)
    }
    throw new PlanFault('forbidden', what)
  }

  #unpack(value: Value, before: number, after: number | undefined): void {
    const { meter } = this.#setting
    if (!isIterable(value)) throw typeFault(`cannot unpack non-iterable ${typeName(value)} object`)
    const items = after === undefined ? this.#firstOf(value, before + 1) : collect(value, meter)
    const most = after === undefined ? before : Number.POSITIVE_INFINITY
    const least = before + (after ?? 0)
    if (items.length > most) throw valueFault(`too many values to unpack (expected ${before})`)
    if (items.length < least) {
      const wanted = after === undefined ? `${before}` : `at least ${least}`
      throw valueFault(`not enough values to unpack (expected ${wanted}, got ${items.length})`)
    }
    const parts: Value[] = items.slice(0, before)
    if (after !== undefined) {
      const end = items.length - after
      parts.push({ kind: 'list', items: items.slice(before, end) }, ...items.slice(end))
    }
    for (let at = parts.length - 1; at >= 0; at--) this.#push(parts[at] ?? null)
  }

  #firstOf(value: Value, count: number): Value[] {
    const { meter } = this.#setting
    const iterator = iterate(value, meter)
    const items: Value[] = []
    while (items.length < count) {
      const item = iterator.next()
      if (item === undefined) break
      meter.takeItems(1)
      items.push(item)
    }
    return items
  }

  #openList(depth: number, isClosed = false): Value[] {
    const list = this.#stack[this.#stack.length - 1 - depth]
    if (typeof list !== 'object' || list === null || list.kind !== 'list') throw crossed()
    if (isClosed) this.#stack.pop()
    return list.items
  }

  #put(key: Value, value: Value, depth: number): void {
    const { meter } = this.#setting
    meter.takeItems(3)
    const dict = this.#stack[this.#stack.length - 1 - depth]
    if (typeof dict !== 'object' || dict === null || dict.kind !== 'dict') throw crossed()
    // Dicts on the stack that are still open were made by `new-dict`.
    const { entries } = dict as OpenDict
    const text = keyOf(key, meter)
    entries.set(text, [entries.get(text)?.[0] ?? key, value])
  }

  #formatted(value: Value, conversion: 's' | 'r' | 'a' | undefined, spec: string): Value {
    const { meter } = this.#setting
    if (conversion === undefined) return made(formatValue(value, spec, meter), producersIn(value))
    const convert = conversion === 's' ? textOf : conversion === 'r' ? reprOf : asciiOf
    return made(formatValue(convert(value, meter), spec, meter), producersIn(value))
  }

  #join(count: number): void {
    const parts = this.#stack.splice(this.#stack.length - count, count)
    let text = ''
    let producers: readonly Producer[] = []
    for (const part of parts) {
      if (typeof part === 'object' && part?.kind === 'arguments') throw crossed()
      const plain = bare(part)
      if (typeof plain !== 'string') throw crossed()
      this.#setting.meter.takeText(plain.length)
      text += plain
      producers = union(producers, producersIn(part))
    }
    this.#push(made(text, producers))
  }

  #openArguments(): CallValues {
    const values = this.#stack.at(-1)
    if (typeof values !== 'object' || values?.kind !== 'arguments') throw crossed()
    return values
  }

  #passAllNamed(value: Value): void {
    const plain = bare(value)
    const values = this.#openArguments()
    if (!isMapping(plain)) throw typeFault(`argument after ** must be a mapping, not ${typeName(value)}`)
    for (const [key, item] of entriesOf(plain, this.#setting.meter)) {
      const name = bare(key)
      if (typeof name !== 'string') throw typeFault('keywords must be strings')
      setNamed(values, name, item)
    }
  }

  #call(isIterated: boolean, line: number): ToolRequest | undefined {
    const values = this.#openArguments()
    this.#stack.pop()
    const callee = bare(this.#pop())
    if (typeof callee !== 'object' || callee === null || callee.kind !== 'tool') {
      throw typeFault(`'${typeName(callee)}' object is not callable`)
    }
    const { name } = callee
    const { meter, hasTool } = this.#setting
    if (hasTool(name)) return this.#requestOf(name, values, line)
    if (LAZY_BUILTINS.has(name) && !isIterated) {
      throw unsupportedFault(`${name}() where it is not gone through at once`)
    }
    const builtin = BUILTINS.get(name)
    if (builtin === undefined) throw crossed()
    this.#push(builtin(values, meter))
    return undefined
  }

  #requestOf(name: string, { positional, named }: CallValues, line: number): ToolRequest {
    const { meter } = this.#setting
    const room = new ArgumentRoom()
    const producers = new Map<string, readonly Producer[]>()
    const given = (parameter: string, value: Value): GivenArgument => {
      const makers = new Set<Producer>()
      const argument = givenOf(value, { meter, room, producers: makers })
      if (makers.size > 0) producers.set(parameter, [...(producers.get(parameter) ?? []), ...makers])
      return argument
    }
    return {
      name,
      line,
      positional: positional.map((value) => given('', value)),
      named: new Map(Array.from(named, ([parameter, value]) => [parameter, given(parameter, value)])),
      producers,
    }
  }
}

function setNamed({ named }: CallValues, name: string, value: Value): void {
  if (named.has(name)) throw typeFault(`got multiple values for keyword argument '${shown(name)}'`)
  named.set(name, value)
}

function shown(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name
}

/** Instructions that do not fit each other are a fault of whoever made them. */
function crossed(): BugError {
  return new BugError({ code: 'plan-stack', what: 'The instructions of a plan do not fit its stack.' })
}
