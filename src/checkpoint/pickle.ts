import type { InputError } from '../errors.js'
import { torchBroken } from './torch-broken.js'

/**
 * What a pickle describes, without any of it being made: globals are names, calls are kept as what would have been called.
 * Nothing of Python runs here, so that a pickle that imports `os` is a value like any other.
 */
export type PickleValue =
  | { readonly kind: 'none' }
  | { readonly kind: 'flag'; readonly value: boolean }
  | { readonly kind: 'number'; readonly value: number | bigint }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'bytes'; readonly value: Uint8Array }
  | { readonly kind: 'list'; readonly items: PickleValue[] }
  | { readonly kind: 'tuple'; readonly items: readonly PickleValue[] }
  | { readonly kind: 'dict'; readonly entries: [PickleValue, PickleValue][] }
  | { readonly kind: 'global'; readonly name: string }
  | PickledCall
  | { readonly kind: 'persistent'; readonly id: PickleValue }

/** A call that Python would make. */
export interface PickledCall {
  readonly kind: 'call'
  readonly callee: PickleValue
  readonly args: PickleValue
  /** Items that are put into the result, where it is a mapping such as an OrderedDict. */
  readonly entries: [PickleValue, PickleValue][]
  /** Items that are appended to the result. */
  readonly items: PickleValue[]
}

/** Longest pickle: a checkpoint's is a few megabytes, the weights stand outside of it. */
const MAX_BYTES = 256 * 1024 * 1024
/** A pickle of 256 MB can name so many values; each costs memory here. */
const MAX_VALUES = 5_000_000

/**
 * Reads a pickle of protocol 0 to 5, as far as checkpoints use them.
 *
 * @throws {InputError} `checkpoint-broken` for what is cut, malformed or too large.
 */
export function readPickle(bytes: Uint8Array, where: string): PickleValue {
  if (bytes.length > MAX_BYTES) throw torchBroken(where, 'Its pickle is longer than 256 MiB.')
  return new Unpickler(bytes, where).run()
}

const MARK = Symbol('mark')
type StackEntry = PickleValue | typeof MARK

const NONE: PickleValue = { kind: 'none' }

class Unpickler {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #where: string
  readonly #decoder = new TextDecoder('utf-8', { fatal: false })
  readonly #stack: StackEntry[] = []
  readonly #memo = new Map<number, PickleValue>()
  #at = 0
  #values = 0

