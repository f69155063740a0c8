import type { BatteryLanguage } from '../../ladder/batteries/corpus-language.js'
import type { Mention } from '../../ladder/batteries/suppression-frames.js'
import type { TalkFrame, TalkFrames } from './talk-frame.js'
import { englishFrames } from './talk-frames-en.js'
import { spanishFrames } from './talk-frames-es.js'

const FRAMES: Readonly<Record<BatteryLanguage, TalkFrames>> = { en: englishFrames, es: spanishFrames }

/** Frames that fit a mention, its own ones first. */
export function talkFramesFor(
  language: BatteryLanguage,
  mention: Exclude<Mention, 'plain'>,
): readonly TalkFrame[] {
  const frames = FRAMES[language]
  if (mention === 'shell') return frames.shell
  return mention === 'other' ? frames.any : [...frames[mention], ...frames.any]
}

/** The frame's prompt or answer about something. */
export function aboutIt(text: string, value: string): string {
  return text.replaceAll('{x}', () => value)
}
