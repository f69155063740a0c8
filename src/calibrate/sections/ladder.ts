import { readCorpus } from '../../corpus/read-corpus.js'
import type { ToolCorpus } from '../../corpus/tool-corpus.js'
import { parseUserCases } from '../../ladder/batteries/user-cases.js'
import type { Subject } from '../../subject/subject.js'
import { hashText } from '../../text/hash.js'
import { dialects } from '../../toolcall/dialects/index.js'
import { type CalibrationCheck, defineCalibrationSection } from '../calibration.js'
import type { CalibrationContext } from '../calibration-context.js'
import { climbInMemory, type MemoryClimb } from '../ladder/climb-in-memory.js'
import { judgeLadder, ladderKey } from '../ladder/judge-ladder.js'
import { figureIn, type LadderFigure } from '../ladder/ladder-figures.js'
import { checkWeights } from '../reference/check-weights.js'
import { ladderFigures } from '../reference/ladder-expectation.js'
import { type Reference, readReferences } from '../reference/read-references.js'

/** Figures of a card that the ladder gives. */
const CLIMBED = ladderFigures.filter((figure) => figure !== 'drift')

/** Real models with known faults climb the ladder, and get the verdict that their cards expect. */
export const ladderSection = defineCalibrationSection({
  id: 'ladder',
  describes: 'reference subjects get the verdict that their cards expect',
  needsReferences: true,
  async run(context) {
    const folder = await context.folder()
    const all = await readReferences(folder, context.files)
    const references = all.filter(({ card }) => card.set === 'ladder')
    const figures = new Map<string, LadderFigure>()
    const weights: CalibrationCheck[] = []
    let unmeasured: CalibrationCheck | undefined
    for (const reference of references) {
      context.signal.throwIfAborted()
      const check = await checkWeights(reference, context)
      weights.push(check)
      const { card, weights: file } = reference
      if (check.verdict !== 'passed' || file === undefined) continue
      context.notify(`${card.name}: the ladder`)
      const model = await context.openModel(file.path, card.name)
      try {
        const climbing = await climbOf(reference, model.subject, { folder, context })
        const document = await climbInMemory(climbing)
        for (const figure of CLIMBED) {
          const found = figureIn(document, figure)
          if (found !== undefined) figures.set(ladderKey({ subject: card.name, figure }), found)
        }
        if (unmeasured === undefined && document.verdict === 'capable') {
          unmeasured = await withoutPreamble(climbing)
        }
      } finally {
        await model.close()
      }
    }
    return {
      section: 'ladder',
      checks: [
        ...weights,
        ...references.flatMap(({ card }) =>
          card.climbed
            .filter(({ measure }) => measure.figure !== 'drift')
            .map((expectation) => judgeLadder(card, expectation, figures)),
        ),
        unmeasured ?? NOBODY_CAPABLE,
      ],
      notes: [],
    }
  },
})

interface Place {
  readonly folder: string
  readonly context: CalibrationContext
}

async function climbOf(
  { card }: Reference,
  subject: Subject,
  { folder, context }: Place,
): Promise<MemoryClimb> {
  const { files, seed, signal } = context
  const corpus = await corpusAt(files.join(folder, ...(card.training?.corpus ?? '').split('/')), context)
  const userCases = async (name: string) => {
    const path = files.join(folder, 'ladder', name)
    return parseUserCases(new TextDecoder().decode(await files.read(path)), path)
  }
  const spoken = dialects.find(({ id }) => id === subject.facts.dialect)
  return {
    subject,
    corpus,
    dialect: spoken ?? corpus.dialect,
    user: { novel: await userCases('novel.jsonl'), suppression: await userCases('no-call.jsonl') },
    size: 'quick',
    seed,
    signal,
  }
}

function corpusAt(path: string, { files, notify }: CalibrationContext): Promise<ToolCorpus> {
  return readCorpus(path, { files, notify, hash: (content) => hashText(String(content)) })
}

/** Cases that show that nothing is measured, of each battery. */
const FEW = 4

/** The same subject, asked without its tools: nothing that it says then says anything of it. */
async function withoutPreamble(climbing: MemoryClimb): Promise<CalibrationCheck> {
  const { subject } = climbing
  const { prompts } = subject
  const bare: Subject = {
    ...subject,
    ...(prompts === undefined
      ? {}
      : { prompts: { ...prompts, render: (request) => prompts.render({ ...request, tools: [] }) } }),
    ask: (request, context) =>
      subject.ask(request.kind === 'chat' ? { ...request, tools: [] } : request, context),
  }
  const document = await climbInMemory({ ...climbing, subject: bare, most: FEW })
  const [blocking] = document.rungs.flatMap(({ findings }) =>
    findings.filter(({ severity }) => severity === 'blocking'),
  )
  return {
    id: `${subject.label}/preamble-removed`,
    says: 'Asked without the declaration of its tools, a capable subject is unmeasured, not incapable.',
    expected: 'unmeasured',
    measured: `verdict = ${document.verdict}${blocking === undefined ? '' : ` (${blocking.code})`}`,
    verdict: document.verdict === 'unmeasured' ? 'passed' : 'failed',
  }
}

const NOBODY_CAPABLE: CalibrationCheck = {
  id: 'preamble-removed',
  says: 'Asked without the declaration of its tools, a capable subject is unmeasured, not incapable.',
  expected: 'unmeasured',
  measured: 'no subject was capable',
  verdict: 'missing',
}