  constructor(bytes: Uint8Array, where: string) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#where = where
  }

  run(): PickleValue {
    for (;;) {
      const code = this.#byte()
      if (code === 0x2e) return this.#pop()
      this.#step(code)
    }
  }

  /** One instruction, by its code in Python's `pickletools`. */
  #step(code: number): void {
    switch (code) {
      case 0x80: // PROTO
        this.#byte()
        return
      case 0x95: // FRAME
        this.#skip(8)
        return
      case 0x28: // MARK
        this.#count()
        this.#stack.push(MARK)
        return
      case 0x30: // POP
        this.#stack.pop()
        return
      case 0x31: // POP_MARK
        this.#sinceMark()
        return
      case 0x32: // DUP
        this.#push(this.#top())
        return
      case 0x4e: // NONE
        this.#push(NONE)
        return
      case 0x88: // NEWTRUE
      case 0x89: // NEWFALSE
        this.#push({ kind: 'flag', value: code === 0x88 })
        return
      case 0x4a: // BININT
        this.#push({ kind: 'number', value: this.#view.getInt32(this.#skip(4), true) })
        return
      case 0x4b: // BININT1
        this.#push({ kind: 'number', value: this.#byte() })
        return
      case 0x4d: // BININT2
        this.#push({ kind: 'number', value: this.#view.getUint16(this.#skip(2), true) })
        return
      case 0x8a: // LONG1
        this.#push({ kind: 'number', value: this.#long(this.#byte()) })
        return
      case 0x47: // BINFLOAT
        this.#push({ kind: 'number', value: this.#view.getFloat64(this.#skip(8), false) })
        return
      case 0x58: // BINUNICODE
        this.#push({ kind: 'text', value: this.#text(this.#length(4)) })
        return
      case 0x8c: // SHORT_BINUNICODE
        this.#push({ kind: 'text', value: this.#text(this.#byte()) })
        return
      case 0x54: // BINSTRING
        this.#push({ kind: 'text', value: this.#text(this.#length(4)) })
        return
      case 0x55: // SHORT_BINSTRING
        this.#push({ kind: 'text', value: this.#text(this.#byte()) })
        return
      case 0x42: // BINBYTES
        this.#push({ kind: 'bytes', value: this.#take(this.#length(4)) })
        return
      case 0x43: // SHORT_BINBYTES
        this.#push({ kind: 'bytes', value: this.#take(this.#byte()) })
        return
      case 0x8e: // BINBYTES8
        this.#push({ kind: 'bytes', value: this.#take(this.#length(8)) })
        return
      default:
        this.#structure(code)
    }
  }

  #structure(code: number): void {
    switch (code) {
      case 0x5d: // EMPTY_LIST
      case 0x8f: // EMPTY_SET
        this.#push({ kind: 'list', items: [] })
        return
      case 0x7d: // EMPTY_DICT
        this.#push({ kind: 'dict', entries: [] })
        return
      case 0x29: // EMPTY_TUPLE
        this.#push({ kind: 'tuple', items: [] })
        return
      case 0x85: // TUPLE1
      case 0x86: // TUPLE2
      case 0x87: // TUPLE3
        this.#push({ kind: 'tuple', items: this.#last(code - 0x84) })
        return
      case 0x74: // TUPLE
        this.#push({ kind: 'tuple', items: this.#sinceMark() })
        return
      case 0x6c: // LIST
      case 0x91: // FROZENSET
        this.#push({ kind: 'list', items: [...this.#sinceMark()] })
        return
      case 0x64: // DICT
        this.#push({ kind: 'dict', entries: this.#pairs(this.#sinceMark()) })
        return
      case 0x61: // APPEND
        this.#append(this.#last(1))
        return
      case 0x65: // APPENDS
      case 0x90: // ADDITEMS
        this.#append(this.#sinceMark())
        return
      case 0x73: // SETITEM
        this.#set(this.#last(2))
        return
      case 0x75: // SETITEMS
        this.#set(this.#sinceMark())
        return
      default:
        this.#reference(code)
    }
  }

  #reference(code: number): void {
    switch (code) {
      case 0x63: // GLOBAL
        this.#push({ kind: 'global', name: `${this.#line()}.${this.#line()}` })
        return
      case 0x93: {
        // STACK_GLOBAL
        const [module, name] = this.#last(2)
        this.#push({ kind: 'global', name: `${this.#textOf(module)}.${this.#textOf(name)}` })
        return
      }
      case 0x52: // REDUCE
      case 0x81: // NEWOBJ
        this.#call(this.#last(2))
        return
      case 0x92: {
        // NEWOBJ_EX
        const [callee, args] = this.#last(3)
        this.#call([callee ?? NONE, args ?? NONE])
        return
      }
      case 0x62: // BUILD: the state of an object of Python, of no use here
        this.#pop()
        this.#top()
        return
      case 0x51: // BINPERSID
        this.#push({ kind: 'persistent', id: this.#pop() })
        return
      case 0x71: // BINPUT
        this.#remember(this.#byte())
        return
      case 0x72: // LONG_BINPUT
        this.#remember(this.#length(4))
        return
      case 0x94: // MEMOIZE
        this.#remember(this.#memo.size)
        return
      case 0x68: // BINGET
        this.#push(this.#known(this.#byte()))
        return
      case 0x6a: // LONG_BINGET
        this.#push(this.#known(this.#length(4)))
        return
      default:
        this.#textual(code)
    }
  }

  /** Instructions of protocol 0, which trainers do not write and those who write pickles by hand do. */
  #textual(code: number): void {
    switch (code) {
      case 0x53: // STRING
      case 0x56: // UNICODE
        this.#push({ kind: 'text', value: this.#line() })
        return
      case 0x49: // INT
        this.#push({ kind: 'number', value: Number(this.#line()) })
        return
      case 0x70: // PUT
        this.#remember(Number(this.#line()))
        return
      case 0x67: // GET
        this.#push(this.#known(Number(this.#line())))
        return
      case 0x69: {
        // INST
        const callee: PickleValue = { kind: 'global', name: `${this.#line()}.${this.#line()}` }
        this.#call([callee, { kind: 'tuple', items: this.#sinceMark() }])
        return
      }
      case 0x6f: {
        // OBJ
        const [callee = NONE, ...items] = this.#sinceMark()
        this.#call([callee, { kind: 'tuple', items }])
        return
      }
      default:
        throw this.#broken(`Its pickle holds an instruction 0x${code.toString(16)} that no checkpoint needs.`)
    }
  }

  #call([callee = NONE, args = NONE]: readonly PickleValue[]): void {
    this.#push({ kind: 'call', callee, args, entries: [], items: [] })
  }

  #append(items: readonly PickleValue[]): void {
    const target = this.#top()
    if (target.kind !== 'list' && target.kind !== 'call')
      throw this.#broken('Its pickle appends to what is no list.')
    for (const item of items) target.items.push(item)
  }

  #set(items: readonly PickleValue[]): void {
    const target = this.#top()
    if (target.kind !== 'dict' && target.kind !== 'call')
      throw this.#broken('Its pickle sets items of what is no dict.')
    for (const pair of this.#pairs(items)) target.entries.push(pair)
  }

  #pairs(items: readonly PickleValue[]): [PickleValue, PickleValue][] {
    if (items.length % 2 === 1) throw this.#broken('Its pickle has a key without a value.')
    return Array.from({ length: items.length / 2 }, (_, index) => [
      items[2 * index] as PickleValue,
      items[2 * index + 1] as PickleValue,
    ])
  }

  #push(value: PickleValue): void {
    this.#count()
    this.#stack.push(value)
  }

  /** Whatever takes room on the stack or in the memo is counted: an instruction of one byte can take 16 here. */
  #count(): void {
    this.#values++
    if (this.#values > MAX_VALUES) throw this.#broken('Its pickle holds more than five million values.')
  }

  #remember(key: number): void {
    this.#count()
    this.#memo.set(key, this.#top())
  }

  #pop(): PickleValue {
    const value = this.#stack.pop()
    if (value === undefined || value === MARK)
      throw this.#broken('Its pickle takes a value that is not there.')
    return value
  }

  #top(): PickleValue {
    const value = this.#stack.at(-1)
    if (value === undefined || value === MARK)
      throw this.#broken('Its pickle takes a value that is not there.')
    return value
  }

  #last(count: number): readonly PickleValue[] {
    return Array.from({ length: count }, () => this.#pop()).reverse()
  }

  #sinceMark(): readonly PickleValue[] {
    const at = this.#stack.lastIndexOf(MARK)
    if (at === -1) throw this.#broken('Its pickle ends a list that was not begun.')
    const values = this.#stack.splice(at).slice(1)
    return values as readonly PickleValue[] // no mark behind the last one
  }

  #known(key: number): PickleValue {
    const value = this.#memo.get(key)
    if (value === undefined) throw this.#broken('Its pickle repeats a value that it never held.')
    return value
  }

  #textOf(value: PickleValue | undefined): string {
    if (value?.kind === 'text') return value.value
    throw this.#broken('Its pickle names a global by what is no text.')
  }

  #byte(): number {
    const byte = this.#bytes[this.#at]
    if (byte === undefined) throw this.#broken('Its pickle ends too early.')
    this.#at++
    return byte
  }

  /** Moves on and gives the place before. */
  #skip(length: number): number {
    const start = this.#at
    if (start + length > this.#bytes.length) throw this.#broken('Its pickle ends too early.')
    this.#at = start + length
    return start
  }

  #length(size: 4 | 8): number {
    const start = this.#skip(size)
    const low = this.#view.getUint32(start, true)
    return size === 4 ? low : low + this.#view.getUint32(start + 4, true) * 2 ** 32
  }

  #take(length: number): Uint8Array {
    const start = this.#skip(length)
    return this.#bytes.subarray(start, start + length)
  }

  #text(length: number): string {
    return this.#decoder.decode(this.#take(length))
  }

  #line(): string {
    const end = this.#bytes.indexOf(0x0a, this.#at)
    if (end === -1) throw this.#broken('Its pickle ends too early.')
    const text = this.#text(end - this.#at)
    this.#skip(1)
    return text
  }

  /** A whole number in two's complement, little-endian. */
  #long(length: number): number | bigint {
    const bytes = this.#take(length)
    let value = 0n
    for (const [index, byte] of bytes.entries()) value |= BigInt(byte) << BigInt(8 * index)
    const last = bytes.at(-1) ?? 0
    if (last >= 0x80) value -= 1n << BigInt(8 * length)
    const small = Number(value)
    return Number.isSafeInteger(small) ? small : value
  }

  #broken(what: string): InputError {
    return torchBroken(this.#where, what)
  }
}
