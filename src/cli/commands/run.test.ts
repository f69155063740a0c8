import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  document,
  interruptAfter,
  lines,
  place,
  run,
  samples,
  setUp,
  tearDown,
  yes,
} from '../../../test/contract/run-command.js'
import {
  type Answer,
  answeringSubject,
  lastMessage,
  saying,
  testHost,
} from '../../../test/contract/run-fixtures.js'
import { hostTemplates } from '../../adapters/chat-template.js'
import { replayKind } from '../../adapters/models/replay.js'
import type { Sample } from '../../run/sample.js'
import { SubjectFailure } from '../../subject/failure.js'
import type { SubjectKind } from '../../subject/kind.js'
import type { Subject } from '../../subject/subject.js'

beforeEach(setUp)
afterEach(tearDown)

describe('a new run', () => {
  it('keeps samples and what they were made from', async () => {
    const { out, exitCode, error } = await run(yes, { trials: 2, seed: 7 })
    expect(error).toBeUndefined()
    expect(exitCode).toBe(0)
    expect(out).toMatch(/answering · qa.jsonl · .*run\n40 samples kept · 40 planned\n/)
    expect(out).toMatch(/\nnext: assay score .*run\n$/)
    expect(samples()).toHaveLength(40)
    expect(samples().filter(({ trial }) => trial === 1)[0]?.seed).toBe(8)
    expect(document()).toMatchObject({
      schema: 'assay.run/1',
      id: 'run',
      subject: { spec: 'answering:', label: 'answering', facts: { model: 'answering' } },
      benchmarks: [{ name: 'qa.jsonl', items: 20 }],
      tasks: { qa: { version: 1 } },
      settings: { maxTokens: 512, temperature: 0 },
      seed: 7,
      trials: 2,
      sessions: [{ node: 'v0.0.0' }],
      preflight: { verdict: 'passed' },
    })
    expect(existsSync(join(place.folder, 'run.lock'))).toBe(false)
  })

  it('prints run.json with counts as JSON', async () => {
    const { out } = await run(yes, { json: true })
    expect(JSON.parse(out)).toMatchObject({
      schema: 'assay.run/1',
      ending: { kind: 'complete' },
      samples: { planned: 20, asked: 20, failed: 0 },
    })
  })

  it('does not go into a place.folder that holds a run', async () => {
    await run(yes)
    const { error } = await run(yes)
    expect(error).toMatchObject({ code: 'run-exists' })
    expect(samples()).toHaveLength(20)
  })

  it('asks the items of a battery, with the options that the config gives a subject', async () => {
    const config = join(place.scratch, 'assay.config.json')
    await writeFile(
      config,
      JSON.stringify({
        batteries: { smoke: ['./qa.jsonl'] },
        subjects: [{ spec: 'answering:', label: 'mine', price: { input: 1, output: 1 } }],
      }),
    )
    let options: unknown
    const { error } = await run(yes, {
      items: [],
      battery: 'smoke',
      config,
      subject: 'mine',
      open: (_, context) => {
        options = context.options
        return answeringSubject(yes)
      },
    })
    expect(error).toBeUndefined()
    expect(options).toMatchObject({ label: 'mine', price: { input: 1, output: 1 } })
    expect(samples()).toHaveLength(20)
    const wrong = await run(yes, { items: [], battery: 'smok', config, output: join(place.scratch, 'other') })
    expect(wrong.error).toMatchObject({ code: 'battery-unknown', fix: 'Did you mean "smoke"?' })
  })

  it('describes tools by the catalog of the config, and goes on without it', async () => {
    const desk = join(place.scratch, 'desk')
    await mkdir(desk)
    const tool = { name: 'go', description: 'Goes.', inputSchema: { type: 'object' } }
    await writeFile(join(desk, 'tools.json'), JSON.stringify([tool]))
    const call = { id: 'c1', kind: 'call', messages: [{ role: 'user', content: 'Go.' }], tools: ['go'] }
    await writeFile(join(desk, 'calls.jsonl'), `${JSON.stringify({ ...call, gold: { none: true } })}\n`)
    const config = join(desk, 'assay.config.json')
    await writeFile(
      config,
      JSON.stringify({ catalog: ['./tools.json'], batteries: { calls: ['./calls.jsonl'] } }),
    )
    const shown: unknown[] = []
    const answer: Answer = (request) => {
      if (request.kind === 'chat') shown.push(request.tools[0]?.description)
      return saying('No.')
    }
    const asked = { items: [], battery: 'calls', config, dialect: 'hermes' }
    expect((await run(answer, asked)).error).toBeUndefined()
    expect(shown).toEqual(['Goes.'])
    expect(document()).toMatchObject({
      benchmarks: [{ path: join(desk, 'calls.jsonl') }],
      catalog: { sources: [join(desk, 'tools.json')], tools: 1 },
    })
    // What was stored is found from the working folder, whether or not the config is named again.
    expect((await run(answer, { resume: place.folder })).error).toBeUndefined()
    expect((await run(answer, { resume: place.folder, config })).error).toBeUndefined()
    await writeFile(join(desk, 'tools.json'), JSON.stringify([{ ...tool, description: 'Stays.' }]))
    const changed = await run(answer, { resume: place.folder, config })
    expect(String(changed.error)).toMatch(/content of the catalog: [0-9a-f]{12}… → /)
  })

  it('asks no catalog of a config for items that need none', async () => {
    const config = join(place.scratch, 'assay.config.json')
    await writeFile(config, JSON.stringify({ catalog: ['./gone.json'] }))
    expect((await run(yes, { config })).error).toBeUndefined()
    expect(document().catalog).toBeUndefined()
  })

  it('asks chosen items alone', async () => {
    await run(yes, { only: ['q3', 'q5'] })
    expect(
      samples()
        .map(({ item }) => item)
        .sort(),
    ).toEqual(['q3', 'q5'])
    const { error } = await run(yes, { only: ['q3', 'nothing'], output: join(place.scratch, 'other') })
    expect(error).toMatchObject({ code: 'only-unknown' })
  })

  it.each([
    ['nothing to ask', { items: [] as string[] }, 'items-missing'],
    ['an unknown subject', { subject: 'answerin:' }, 'subject-unknown'],
    ['a missing file', { items: ['/no/such/file.jsonl'] }, 'file-missing'],
    ['flags that clash', { cacheOnly: true }, 'flags-clash'],
  ] as const)('refuses %s before anything is written', async (_, flags, code) => {
    expect((await run(yes, flags)).error).toMatchObject({ code })
    expect(existsSync(place.folder)).toBe(false)
  })

  it('refuses two items of one id', async () => {
    await writeFile(join(place.scratch, 'qa.jsonl'), lines(2) + lines(1))
    expect((await run(yes)).error).toMatchObject({ code: expect.stringMatching(/item-twice|duplicate/) })
  })

  it('stops within a budget, to be resumed', async () => {
    const usage = { promptTokens: 50, completionTokens: 50 }
    const answer: Answer = () => saying('yes', { usage })
    const first = await run(answer, { maxTokens: 1250, concurrency: 2 })
    expect(first.exitCode).toBe(3)
    expect(first.out).toMatch(/--max-tokens 1250[^]*--resume/)
    expect(samples().length).toBeLessThanOrEqual(12)
    const second = await run(answer, { resume: place.folder, maxTokens: 5000 })
    expect(second.exitCode).toBe(0)
    expect(samples()).toHaveLength(20)
  })

  it('says once what is wrong with the key, and goes on when it is right', async () => {
    const first = await run(() => {
      throw new SubjectFailure({
        code: 'subject-auth',
        what: 'The key is wrong.',
        fix: 'Set MY_KEY.',
        failure: 'auth',
      })
    })
    expect(first.exitCode).toBe(3)
    expect(first.err.match(/The key is wrong/g)).toHaveLength(1)
    expect(samples()).toHaveLength(0)
    expect((await run(yes, { resume: place.folder })).exitCode).toBe(0)
    expect(samples()).toHaveLength(20)
  })

  it('is unmeasured when prompts are not those of the training template', async () => {
    const template = join(place.scratch, 'training.jinja')
    const written = (open: string) =>
      `{% for m in messages %}${open}{{ m.role }}: {{ m.content }}\n{% endfor %}assistant:`
    const prompts: Subject['prompts'] = {
      render: async ({ messages }) => ({
        text: `${messages.map(({ role, content }) => `<s>${role}: ${content}\n`).join('')}assistant:`,
      }),
    }
    const given = { subjectParts: { prompts }, template, host: { templates: hostTemplates() } }
    await writeFile(template, written('<s>'))
    expect((await run(yes, given)).exitCode).toBe(0)
    expect(document()).toMatchObject({ preflight: { verdict: 'passed' } })
    await rm(place.folder, { recursive: true })
    await writeFile(template, written('<|'))
    const { exitCode } = await run(yes, given)
    expect(exitCode).toBe(1)
    expect(document()).toMatchObject({
      preflight: { verdict: 'unmeasured', findings: [{ code: 'template-parity', severity: 'blocking' }] },
    })
    expect(existsSync(join(place.folder, 'samples.jsonl')), 'nobody was asked').toBe(false)
  })

  it('is unmeasured, and asks nobody, while the instrument is wrong', async () => {
    const prompts = {
      render: async () => ({ text: '' }),
      tokenize: async () => [1, 1, 5],
      specials: { bos: 1, addsBos: true },
    }
    let asked = 0
    const answer: Answer = () => {
      asked++
      return saying('yes')
    }
    const blocked = { prompts: { ...prompts, render: async () => ({ text: 'x', tokenIds: [1, 1, 5] }) } }
    const first = await run(answer, { subjectParts: blocked })
    expect(first.exitCode).toBe(1)
    expect(document()).toMatchObject({ preflight: { verdict: 'unmeasured' } })
    expect(asked).toBe(0)
    const forced = await run(answer, { subjectParts: blocked, resume: place.folder, askAnyway: true })
    expect([forced.exitCode, asked]).toEqual([1, 20])
  })
})

