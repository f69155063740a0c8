import type { RungTable } from '../../src/ladder/rung.js'
import type { SectionReport } from '../../src/report/document.js'
import type { Score } from '../../src/score/score.js'
import { hostileTexts } from './hostile-texts.js'

const table = (
  title: string,
  columns: readonly string[],
  rows: RungTable['rows'],
  note?: string,
): RungTable => ({
  id: title,
  title,
  columns,
  rows,
  ...(note === undefined ? {} : { note }),
})

const tables = (
  about: Pick<SectionReport, 'id' | 'title' | 'verdict' | 'summary'>,
  list: readonly RungTable[],
): SectionReport => ({ ...about, findings: [], tables: [], details: { kind: 'tables', tables: list } })

/** Sections as audits of benchmarks, lint, comparisons, experiments and calibrations make them. */
export function sectionsOf(scores: readonly Score[]): readonly SectionReport[] {
  return [
    {
      id: 'lint',
      title: 'Catalog',
      verdict: 'mixed',
      summary: '40 tools: 2 errors, 9 warnings.',
      findings: [
        {
          weight: 'bad',
          text: `Two tools are named ${hostileTexts.script}.`,
          evidence: ['tool_1', hostileTexts.override],
        },
        { weight: 'warn', text: '9 tools say nothing of when to use them.', evidence: [] },
        { weight: 'info', text: 'No tool names an example.', evidence: [] },
        { weight: 'good', text: 'Every schema can be read.', evidence: [] },
      ],
      tables: [],
      details: {
        kind: 'lint',
        report: {
          schema: 'assay.lint/1',
          tools: 40,
          providers: ['openai'],
          totals: { error: 2, warn: 9, info: 1 },
          affected: { error: 2, warn: 9, info: 1 },
          counts: [
            { code: 'duplicate-exact', severity: 'error', findings: 2, tools: 2, listed: 2 },
            { code: 'part-when-to-use', severity: 'warn', findings: 9, tools: 9, listed: 9 },
          ],
          findings: [],
          classes: [],
          equivalence: { kind: 'unmeasured', reason: 'not asked for' },
          descriptionParts: { kind: 'unmeasured', reason: 'not asked for' },
          tokens: {
            kind: 'measured',
            tokenizer: 'o200k_base',
            recipe: 'compact JSON',
            total: 12_345,
            median: 210,
            p90: 600,
            max: 1900,
            dearest: [],
          },
        },
      },
    },
    {
      id: 'benchmark-audit',
      title: 'Benchmarks',
      verdict: 'bad',
      summary: 'One benchmark is not usable.',
      findings: [],
      tables: [],
      details: {
        kind: 'benchmark-audit',
        audits: [
          {
            schema: 'assay.audit/1',
            benchmark: { name: hostileTexts.override, fingerprint: 'e'.repeat(64) },
            verdict: 'usable-with-care',
            reasons: [],
            nulls: [
              {
                id: 'longest',
                kind: 'mcq',
                metric: 'accuracy',
                describes: 'takes the longest option',
                value: 0.41,
                interval: [0.33, 0.49],
                chance: 0.25,
                n: 160,
              },
              {
                id: 'constant',
                kind: 'qa',
                group: 'pairs',
                metric: 'balanced-accuracy',
                describes: 'always says yes',
                value: 0.5,
                chance: 0.5,
                n: 80,
              },
            ],
            counts: { items: 240, kinds: { mcq: 160, qa: 80 }, checks: {} },
            notes: [],
            unchecked: [
              { check: 'leaks', looksAt: 'whether items stand in the corpus', why: 'no corpus was given' },
            ],
            seed: 0,
          },
        ],
      },
    },
    tables(
      {
        id: 'compare s2',
        title: `Comparison: ${hostileTexts.override} against caller`,
        verdict: 'measured',
        summary: '2 measures, decided together.',
      },
      [
        table(
          'Paired differences, B less A',
          ['measure', 'n', 'difference', 'low', 'high', 'adjusted p', 'verdict'],
          [
            ['call exact on desk', 1200, 0.1234567, 0.04, 0.21, 0.00001234, 'better'],
            ['qa accuracy on desk', 80, -0.02, -0.1, 0.06, 0.62, 'not-enough-data'],
          ],
        ),
      ],
    ),
    {
      ...tables(
        {
          id: 'experiment s3',
          title: 'A growing catalog',
          verdict: 'measured',
          summary: '4 sizes, 60 items; distractors: confusable.',
        },
        [
          table(
            'Selection by the number of tools shown',
            ['size', 'shown', 'n', 'selection', 'low', 'high', 'false calls'],
            [
              ['gold', 1, 60, 0.98, 0.9, 1, 0.05],
              ['40', 40, 60, 0.61, 0.5, 0.72, null],
            ],
            'Empty where nothing was measured.',
          ),
          table(
            'Each tool, by the items that need it',
            ['tool', 'before', 'lost queries went to'],
            [[hostileTexts.script, 0.5, `${'a_tool_with_a_long_name_'.repeat(4)} (3), tool_2 (1)`]],
          ),
        ],
      ),
      tables: [{ subject: hostileTexts.override, benchmark: 'desk', scores }],
    },
    tables(
      {
        id: 'calibrate s4',
        title: 'Calibration',
        verdict: 'good',
        summary: 'The instrument reads its reference subjects right: 2 checks passed.',
      },
      [
        table(
          'subjects',
          ['check', 'expected', 'measured', 'verdict'],
          [
            ['The caller calls.', 'at least 0.9', '0.97 (n = 120)', 'passed'],
            ['The talker does not.', '0', '0 (n = 120)', 'passed'],
          ],
        ),
      ],
    ),
    {
      id: 'retrieval',
      title: 'Retrieval',
      verdict: 'unmeasured',
      summary: 'Nobody was asked.',
      findings: [],
      tables: [],
    },
  ]
}
