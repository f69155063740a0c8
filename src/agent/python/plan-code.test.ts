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

describe('notes', () => {
  it('are taken only of what was found', () => {
    expect(planCodeOf('<CODE></CODE><CODE>a</CODE>', joined)).toEqual(code('\na'))
    expect(planCodeOf('<CODE></CODE><CODE>a</CODE>', first)).toEqual(none('no-code'))
    expect(planCodeOf('</code><CODE>a</CODE>', first)).toEqual(code('a'))
    expect(planCodeOf('<CODE>a</CODE><code>', first)).toEqual(code('a', 'tag-case'))
    expect(planCodeOf('<CODE><CODE>a</CODE></CODE>', first)).toEqual(code('<CODE>a'))
    expect(planCodeOf('<code>\n```\na\n```\n</code><CODE>b</CODE>', joined)).toEqual(
      code('a\nb', 'tag-case', 'fence', 'several-blocks'),
    )
    expect(planCodeOf('<code>x</code><CODE>y</CODE>', released)).toEqual(code('y'))
    expect(planCodeOf('<CODE>', first)).toEqual(none('unclosed-tag'))
    expect(planCodeOf('<CODE> </CODE><CODE>x', first)).toEqual(none('no-code'))
  })

  it('are of fences that hold the whole block', () => {
    expect(planCodeOf('<CODE>```a```</CODE>', first)).toEqual(code('```a```'))
    expect(planCodeOf('<CODE>x\n```\na\n```</CODE>', first)).toEqual(code('x\n```\na\n```'))
    expect(planCodeOf('<CODE>```\na\n```x</CODE>', first)).toEqual(code('```\na\n```x'))
    expect(planCodeOf('<CODE>```\n\n```</CODE>', first)).toEqual(none('no-code'))
    expect(planCodeOf('<CODE>```\n a\n```</CODE>', first)).toEqual(code('a', 'fence'))
    expect(planCodeOf('<CODE>``\na\n```</CODE>', first)).toEqual(code('``\na\n```'))
  })

  it('are not of reasoning, however its tags are written', () => {
    expect(planCodeOf('a<reasoning><CODE>x</CODE></Reasoning><CODE>y</CODE>', first)).toEqual(code('y'))
    expect(planCodeOf('</REASONING><CODE>x</CODE><REASONING>z</REASONING>', joined)).toEqual(code('x'))
    expect(planCodeOf('<REASONING><REASONING>q</REASONING><CODE>x</CODE>', first)).toEqual(code('x'))
    expect(planCodeOf('<REASONING>q</REASONING>', first)).toEqual(none('no-code'))
    expect(planCodeOf('<CO<REASONING>q</REASONING>DE>x</CODE>', first)).toEqual(code('x'))
  })
})
