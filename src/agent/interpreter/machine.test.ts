import { describe, expect, it } from 'vitest'
import { BugError } from '../../errors.js'
import type { Operation } from './instruction.js'
import { Machine } from './machine.js'
import { DEFAULT_LIMITS, Meter } from './meter.js'

/** A machine over these instructions, each on a line of its own; `find` is the only tool. */
function machineOf(...operations: readonly Operation[]): Machine {
  return new Machine({
    plan: { instructions: operations.map((operation, at) => ({ ...operation, line: at + 1 })), slotCount: 2 },
    meter: new Meter(DEFAULT_LIMITS, () => 0),
    hasTool: (name) => name === 'find',
    producersOf: () => [],
  })
}

const constant = (value: null | string | bigint): Operation => ({ op: 'constant', value })
const list: Operation = { op: 'new-list' }
const given: Operation = { op: 'new-arguments' }

describe('Machine', () => {
  it.each<readonly [string, readonly Operation[]]>([
    ['nothing to take', [{ op: 'copy' }]],
    ['arguments where a value belongs', [given, { op: 'copy' }]],
    ['no list to append to', [constant(null), constant(1n), { op: 'append', depth: 0 }]],
    ['a text to append to', [constant('a'), constant(1n), { op: 'append', depth: 0 }]],
    ['a dict to append to', [{ op: 'new-dict' }, constant(1n), { op: 'append', depth: 0 }]],
    ['no list that deep', [list, constant(1n), { op: 'append', depth: 1 }]],
    ['no dict to put into', [list, constant(1n), constant(2n), { op: 'put', depth: 0 }]],
    ['nothing to put into', [constant(null), constant(1n), constant(2n), { op: 'put', depth: 0 }]],
    ['a text to put into', [constant('a'), constant(1n), constant(2n), { op: 'put', depth: 0 }]],
    ['no text to join', [constant(1n), { op: 'join', count: 1 }]],
    ['arguments to join', [given, { op: 'join', count: 1 }]],
    ['no arguments to pass to', [list, constant(1n), { op: 'pass' }]],
    ['a text to pass to', [constant('a'), constant(1n), { op: 'pass' }]],
    ['nothing to pass to', [constant(1n), { op: 'pass' }]],
    ['no arguments to call with', [constant(1n), { op: 'call', isIterated: false }]],
    [
      'no tool and no function',
      [{ op: 'constant', value: { kind: 'tool', name: 'nobody' } }, given, { op: 'call', isIterated: false }],
    ],
  ])('is not built for %s', (_, operations) => {
    const run = (): unknown => machineOf(...operations).run()
    expect(run).toThrow(BugError)
    expect(run).toThrow(
      expect.objectContaining({
        code: 'plan-stack',
        what: 'The instructions of a plan do not fit its stack.',
      }),
    )
  })

  it('stands still where a tool is called, and goes on with what that gave', () => {
    const machine = machineOf(
      { op: 'load', slot: -1, name: 'find', isCalled: true },
      given,
      constant('x'),
      { op: 'pass' },
      constant(1n),
      { op: 'pass-named', name: 'n' },
      { op: 'call', isIterated: false },
      { op: 'store', slot: 0 },
      { op: 'load', slot: 1, name: 'other', isCalled: false },
    )
    const stop = machine.run()
    if (stop.kind !== 'call') throw new Error('it calls')
    const { name, line, positional, named } = stop.request
    expect([name, line, positional, [...named]]).toEqual([
      'find',
      7,
      [{ kind: 'text', value: 'x' }],
      [['n', { kind: 'integer', value: 1n }]],
    ])
    expect(machine.resume('found', [])).toEqual({
      kind: 'error',
      error: { fault: 'undefined-name', message: "NameError: name 'other' is not defined", line: 9 },
    })
  })

  it('ends where the instructions do, and shortens long names', () => {
    expect(machineOf().run()).toEqual({ kind: 'done' })
    expect(machineOf(constant(1n), { op: 'pop' }).run()).toEqual({ kind: 'done' })
    const long = machineOf({ op: 'load', slot: -1, name: 'n'.repeat(61), isCalled: true }).run()
    expect(long).toEqual({
      kind: 'error',
      error: {
        fault: 'unknown-tool',
        message: `NameError: name '${'n'.repeat(60)}…' is not defined`,
        line: 1,
      },
    })
    const whole = machineOf({ op: 'load', slot: -1, name: 'n'.repeat(60), isCalled: false }).run()
    expect(whole).toMatchObject({
      error: { fault: 'undefined-name', message: `NameError: name '${'n'.repeat(60)}' is not defined` },
    })
    expect(machineOf({ op: 'load-local', slot: 0, name: 'x' }).run()).toMatchObject({
      error: {
        fault: 'undefined-name',
        message:
          "UnboundLocalError: cannot access local variable 'x' where it is not associated with a value",
      },
    })
  })

  it('calls what the host cannot hold too large', () => {
    const machine = new Machine({
      plan: { instructions: [{ op: 'attribute', name: 'search_results', line: 3 }], slotCount: 0 },
      meter: new Meter(DEFAULT_LIMITS, () => 0),
      hasTool: () => false,
      producersOf: () => {
        throw new RangeError('Invalid array length')
      },
    })
    const rows = { count: 0, columns: [], value: () => null, rowId: () => '' }
    expect(machine.resume({ kind: 'result', id: 'x', tool: 't', summary: '', rows }, [])).toEqual({
      kind: 'error',
      error: { fault: 'limit', message: 'A value that is too large.', line: 3 },
    })
  })
})

describe('Meter', () => {
  it('looks at the clock every 2,048 units, and at the end of all steps', () => {
    let looks = 0
    const meter = new Meter({ ...DEFAULT_LIMITS, steps: 5000 }, () => {
      looks++
      return 0
    })
    expect(looks).toBe(1)
    meter.work(2047)
    expect(looks).toBe(1)
    meter.work(1)
    expect(looks).toBe(2)
    meter.work(2047)
    expect(looks).toBe(2)
    meter.work(1)
    expect([looks, meter.steps]).toEqual([3, 4096])
    meter.work(904)
    expect([looks, meter.steps]).toEqual([3, 5000])
    expect(() => meter.work(1)).toThrow('More than 5000 steps.')
    expect([looks, meter.steps]).toEqual([4, 5000])
  })

  it('has the limits that the documents tell', () => {
    expect(DEFAULT_LIMITS).toEqual({
      steps: 1_000_000,
      calls: 100,
      memoryBytes: 67_108_864,
      outputLength: 65_536,
      codeLength: 131_072,
      timeMs: 2000,
    })
  })

  it('goes down 500 levels, and prints up to its limit', () => {
    const meter = new Meter({ ...DEFAULT_LIMITS, outputLength: 4 }, () => 0)
    expect([meter.descend(0), meter.descend(499)]).toEqual([1, 500])
    expect(() => meter.descend(500)).toThrow('RecursionError: values nested more than 500 deep.')
    meter.print('ab')
    meter.print('cd')
    expect(() => meter.print('e')).toThrow('More than 4 characters of output.')
    expect(meter.printed).toBe('abcd')
  })
})
