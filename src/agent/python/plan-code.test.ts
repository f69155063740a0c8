import { describe, expect, it } from 'vitest'
import { planCodeOf } from './plan-code.js'

const first = { blocks: 'first' } as const
const joined = { blocks: 'joined' } as const
const released = { blocks: 'joined', reading: 'released' } as const

const code = (text: string, ...notes: string[]) => ({ kind: 'code', code: text, notes })
const none = (fault: string) => ({ kind: 'none', fault })

describe('planCodeOf', () => {
  it('takes what stands between the tags, trimmed', () => {
    expect(planCodeOf('Here:\n<CODE>\n  x = 1\n</CODE> done', first)).toEqual(code('x = 1'))
  })

  it('takes the first block, or all of them one below the other', () => {
    const text = '<CODE>a</CODE> and <CODE>\nb\n</CODE>'
    expect(planCodeOf(text, first)).toEqual(code('a', 'several-blocks'))
    expect(planCodeOf(text, joined)).toEqual(code('a\nb', 'several-blocks'))
  })

  it('tells silence, words without code and a cut answer apart', () => {
    expect(planCodeOf('', first)).toEqual(none('empty'))
    expect(planCodeOf(' \n\t\u0085', first)).toEqual(none('empty'))
    expect(planCodeOf('I would look for hotels.', first)).toEqual(none('no-code'))
    expect(planCodeOf('x = 1</CODE>', first)).toEqual(none('no-code'))
    expect(planCodeOf('<CODE> \n</CODE>', first)).toEqual(none('no-code'))
    expect(planCodeOf('```python\nx = 1\n```', first)).toEqual(none('no-code'))
    expect(planCodeOf('<CODE>\nx = 1', first)).toEqual(none('unclosed-tag'))
    expect(planCodeOf('<CODE>x</CODE><CODE>y', first)).toEqual(code('x'))
  })

  it('reads tags in any letters, and says so; the released evaluator does not', () => {
    expect(planCodeOf('<code>x</Code>', first)).toEqual(code('x', 'tag-case'))
    expect(planCodeOf('<code>x</code>', released)).toEqual(none('no-code'))
  })

  it('takes a Markdown fence within a block off, and says so', () => {
    expect(planCodeOf('<CODE>\n```python\nx = 1\n```\n</CODE>', first)).toEqual(code('x = 1', 'fence'))
    expect(planCodeOf('<CODE>```py\nx = 1\n  ```</CODE>', first)).toEqual(code('x = 1', 'fence'))
    expect(planCodeOf('<CODE>```\n```</CODE>', first)).toEqual(none('no-code'))
    expect(planCodeOf('<CODE>```x```\ny```</CODE>', first)).toEqual(code('```x```\ny```'))
    expect(planCodeOf('<CODE>\n```\nx\n```\n</CODE>', released)).toEqual(code('```\nx\n```'))
    expect(planCodeOf('```\n<CODE>x</CODE>\n```', first)).toEqual(code('x'))
  })

  it('leaves out what stands within reasoning, unless that was never closed', () => {
    const text = '<REASONING>say <CODE>x()</CODE></REASONING>\n<CODE>y()</CODE>'
    expect(planCodeOf(text, first)).toEqual(code('y()'))
    expect(planCodeOf(text, released)).toEqual(code('x()\ny()', 'several-blocks'))
    expect(planCodeOf('<REASONING>so <CODE>y()</CODE>', first)).toEqual(code('y()'))
  })

  it('trims what Python trims', () => {
    expect(planCodeOf('<CODE>\u001c\u0085\u3000x\ufeff</CODE>', released)).toEqual(code('x\ufeff'))
  })

  it('takes a megabyte of tags and blanks in its stride', () => {
    const started = performance.now()
    planCodeOf('<CODE>'.repeat(150_000), joined)
    planCodeOf('</CODE>'.repeat(150_000), joined)
    planCodeOf(`<CODE>${' \n'.repeat(500_000)}x${' '.repeat(500_000)}y</CODE>`, joined)
    planCodeOf(`<CODE>\`\`\`\n${'`'.repeat(1_000_000)}</CODE>`, first)
    planCodeOf(`<CODE>\`\`\`\n${' '.repeat(1_000_000)}x</CODE>`, first)
    planCodeOf(`<CODE>\`\`\`\n${'\t\n'.repeat(500_000)}x\`\`\`</CODE>`, first)
    planCodeOf('<CODE>a</CODE>'.repeat(70_000), joined)
    expect(performance.now() - started).toBeLessThan(5000)
  })
})
