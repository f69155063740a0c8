import { type BatterySize, batterySizes } from '../../ladder/batteries/battery-sizes.js'
import { buildBatteries } from '../../ladder/batteries/build-batteries.js'
import { CaseFrames } from '../../ladder/batteries/case-frame.js'
import { corpusLanguage } from '../../ladder/batteries/corpus-language.js'
import { parseUserCases, type UserCase } from '../../ladder/batteries/user-cases.js'
import { evalCases } from '../../ladder/eval-cases.js'
import { keywordRuleOf } from '../../ladder/keyword-tests/rules/index.js'
import type { LadderCase } from '../../ladder/ladder-case.js'
import { qualitativeCases } from '../../ladder/qualitative/qualitative-cases.js'
import { readQualitativePrompts } from '../../ladder/qualitative/qualitative-prompts.js'
import type { JsonObject } from '../../text/json.js'
import type { CliContext } from '../command.js'
import type { LadderFlags } from './ladder-flags.js'
import type { LadderInputs } from './ladder-inputs.js'

/** Every case of the ladder, and how it came about. */
export async function planCases(
  { corpus, statistics, keywordSets }: LadderInputs,
  flags: LadderFlags & { readonly size: BatterySize },
  { files, notify }: CliContext,
): Promise<{ readonly cases: readonly LadderCase[]; readonly manifest: JsonObject }> {
  const textOf = async (path: string): Promise<string> => new TextDecoder().decode(await files.read(path))
  const userCases = async (path: string | undefined): Promise<readonly UserCase[] | undefined> =>
    path === undefined ? undefined : parseUserCases(await textOf(path), path)
  const novel = await userCases(flags.novel)
  const suppression = await userCases(flags.suppression)
  const built = buildBatteries({
    corpus,
    statistics,
    seed: flags.seed,
    sizes: batterySizes[flags.size],
    user: {
      ...(novel === undefined ? {} : { novel }),
      ...(suppression === undefined ? {} : { suppression }),
    },
    others: keywordSets.flatMap((set) =>
      set.items.map(({ id, prompt }) => ({ id: `${set.name} ${id}`, text: prompt })),
    ),
  })
  for (const { what } of built.notices) notify(what)
  const prompts =
    flags.prompts === undefined
      ? undefined
      : readQualitativePrompts(await textOf(flags.prompts), flags.prompts)
  const qualitative = qualitativeCases({
    corpus,
    language: corpusLanguage(corpus.examples.map(({ prompt }) => prompt)).language,
    ...(prompts === undefined ? {} : { prompts }),
  })
  const { main } = new CaseFrames(corpus)
  const ofSets = keywordSets.flatMap((set) => {
    const rule = keywordRuleOf(set)
    return evalCases(set, { ...main, promptOf: (item) => rule.promptOf(item), maxTokens: EVAL_TOKENS })
  })
  return { cases: [...built.cases, ...qualitative, ...ofSets], manifest: built.manifest }
}

/** What the longest of the published keyword tests allows. */
const EVAL_TOKENS = 200
