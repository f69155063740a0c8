import { aiKind } from '../../adapters/models/ai-sdk.js'
import { anthropicKind } from '../../adapters/models/anthropic.js'
import { commandKind } from '../../adapters/models/command.js'
import { compatibleKind } from '../../adapters/models/compatible.js'
import { completionsKind } from '../../adapters/models/completions.js'
import { functionKind } from '../../adapters/models/function.js'
import { ggufKind } from '../../adapters/models/gguf.js'
import { googleKind } from '../../adapters/models/google.js'
import { openaiKind } from '../../adapters/models/openai.js'
import { referenceKind } from '../../adapters/models/reference.js'
import { replayKind } from '../../adapters/models/replay.js'
import { scriptedKind } from '../../adapters/models/scripted.js'
import { llmSelectKind } from '../../run/llm-select.js'
import type { SubjectKind } from '../../subject/kind.js'

/** Every kind of subject that can be asked, in the order in which messages list them. */
export const subjectKinds: readonly SubjectKind[] = [
  openaiKind,
  anthropicKind,
  googleKind,
  compatibleKind,
  completionsKind,
  aiKind,
  ggufKind,
  referenceKind,
  commandKind,
  functionKind,
  replayKind,
  scriptedKind,
  llmSelectKind,
]
