/** Where public data come from, and where they lie below $DATA. */
export interface PublicInput {
  readonly place: string
  readonly repository: string
  readonly commit: string
  /** Paths in the repository. */
  readonly from: string
  readonly licence: string
}

/** Assay brings none of these: a reader fetches what an exhibit names. */
export const publicInputs: readonly PublicInput[] = [
  {
    place: 'toolsense/rrb.jsonl, mcq.jsonl, qa.jsonl',
    repository: 'SAP/toolsense',
    commit: '3487d8e',
    from: 'data/toolsense-realistic-retrieval/data.jsonl, data/toolsense-mcq/data.jsonl, data/toolsense-qa/data.jsonl',
    licence: 'Apache-2.0; texts derive from ToolBench (CC BY-NC 4.0)',
  },
  {
    place: 'vectrayx/corpus/, vectrayx/eval_data/',
    repository: 'vectrayx/vectrayx-nano-paper',
    commit: '3f4e1c8',
    from: 'corpus/, eval_data/',
    licence: 'evaluation sets CC-BY-4.0, code MIT',
  },
  {
    place: 'bfcl/',
    repository: 'ShishirPatil/gorilla',
    commit: '6ea57973',
    from: 'berkeley-function-call-leaderboard/bfcl_eval/data/: the BFCL_v4 files of the categories below, their possible_answer/ and multi_turn_func_doc/',
    licence: 'Apache-2.0',
  },
  {
    place: 'api-bank/',
    repository: 'AlibabaResearch/DAMO-ConvAI',
    commit: '483554e',
    from: 'api-bank/lv1-lv2-samples/: 63 dialogues of level 1 and 44 of level 2, all in one folder',
    licence: 'Apache-2.0',
  },
  {
    place: 'tau2/retail/, tau2/mock/',
    repository: 'sierra-research/tau2-bench',
    commit: 'a2c0247',
    from: 'data/tau2/domains/retail and mock: tasks.json and policy.md',
    licence: 'MIT',
  },
]
