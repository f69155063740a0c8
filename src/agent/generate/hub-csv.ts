import { csvCell } from '../../text/csv.js'
import type { FilledDialogue } from './filled-dialogue.js'

/** First line of every file of the hub's layout. */
export const HUB_HEADER = 'ID,Filled_Template,Filled_Plan\n'

/** Path of one filling of all templates of a category and split, as the published set lays them out. */
export function hubPath({ template: { category }, split, filling }: FilledDialogue): readonly string[] {
  return [category, split, `output_file_${category}_${split}_${filling}.csv`]
}

/** The rows of a dialogue: one a turn; a plan on the user's. @param id number of the dialogue within its file, from 1. */
export function hubRows({ turns }: FilledDialogue, id: number): string {
  return turns
    .map(({ role, text, plan = '' }) => `${id},${csvCell(`${role}: ${text}`)},${csvCell(plan)}\n`)
    .join('')
}
