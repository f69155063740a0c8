import { type CalibrationCheck, defineCalibrationSection } from '../calibration.js'
import { judgeTranscript } from '../transcripts/judge-transcript.js'
import { knownTranscripts } from '../transcripts/known-transcripts.js'
import type { Transcript, TranscriptVerdict } from '../transcripts/transcript.js'

/** Answers whose verdict is known, most of them bad, through the parser and the scorer of calls. */
export const transcriptsSection = defineCalibrationSection({
  id: 'transcripts',
  describes: 'known-bad answers in every dialect get the verdict that they deserve',
  needsReferences: false,
  async run() {
    return { section: 'transcripts', checks: checkTranscripts(knownTranscripts), notes: [] }
  },
})

export function checkTranscripts(
  transcripts: readonly Transcript[],
  judge: (transcript: Transcript) => TranscriptVerdict = judgeTranscript,
): readonly CalibrationCheck[] {
  return transcripts.map((transcript) => {
    const { id, says, text, expects } = transcript
    const expected = textOf(expects)
    const measured = textOf(judge(transcript))
    const isRight = expected === measured
    return {
      id,
      says,
      expected,
      measured,
      verdict: isRight ? 'passed' : 'failed',
      ...(isRight ? {} : { note: text }),
    }
  })
}

function textOf({ outcome, level, exact }: TranscriptVerdict): string {
  return `${outcome}, ${level}, ${exact ? 'right' : 'not right'}`
}
