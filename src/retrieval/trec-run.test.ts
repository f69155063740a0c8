import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../test/contract/memory-files.js'
import { type RunLine, readTrecRun } from './trec-run.js'

async function read(text: string): Promise<readonly RunLine[]> {
  const lines: RunLine[] = []
  for await (const line of readTrecRun(memoryFiles({ 'x.run': text }).stream('x.run'), 'x.run'))
    lines.push(line)
  return lines
}

describe('readTrecRun', () => {
  it('reads six columns and passes over blank lines', async () => {
    expect(await read('q1 Q0 echo 1 12.5 mine\n\n  q2  Q0  add  2  -1e-3  mine \r\n')).toEqual([
      { query: 'q1', tool: 'echo', score: 12.5, line: 1 },
      { query: 'q2', tool: 'add', score: -0.001, line: 3 },
    ])
  })
  it('takes a name with spaces, by tabs or by white space', async () => {
    expect(await read('q 1\tQ0\tSky  Watch&&by town\t1\t3\tmine one')).toEqual([
      { query: 'q 1', tool: 'Sky  Watch&&by town', score: 3, line: 1 },
    ])
    expect(await read('q1 Q0 Sky  Watch&&by town 1 3 mine')).toEqual([
      { query: 'q1', tool: 'Sky  Watch&&by town', score: 3, line: 1 },
    ])
  })
  it.each(['q1 Q0 echo 1 12.5', 'q1', 'q1\tQ0\t\t1\t2\tx'])('refuses %j', async (line) => {
    await expect(read(`q0 Q0 echo 1 1 x\n${line}`)).rejects.toThrow(/six columns[^]*x\.run, line 2[^]*fix:/)
  })
  it.each(['NaN', 'Infinity', 'high', '0x10', '1,5'])('refuses the score %s', async (score) => {
    await expect(read(`q1 Q0 echo 1 ${score} x`)).rejects.toThrow(/not a number[^]*line 1/)
  })
})
