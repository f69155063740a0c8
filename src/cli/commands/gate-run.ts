import { randomUUID } from 'node:crypto'
import { limitHeapGrowth } from '../../adapters/heap-growth.js'
import { interruptible } from '../../adapters/interruptible.js'
import { version } from '../../adapters/version.js'
import { plainFiles } from '../../catalog/plain-files.js'
import { InputError } from '../../errors.js'
import type { GateDocument } from '../../gate/gate-document.js'
import { judgeGate } from '../../gate/judge-gate.js'
import type { GatePolicy } from '../../gate/policy.js'
import { MAX_POLICY_BYTES, readPolicy } from '../../gate/read-policy.js'
import type { Files } from '../../ports.js'
import { gateAnnotations } from '../../report/gate/gate-annotations.js'
import { gateJunit } from '../../report/gate/gate-junit.js'
import { gateSummary } from '../../report/gate/gate-summary.js'
import { gateText } from '../../report/gate/gate-text.js'
import type { CliContext } from '../command.js'
import type { GateFlags } from '../gate/gate-flags.js'
import { readBaseline } from '../gate/read-baseline.js'
import { type ReadEvidence, readEvidence } from '../gate/read-evidence.js'
import { guardOutputs } from '../output-guard.js'
import { scorePieces } from './score-run-document.js'

const DEFAULT_POLICY = 'assay.gate.yaml'

/** Of 200,000 items more would be garbage than is held. */
const HEAP_GROWTH_PERCENT = 40

const EXIT_CODES = { passed: 0, failed: 1, 'insufficient-data': 4 } as const

/**
 * Judges a run, a ladder or an audit by a policy; sets exit 1 where it failed and 4 where the data are too few.
 *
 * @throws {InputError} `policy-missing`, `baseline-unsaved`, and what reading, scoring and judging throw; nothing is written by then.
 */
export async function runGate(path: string, flags: GateFlags, outer: CliContext): Promise<void> {
  limitHeapGrowth(HEAP_GROWTH_PERCENT)
  const named = [flags.policy, flags.baseline, flags.vocabulary, flags.config, ...(flags.catalog ?? [])]
  const context = {
    ...outer,
    files: plainFiles(
      outer.files,
      named.filter((one) => one !== undefined),
    ),
  }
  const { files } = context
  guardOutputs([flags.output, flags.junit, flags.saveBaseline], await inputsOf(path, flags, files))
  const isOnlySaved = flags.saveBaseline !== undefined && flags.policy === undefined
  const policy = isOnlySaved ? undefined : await policyAt(flags.policy ?? DEFAULT_POLICY, files)
  const read = await readEvidence(path, flags, context)
  if (flags.saveBaseline !== undefined) refuseUnsaved(read, path)
  if (policy === undefined) {
    await saveBaseline(read, flags, context)
    return
  }
  const baseline =
    flags.baseline === undefined ? undefined : await readBaseline(flags.baseline, flags, context)
  const { seed, resamples, permutations } = flags
  const document = interruptible(() =>
    judgeGate({
      policy,
      evidence: read.evidence,
      assay: version,
      resamples,
      permutations,
      ...(baseline === undefined ? {} : { baseline }),
      ...(seed === undefined ? {} : { seed }),
    }),
  )
  await writeOutputs(document, flags, context)
  // A run that may not pass is no measure for the next one.
  if (document.verdict === 'passed') await saveBaseline(read, flags, context)
  else if (flags.saveBaseline !== undefined)
    context.notify('The baseline was not saved: the gate did not pass.')
  context.exit(EXIT_CODES[document.verdict])
}

async function inputsOf(path: string, flags: GateFlags, files: Files): Promise<readonly string[]> {
  const inner = ['run.json', 'samples.jsonl', 'turns.jsonl', 'ladder.json', 'report.json']
  return [
    path,
    ...inner.map((name) => files.join(path, name)),
    flags.policy ?? DEFAULT_POLICY,
    ...(flags.baseline === undefined
      ? []
      : [flags.baseline, ...inner.map((name) => files.join(flags.baseline ?? '', name))]),
    ...(flags.audit ?? []),
  ]
}

async function policyAt(path: string, files: Files): Promise<GatePolicy> {
  const facts = await files.facts(path)
  if (facts?.kind !== 'file') {
    throw new InputError({
      code: 'policy-missing',
      what: facts === undefined ? 'There is no such policy.' : 'The policy is a folder.',
      where: path,
      fix: 'Name the policy with --policy; docs/gate.md shows one.',
    })
  }
  return readPolicy(new TextDecoder().decode(await policyBytes(path, files)), path)
}

/** What is no plain file tells no size beforehand, and a link of that name may lead to one without an end. */
async function policyBytes(path: string, files: Files): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let sizeBytes = 0
  for await (const piece of files.stream(path)) {
    sizeBytes += piece.length
    if (sizeBytes > MAX_POLICY_BYTES) {
      throw new InputError({
        code: 'policy-broken',
        what: `The policy is larger than ${MAX_POLICY_BYTES / 1024 / 1024} MiB.`,
        where: path,
        fix: 'Name a policy that somebody wrote.',
      })
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function refuseUnsaved({ runs }: ReadEvidence, path: string): void {
  if (runs.length === 1) return
  throw new InputError({
    code: 'baseline-unsaved',
    what:
      runs.length === 0
        ? 'There is no run whose scores could be saved: ladders and audits list no items.'
        : `There are ${runs.length} runs, and a baseline is one.`,
    where: path,
    fix: 'Name the folder of one run.',
  })
}

async function saveBaseline(
  { runs }: ReadEvidence,
  flags: GateFlags,
  { files, notify }: CliContext,
): Promise<void> {
  const [run] = runs
  if (flags.saveBaseline === undefined || run === undefined) return
  await files.write(flags.saveBaseline, scorePieces(run.documents))
  notify(`Written: ${flags.saveBaseline}`)
}

async function writeOutputs(document: GateDocument, flags: GateFlags, context: CliContext): Promise<void> {
  const { files, notify, print, complain } = context
  const json = `${JSON.stringify(document, undefined, 2)}\n`
  const createdAt = new Date(context.clock.now()).toISOString()
  for (const [place, text] of [
    [flags.output, json],
    [flags.junit, gateJunit(document, createdAt)],
  ] as const) {
    if (place === undefined) continue
    await files.write(place, [text])
    notify(`Written: ${place}`)
  }
  if (flags.github !== true) {
    print(flags.json === true ? json : gateText(document))
    return
  }
  // What is printed in between may hold texts of strangers, and is not read for commands.
  const token = randomUUID()
  const tell = flags.json === true ? complain : print
  tell(`::stop-commands::${token}\n`)
  print(flags.json === true ? json : gateText(document))
  tell(`::${token}::\n${gateAnnotations(document)}`)
  const summary = context.variable('GITHUB_STEP_SUMMARY')
  if (summary === undefined || summary === '')
    notify('GITHUB_STEP_SUMMARY is not set: no summary was written.')
  else await files.append(summary, gateSummary(document))
}
