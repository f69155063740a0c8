import { type RandomStream, randomStream } from '../../src/numeric/random.js'

type Kind = 'int' | 'float' | 'str' | 'bool' | 'list' | 'tuple' | 'dict' | 'none'

const KINDS: readonly Kind[] = ['int', 'float', 'str', 'bool', 'list', 'tuple', 'dict', 'none']

/** Python of the subset that prints what it computes, and now and then goes wrong. The same seed gives the same program. */
export function randomPlan(seed: number): string {
  const plan = new PlanMaker(randomStream(seed, 'plan'))
  return plan.program()
}

class PlanMaker {
  readonly #random: RandomStream
  readonly #names: { readonly name: string; readonly kind: Kind }[] = []
  readonly #lines: string[] = []

  constructor(random: RandomStream) {
    this.#random = random
  }

  program(): string {
    const count = 1 + this.#random.below(3)
    for (let line = 0; line < count; line++) this.#statement('', 2)
    for (const { name } of this.#names.slice(0, 2)) this.#lines.push(`print(repr(${name}))`)
    return `${this.#lines.join('\n')}\n`
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#random.below(items.length)] as T
  }

  #chance(share: number): boolean {
    return this.#random.uniform() < share
  }

  #kind(): Kind {
    return this.#pick(KINDS)
  }

  #statement(indent: string, depth: number): void {
    const choice = this.#random.below(depth > 0 ? 10 : 6)
    const add = (text: string): void => void this.#lines.push(indent + text)
    if (choice < 3) {
      const kind = this.#kind()
      const name = this.#pick(['a', 'b', 'c', 'd', 'e'])
      add(`${name} = ${this.#of(kind, 3)}`)
      this.#names.push({ name, kind })
    } else if (choice === 3) add(`print(${this.#of(this.#kind(), 3)}, ${this.#formatted(2)})`)
    else if (choice === 4 && this.#names.length > 0) {
      const { name, kind } = this.#pick(this.#names)
      add(
        `${name} ${this.#pick(['+=', '-=', '*=', '//=', '%='])} ${this.#of(this.#chance(0.8) ? kind : 'int', 2)}`,
      )
    } else if (choice === 5) {
      const star = this.#chance(0.9) ? '*' : ''
      add(`f, ${star}g = ${this.#of(this.#pick(['list', 'tuple', 'str', 'dict']), 2)}`)
      this.#names.push({ name: 'f', kind: 'int' }, { name: 'g', kind: 'list' })
    } else if (choice < 8) {
      add(`if ${this.#of('bool', 3)}:`)
      this.#statement(`${indent}    `, depth - 1)
      if (this.#chance(0.5)) {
        add('else:')
        this.#statement(`${indent}    `, depth - 1)
      }
    } else {
      add(`for ${this.#chance(0.85) ? 'i' : this.#pick(['i, j', '(i, *j)'])} in ${this.#iterated()}:`)
      this.#names.push({ name: 'i', kind: 'int' })
      this.#statement(`${indent}    `, depth - 1)
      if (this.#chance(0.4)) add(`    if i == ${this.#of('int', 1)}: ${this.#pick(['break', 'continue'])}`)
      this.#statement(`${indent}    `, depth - 1)
      if (this.#chance(0.3)) {
        add('else:')
        this.#statement(`${indent}    `, depth - 1)
      }
    }
  }

  #iterated(): string {
    switch (this.#random.below(7)) {
      case 0:
        return `range(${this.#pick(['3', '-2', '1, 6', '5, 0, -2', '2, 20, 7'])})`
      case 1:
        return `enumerate(${this.#of('list', 2)}${this.#chance(0.3) ? ', start=2' : ''})`
      case 2:
        return `zip(${this.#of('list', 2)}, ${this.#of('tuple', 2)})`
      case 3:
        return `reversed(${this.#of('list', 2)})`
      default:
        return this.#of(this.#pick(['list', 'tuple', 'str', 'dict']), 2)
    }
  }

  /** An expression that usually has this type. */
  #of(kind: Kind, depth: number): string {
    if (this.#chance(0.008)) return this.#of(this.#kind(), depth)
    const fitting = this.#names.filter((known) => known.kind === kind)
    if (fitting.length > 0 && this.#chance(0.3)) return this.#pick(fitting).name
    if (depth === 0) return this.#literal(kind)
    const next = depth - 1
    if (this.#chance(0.06))
      return `(${this.#of(kind, next)} if ${this.#of('bool', next)} else ${this.#of(kind, next)})`
    if (this.#chance(0.04))
      return `(${this.#of(kind, next)} ${this.#pick(['and', 'or'])} ${this.#of(kind, next)})`
    if (this.#chance(0.01)) return `${this.#of('list', next)}[${this.#of('int', 0)}]`
    switch (kind) {
      case 'int':
        return this.#integer(next)
      case 'float':
        return this.#float(next)
      case 'str':
        return this.#text(next)
      case 'bool':
        return this.#truth(next)
      case 'list':
        return this.#list(next)
      case 'tuple':
        return this.#pick([
          () => `(${this.#of(this.#kind(), next)}, ${this.#of(this.#kind(), next)})`,
          () => `tuple(${this.#of('list', next)})`,
          () => `${this.#of('tuple', next)} + (${this.#of('int', next)},)`,
          () => `${this.#of('tuple', next)}[${this.#slice()}]`,
        ])()
      case 'dict':
        return this.#pick([
          () =>
            `{${this.#literal('str')}: ${this.#of(this.#kind(), next)}, ${this.#of('int', 0)}: ${this.#of('int', next)}}`,
          () => `{k: ${this.#of('int', next)} for k in ${this.#of('str', next)}}`,
          () =>
            `{**${this.#of('dict', next)}, ${this.#of(this.#pick(['int', 'float', 'bool', 'tuple']), 0)}: 1}`,
          () => `dict(x=${this.#of('int', next)}, y=${this.#of('str', next)})`,
        ])()
      case 'none':
        return 'None'
      default:
        return kind satisfies never
    }
  }

  #integer(next: number): string {
    return this.#pick([
      () => `(${this.#of('int', next)} ${this.#pick(['+', '-', '*', '//', '%'])} ${this.#of('int', next)})`,
      () => `(${this.#of('int', 0)} ** ${this.#pick(['0', '1', '2', '3', '7', '20'])})`,
      () => `-${this.#of('int', next)}`,
      () => `len(${this.#of(this.#pick(['str', 'list', 'tuple', 'dict']), next)})`,
      () => `sum([${this.#of('int', next)}, ${this.#of('bool', next)}])`,
      () => `${this.#pick(['min', 'max'])}(${this.#of('int', next)}, ${this.#of('int', next)})`,
      () =>
        `${this.#pick(['min', 'max'])}([${this.#of('int', next)}, ${this.#of('float', next)}][${this.#slice()}], default=0)`,
      () => `abs(${this.#of('int', next)})`,
      () => `int(${this.#of(this.#pick(['float', 'bool', 'int']), next)})`,
      () => `int(${this.#literal('str')})`,
      () => `round(${this.#of('float', next)})`,
      () => `round(${this.#of('int', next)}, ${this.#pick(['-1', '-2', '0', '3'])})`,
      () => `(${this.#of('bool', next)} + ${this.#of('int', next)})`,
    ])()
  }

  #float(next: number): string {
    return this.#pick([
      () =>
        `(${this.#of('float', next)} ${this.#pick(['+', '-', '*', '/', '//', '%'])} ${this.#of('float', next)})`,
      () =>
        `(${this.#of('int', next)} ${this.#pick(['+', '-', '*', '/', '//', '%'])} ${this.#of('float', next)})`,
      () => `(${this.#of('int', next)} / ${this.#of('int', next)})`,
      () => `-${this.#of('float', next)}`,
      () => `float(${this.#of(this.#pick(['int', 'str', 'float']), next)})`,
      () => `round(${this.#of('float', next)}, ${this.#pick(['0', '1', '2', '3', '-1', '-2'])})`,
      () => `sum([${this.#of('int', next)}, ${this.#of('float', next)}], 0.5)`,
    ])()
  }

  #text(next: number): string {
    return this.#pick([
      () => `(${this.#of('str', next)} + ${this.#of('str', next)})`,
      () => `(${this.#of('str', next)} * ${this.#pick(['0', '2', '-1', '3'])})`,
      () => `${this.#of('str', next)}[${this.#slice()}]`,
      () => `(${this.#of('str', next)} + 'xyz')[${this.#pick(['0', '1', '-1', '-3', '2'])}]`,
      () => `str(${this.#of(this.#kind(), next)})`,
      () => `repr(${this.#of(this.#kind(), next)})`,
      () => this.#formatted(next),
    ])()
  }

  #formatted(next: number): string {
    const conversion = this.#pick(['', '', '', '!r', '!s', '!a'])
    const plain = this.#chance(0.3)
    if (plain) return `f"<{${this.#inner(this.#kind(), next)}${conversion}}>"`
    const kind = this.#pick<Kind>([
      'int',
      'int',
      'int',
      'float',
      'float',
      'float',
      'float',
      'str',
      'str',
      'bool',
    ])
    return `f"<{${this.#inner(kind, next)}:${this.#spec(kind)}}>"`
  }

  /** Inside an f-string of 3.11 neither its quotes nor a backslash may stand. */
  #inner(kind: Kind, next: number): string {
    const text = this.#of(kind, Math.min(next, 1))
    return /["\\]/.test(text) || text.startsWith('{') ? 'a' : `(${text})`
  }

  #spec(kind: Kind): string {
    const align = this.#chance(0.4) ? this.#pick(['<', '>', '^', '=', '*<', '-^', 'é>', '0=', ' ^']) : ''
    const sign = this.#chance(0.2) ? this.#pick(['+', '-', ' ']) : ''
    const z = kind === 'float' && this.#chance(0.1) ? 'z' : ''
    const alternate = kind === 'int' && this.#chance(0.1) ? '#' : ''
    const zero = this.#chance(0.2) ? '0' : ''
    const width = this.#chance(0.6) ? this.#pick(['1', '4', '9', '12', '20']) : ''
    const grouping = this.#chance(0.2) ? this.#pick([',', '_']) : ''
    const precision = this.#chance(kind === 'int' ? 0.1 : 0.5)
      ? this.#pick(['.0', '.1', '.2', '.3', '.7', '.17', '.25'])
      : ''
    const types = {
      int: ['', 'd', 'x', 'X', 'b', 'o', 'f', 'e', 'g', '%'],
      float: ['', 'f', 'F', 'e', 'E', 'g', 'G', '%'],
    }
    const letters = kind === 'int' || kind === 'bool' ? types.int : kind === 'float' ? types.float : ['', 's']
    const type = this.#chance(0.03) ? this.#pick(['d', 's', 'f', 'q']) : this.#pick(letters)
    return align + sign + z + alternate + zero + width + grouping + precision + type
  }

  #truth(next: number): string {
    const kind = this.#kind()
    return this.#pick([
      () => `(${this.#of(kind, next)} ${this.#pick(['==', '!='])} ${this.#of(kind, next)})`,
      () => {
        const ordered = this.#pick<Kind>(['int', 'float', 'str', 'int', 'float', 'str', 'list', 'tuple'])
        return `(${this.#of(ordered, next)} ${this.#pick(['<', '<=', '>', '>='])} ${this.#of(ordered, next)})`
      },
      () => `(${this.#of('int', next)} < ${this.#of('float', next)} <= ${this.#of('int', next)})`,
      () => `(not ${this.#of(kind, next)})`,
      () => `(${this.#of('str', next)} ${this.#pick(['in', 'not in'])} ${this.#of('str', next)})`,
      () => `(${this.#of(kind, 0)} in ${this.#of(this.#pick(['list', 'tuple', 'dict']), next)})`,
      () => `(${this.#of(kind, next)} is ${this.#pick(['', 'not '])}None)`,
      () => `bool(${this.#of(kind, next)})`,
      () => `${this.#pick(['any', 'all'])}(${this.#of('list', next)})`,
      () => `${this.#pick(['any', 'all'])}(x > 1 for x in ${this.#of('list', next)})`,
    ])()
  }

  #list(next: number): string {
    const item = this.#pick<Kind>(['int', 'int', 'float', 'str', 'bool', 'tuple'])
    return this.#pick([
      () => `[${this.#of(item, next)}, ${this.#of(item, next)}, ${this.#of(item, next)}]`,
      () => `[${this.#of(item, next)}, *${this.#of('list', next)}]`,
      () => `[x ${this.#pick(['* 2', '+ x', '== 1', 'if x else 0'])} for x in ${this.#of('list', next)}]`,
      () => `[x for x in ${this.#of('str', next)} if x != 'a']`,
      () => `[(x, y) for x in ${this.#of('str', next)} for y in range(2) if y or x > 'b']`,
      () =>
        `sorted(${this.#of('list', next)}${this.#pick(['', ', reverse=True', ', key=str', ', reverse=1'])})`,
      () => `(${this.#of('list', next)} + ${this.#of('list', next)})`,
      () => `(${this.#of('list', next)} * ${this.#pick(['0', '2', '-1'])})`,
      () => `${this.#of('list', next)}[${this.#slice()}]`,
      () =>
        `list(${this.#pick([this.#of('str', next), this.#of('dict', next), `range(${this.#of('int', 0)} % 7)`])})`,
    ])()
  }

  #slice(): string {
    const bound = (): string =>
      this.#chance(0.5) ? '' : this.#pick(['0', '1', '2', '-1', '-2', '5', '-9', '40'])
    const step = this.#chance(0.3) ? `:${this.#pick(['1', '2', '-1', '-2', '3', '', '0'])}` : ''
    return `${bound()}:${bound()}${step}`
  }

  #literal(kind: Kind): string {
    switch (kind) {
      case 'int':
        return this.#pick([
          '0',
          '1',
          '2',
          '3',
          '7',
          '-1',
          '-5',
          '10',
          '255',
          '1234567',
          '9007199254740993',
          '10**25',
          '-10**18',
        ])
      case 'float':
        return this.#pick(
          '0.0 1.0 0.5 -0.5 2.5 -2.5 0.1 1e16 1e-5 123456.789 -0.0 1e300 3.14159 2.675 0.05 9.995 1e22 5e-324'.split(
            ' ',
          ),
        )
      case 'str':
        return this.#pick([
          "''",
          "'a'",
          "'abc'",
          "'b a'",
          "'12'",
          "' 3.5 '",
          "'é😀z'",
          "'it\\'s'",
          "'\\t\\n\\\\'",
          "'\\x07\\u200b'",
          "'-1_0'",
        ])
      case 'bool':
        return this.#pick(['True', 'False'])
      case 'list':
        return this.#pick([
          '[]',
          '[1, 2, 3]',
          '[0.5, 2]',
          "['b', 'a', 'c']",
          '[True, 0, 1.0]',
          '[3, 1, 2, 1]',
          '[[1], [0]]',
          '[None, 1]',
        ])
      case 'tuple':
        return this.#pick(['()', '(1,)', '(1, 2)', "('x', 2.5)", '((1, 2), 3)'])
      case 'dict':
        return this.#pick(['{}', "{'a': 1}", "{1: 'x', 2: 'y'}", "{'k': [1], (1, 2): None}"])
      case 'none':
        return 'None'
      default:
        return kind satisfies never
    }
  }
}
