/** Letters of other scripts that are drawn like a Latin one: a letter, then its Latin look. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  (
    'аa вb еe кk мm нh оo рp сc тt уy хx ѕs іi јj ԁd ԛq ԝw һh ӏl ґr ' +
    'АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ЅS ІI ЈJ ' +
    'αa βb γy ιi κk νv οo ρp τt υu χx ωw ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ' +
    'ɑa ɡg ıi օo ցg հh ոn սu'
  )
    .split(' ')
    .map((pair) => {
      const [letter = '', latin = ''] = [...pair]
      return [letter, latin] as const
    }),
)

/**
 * A text as it looks: compatibility forms (full-width letters, ligatures) and letters of other scripts that are drawn
 * like a Latin one become that Latin letter. For comparing what may be there to deceive, never for identity.
 */
export function lookOf(text: string): string {
  if (!/[^\u0000-\u007f]/.test(text)) return text
  return [...text.normalize('NFKC')].map((character) => LOOKALIKES.get(character) ?? character).join('')
}