describe('a resumed run', () => {
  it('asks what is missing, and nothing twice', async () => {
    const { answer, context } = interruptAfter(9)
    const first = await run(answer, { context })
    expect(first.exitCode).toBe(130)
    const before = samples().length
    expect(before).toBeGreaterThanOrEqual(9)
    expect(before).toBeLessThan(20)
    await appendFile(join(place.folder, 'samples.jsonl'), '{"benchmark":"qa.jsonl","item":"q1')
    const second = await run(yes, { resume: place.folder })
    expect(second.error).toBeUndefined()
    expect(second.err).toMatch(/torn last line cut off/)
    expect(new Set(samples().map(({ item }) => item)).size).toBe(20)
    expect(samples()).toHaveLength(20)
    expect(document().sessions).toHaveLength(2)
    let asked = 0
    await run(() => saying(String(asked++)), { resume: place.folder })
    expect(asked).toBe(0)
  })

  it('asks again what failed, on demand', async () => {
    let isWell = false
    const answer: Answer = (request) => {
      if (!isWell && lastMessage(request).includes('Is 4 ')) {
        throw new SubjectFailure({ code: 'x', what: 'No.', failure: 'overflow' })
      }
      return saying('yes')
    }
    const first = await run(answer)
    expect([first.exitCode, samples().filter(({ error }) => error !== undefined).length]).toEqual([0, 1])
    expect(first.out).toMatch(/failed: 1 \w+, e\.g\. \S[^]*1 sample is an error[^]*--retry-errors/)
    isWell = true
    await run(answer, { resume: place.folder })
    expect(samples()).toHaveLength(20)
    await run(answer, { resume: place.folder, retryErrors: true })
    expect(samples()).toHaveLength(21)
    expect(samples().at(-1)).toMatchObject({ item: 'q4', output: { text: 'yes' } })
  })

  it.each([
    [{ trials: 3 }, /trials \(--trials\): 1 → 3/],
    [{ seed: 1 }, /seed \(--seed\): 0 → 1/],
    [{ maxTokensOut: 100 }, /changed\.\n +longest answer in tokens \(--max-tokens-out\): 512 → 100/],
    [{ label: 'other' }, /name of the subject \(--label\): "answering" → "other"/],
  ])('refuses another configuration and shows the difference: %o', async (flags, message) => {
    await run(yes)
    const labelled: SubjectKind['open'] = (_, { options }) =>
      answeringSubject(yes, options.label === undefined ? {} : { label: options.label })
    const { error } = await run(yes, { resume: place.folder, open: labelled, ...flags })
    expect(error).toMatchObject({ code: 'run-changed' })
    expect(String(error)).toMatch(message)
  })

  it('refuses changed items', async () => {
    await run(yes)
    await writeFile(join(place.scratch, 'qa.jsonl'), lines(21))
    const { error } = await run(yes, { resume: place.folder })
    expect(String(error)).toMatch(
      /number of items of "qa(?:\.jsonl)?": 20 → 21\n.*content of the items of "qa(?:\.jsonl)?": [0-9a-f]{12}… →/,
    )
  })

  it('takes other limits without a word', async () => {
    const { answer, context } = interruptAfter(5)
    await run(answer, { context })
    const { error } = await run(yes, {
      resume: place.folder,
      concurrency: 1,
      timeout: 3,
      price: { input: 1, output: 1 },
    })
    expect(error).toBeUndefined()
    expect(samples()).toHaveLength(20)
  })

  it.each([
    ['a line edited by hand', (text: string) => text.replace('"trial":0', '"trial":'), 'journal-broken'],
    [
      'a line of another run',
      (text: string) => text.replace(/"item":"q\d+"/, '"item":"elsewhere"'),
      'journal-foreign',
    ],
  ])('names %s and changes nothing', async (_, edit, code) => {
    await run(yes)
    const path = join(place.folder, 'samples.jsonl')
    const edited = edit(await readFile(path, 'utf8'))
    await writeFile(path, edited)
    const { error } = await run(yes, { resume: place.folder })
    // What somebody edited is wrong input, exit 2, and no failure of the machine.
    expect(error).toMatchObject({
      name: 'InputError',
      code,
      where: expect.stringMatching(/samples\.jsonl, line 1$/),
    })
    expect(await readFile(path, 'utf8')).toBe(edited)
  })

  it('says that a run is of another version, or is none', async () => {
    await run(yes)
    const path = join(place.folder, 'run.json')
    await writeFile(path, (await readFile(path, 'utf8')).replace('assay.run/1', 'assay.run/2'))
    expect((await run(yes, { resume: place.folder })).error).toMatchObject({ code: 'run-version' })
    await rm(path)
    expect((await run(yes, { resume: place.folder })).error).toMatchObject({ code: 'run-missing' })
  })

  it('does not write over a run that another process began while this one was opened', async () => {
    await run(yes)
    const before = document()
    await rename(place.folder, `${place.folder}-other`)
    const open: SubjectKind['open'] = async () => {
      await rename(`${place.folder}-other`, place.folder)
      return answeringSubject(yes)
    }
    expect((await run(yes, { open })).error).toMatchObject({ code: 'run-exists' })
    expect(document()).toEqual(before)
  })

  it('is refused while another process works at it', async () => {
    const { answer, context } = interruptAfter(5)
    await run(answer, { context })
    const lock = await testHost(yes as never).locks.take(join(place.folder, 'run.lock'))
    const { error } = await run(yes, { resume: place.folder })
    await lock.release()
    expect(error).toMatchObject({ code: 'lock-held', what: expect.stringMatching(`process ${process.pid}`) })
  })
})

