import type { KeywordDecoding } from '../../keyword-set.js'

/** Decoding of the released harness: sampled, without a seed, and a penalty on every token of the prompt. */
export const SAMPLED: KeywordDecoding = { temperature: 0.7, repeatPenalty: 1.3, penalizesPrompt: true }

/** A line in place of the harness's own, which says who answers and nothing of tools. */
export const PERSONA =
  'Eres un asistente de seguridad informática. Respondes en español con claridad, precisión y brevedad a quien pregunta.'

/** The tools that the released B4 looks for, in its order. The fourth stands in no item and in no training corpus. */
export const B4_TOOLS = [
  'nvd_get_cve',
  'nvd_search',
  'cisa_kev_check',
  'mitre_get_technique',
  'otx_check_ioc',
  'bash_exec',
] as const

/** A text in place of the harness's own: the same six signatures and an example of a call, in other words. */
export const B4_SYSTEM = `Puedes usar estas herramientas:
- nvd_get_cve(cve_id)
- nvd_search(keyword)
- cisa_kev_check(cve_id)
- mitre_get_technique(technique_id)
- otx_check_ioc(ioc)
- bash_exec(cmd)
Ejemplo: <|tool_call|>{"name": "nvd_get_cve", "args": {"cve_id": "CVE-2020-0601"}}<|/tool_call|>`
