import { basename } from 'node:path'
import { InputError } from '../../errors.js'
import { SubjectFailure } from '../../subject/failure.js'
import { defineSubjectKind } from '../../subject/kind.js'
import { readRecording } from '../../subject/replay-outputs.js'
import { defineSubject } from '../../subject/subject.js'
import { printable } from '../../text/printable.js'
import { hashPieces } from './file-hash.js'

const USAGE = 'replay:<outputs.jsonl or samples.jsonl>'

/** Recorded answers, by the id of the item; nothing is asked. The recording is held in memory. */
export const replayKind = defineSubjectKind({
  id: 'replay',
  usage: USAGE,
  describes: 'recorded answers, by the id of the item',
  async open(argument, context) {
    if (argument.trim() === '') {
      throw new InputError({
        code: 'subject-spec',
        what: 'The file of recorded answers is missing.',
        where: 'replay:',
        fix: `Write ${USAGE}.`,
      })
    }
    const { files, options } = context
    const isFolder = (await files.facts(argument))?.kind === 'folder'
    const path = isFolder ? files.join(argument, 'samples.jsonl') : argument
    const recording = await readRecording(files.stream(path), path)
    const fingerprint = await hashPieces(files.stream(path))
    return defineSubject({
      spec: `replay:${argument}`,
      label: options.label ?? basename(argument).replace(/\.jsonl$/, ''),
      facts: {
        model: basename(argument),
        endpoint: path,
        ...(options.dialect === undefined ? {} : { dialect: options.dialect }),
        fingerprint,
      },
      answers: recording.answers,
      endpoint: `replay:${path}`,
      maxConcurrency: options.maxConcurrency ?? 64,
      isRecorded: true,
      async ask(_request, { sample }) {
        const reply = sample === undefined ? undefined : recording.find(sample)
        if (reply !== undefined) return reply
        // An output that is missing is unmeasured, and asking again does not bring it.
        throw new SubjectFailure({
          code: 'replay-missing',
          failure: 'refusal',
          what:
            sample === undefined
              ? 'A recording is asked by item, and no item was told.'
              : `The recording has no answer for the item "${printable(sample.item, { maxLength: 80 })}".`,
          where: path,
          fix: `It has answers for ${recording.size}; check that it was made from these items.`,
          retryable: false,
        })
      },
    })
  },
})