describe('the response cache', () => {
  it('answers another run, failures never, and other questions not', async () => {
    const cache = join(place.scratch, 'cache')
    let asked = 0
    const answer: Answer = (request) => {
      asked++
      if (lastMessage(request).includes('Is 7 '))
        throw new SubjectFailure({ code: 'x', what: 'No.', failure: 'overflow' })
      return saying(`answer ${asked}`)
    }
    await run(answer, { cache })
    expect(asked).toBe(20)
    const first = samples()
    place.folder = join(place.scratch, 'second')
    const second = await run(answer, { cache })
    expect(asked).toBe(21)
    expect(second.out).toMatch(/19 from the cache/)
    const text = (list: readonly Sample[]): unknown =>
      Object.fromEntries(list.map(({ item, output }) => [item, output?.text]))
    expect(text(samples())).toEqual(text(first))
    expect(samples().filter(({ cached }) => cached === true)).toHaveLength(19)
    place.folder = join(place.scratch, 'third')
    const third = await run(answer, { cache, cacheOnly: true })
    expect([asked, third.exitCode, samples().length]).toEqual([21, 3, 19])
    expect(third.out).toMatch(/1 answers are not in the cache/)
    place.folder = join(place.scratch, 'fourth')
    await run(answer, { cache, temperature: 1 })
    expect(asked).toBe(41)
  })
})

describe('a recording', () => {
  it('names what it lacks, and does not suggest to ask again', async () => {
    const recorded = Array.from({ length: 18 }, (_, at) => `{"id":"q${at}","text":"yes"}\n`)
    const path = join(place.scratch, 'outputs.jsonl')
    await writeFile(path, recorded.join(''))
    const asked = { subject: `replay:${path}`, host: { kinds: [replayKind] } }
    const first = await run(yes, asked)
    expect([first.exitCode, first.error]).toEqual([0, undefined])
    expect(first.out).toMatch(/The recording lacks 2 answers: "q18", "q19"\. .*begin another run/)
    expect(first.out).not.toMatch(/retry-errors/)
    const again = await run(yes, { ...asked, resume: place.folder })
    expect(again.out).toMatch(/The recording lacks 2 answers\. /)
  })
})
