import { type CallTask, callTaskOf } from '../../benchmark/call-item.js'
import { InputError } from '../../errors.js'
import type { Output } from '../../run/output-lines.js'
import { judgeCalls } from '../../score/calls/call-verdict.js'
import { OutputReader } from '../../score/calls/read-output.js'
import type { JsonObject } from '../../text/json.js'
import { parseJson } from '../../text/json.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { dialects } from '../../toolcall/dialects/index.js'
import type { Transcript, TranscriptVerdict } from './transcript.js'

const TOOLS: readonly JsonObject[] = [
  {
    name: 'get_weather',
    description: 'Weather of a city for some days.',
    inputSchema: {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer' } },
      required: ['city', 'days'],
      additionalProperties: false,
    },
  },
  {
    name: 'send_mail',
    description: 'Sends a mail.',
    inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
  },
]

const GOLD: Readonly<Record<Transcript['gold'], JsonObject>> = {
  call: { calls: [{ name: 'get_weather', arguments: { city: 'Lima', days: 3 } }] },
  none: { none: true },
}

const taskFor = (gold: Transcript['gold']): CallTask =>
  callTaskOf({
    kind: 'call',
    id: gold,
    json: { id: gold, kind: 'call', messages: [], tools: TOOLS, gold: GOLD[gold] },
  })

const TASKS: Readonly<Record<Transcript['gold'], CallTask>> = {
  call: taskFor('call'),
  none: taskFor('none'),
}

/**
 * What parser and scorer make of a transcript, by the way that every output goes.
 *
 * @throws {InputError} `dialect-unknown`.
 */
export function judgeTranscript(
  transcript: Transcript,
  known: readonly Dialect[] = dialects,
): TranscriptVerdict {
  const dialect = known.find(({ id }) => id === transcript.dialect)
  if (dialect === undefined) {
    throw new InputError({
      code: 'dialect-unknown',
      what: `There is no dialect "${transcript.dialect}".`,
      where: transcript.id,
      fix: 'Correct the transcript.',
    })
  }
  const task = TASKS[transcript.gold]
  const { outcome, level, exact } = judgeCalls(
    task,
    new OutputReader({ dialect }).read(task, outputOf(transcript, dialect)),
  )
  return { outcome, level, exact }
}

function outputOf({ id, text, stopReason }: Transcript, { isApi }: Dialect): Output {
  const rest = { id, stopReason, where: id }
  if (isApi !== true) return { ...rest, said: { kind: 'text', text } }
  const reading = parseJson(text)
  return {
    ...rest,
    said: { kind: 'message', text, message: reading.kind === 'value' ? reading.value : null },
  }
}
