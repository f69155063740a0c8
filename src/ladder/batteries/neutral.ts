import { randomStream, shuffled } from '../../numeric/random.js'
import { defineBattery } from './battery.js'
import { makeCase } from './make-case.js'
import { neutralPrompts } from './neutral-prompts.js'
import { NoticeList } from './notice-list.js'

/**
 * Prompts that have nothing to do with tools, behind the preamble that all prompts of the corpus have: beside the prompts
 * that need a call only the question differs. Only the first token is looked at.
 */
export const neutral = defineBattery({
  id: 'neutral',
  describes: 'prompts that have nothing to do with tools, behind the same preamble (first token only)',
  build({ frames, language, sizes, seed, seen, user }) {
    const notices = new NoticeList('neutral')
    const given = user.neutral?.map(({ prompt }) => prompt) ?? []
    const prompts =
      given.length > 0 ? given : shuffled(neutralPrompts[language], randomStream(seed, 'neutral'))
    const fresh = prompts.filter((prompt) => {
      const isNew = ['none', 'near'].includes(seen.overlap(prompt).kind)
      if (!isNew)
        notices.add('neutral-in-corpus', 'Neutral prompts that stand in the corpus are left out.', prompt)
      return isNew
    })
    const cases = fresh.slice(0, sizes.neutral).map((prompt, index) =>
      makeCase({
        battery: 'neutral',
        name: String(index + 1),
        frame: frames.main,
        prompt,
        cluster: `neutral ${index + 1}`,
      }),
    )
    return {
      cases,
      manifest: { seed, from: given.length > 0 ? 'user' : language, cases: cases.length },
      notices: notices.list,
    }
  },
})
