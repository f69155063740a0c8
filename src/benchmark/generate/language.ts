import { wordsOf } from '../../text/shingles.js'

/** Languages that can be told apart, by code of ISO 639-1. */
export const knownLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const

export type KnownLanguage = (typeof knownLanguages)[number]

/** As prompts name them. */
export const languageNames: Readonly<Record<KnownLanguage, string>> = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  it: 'Italian',
  pt: 'Portuguese',
  nl: 'Dutch',
}

/** Words that stand in nearly every sentence of a language. A word of several languages speaks for each of them. */
const FUNCTION_WORDS: Readonly<Record<KnownLanguage, ReadonlySet<string>>> = {
  en: wordSet(
    'the a an of to in on for from with by and or is are was be my me i you your our we it this that what which how when who can could do does please need want all any show get find give tell list between into about at as its their them if not have has next near than there will would should',
  ),
  de: wordSet(
    'der die das den dem des ein eine einen einem einer und oder ist sind war mit von für auf zu zum zur im in am an ich mir mich du mein meine meinen wir uns unser es nicht wie was welche welcher welches wann wer kann bitte alle aus bei nach über als auch haben hat wird werden gib zeig zeige finde suche brauche möchte',
  ),
  fr: wordSet(
    'le la les un une des du de et ou est sont avec pour sur dans par je me moi mon ma mes tu vous nous notre il elle ce cette ces que qui quoi quel quelle quels quelles comment quand ne pas plus tous toutes au aux en où puis peux donne montre trouve cherche besoin voudrais veux',
  ),
  es: wordSet(
    'el la los las un una unos unas de del y o es son con para por en que qué cuál cuáles cómo cuándo quién mi mis me yo tú nos nuestro se no más todos todas al lo muestra dame busca encuentra necesito quiero puedo este esta estos estas',
  ),
  it: wordSet(
    'il lo la i gli le un uno una di del della dei delle e o è sono con per su in da al alla che chi cosa quale quali come quando mi mio mia miei mie io noi nostro non più tutti tutte questo questa mostra dammi cerca trova voglio vorrei posso bisogno',
  ),
  pt: wordSet(
    'o a os as um uma uns umas de do da dos das e ou é são com para por em no na nos nas que quem qual quais como quando me meu minha meus minhas eu nós nosso não mais todos todas este esta mostre encontre preciso quero posso procure ao à',
  ),
  nl: wordSet(
    'de het een en of is zijn was met van voor op in te aan ik mij me mijn je jij jouw wij ons onze niet meer hoe wat welke wanneer wie kan graag alle uit bij naar over als ook heb heeft wordt geef toon vind zoek moet wil dat die dit deze',
  ),
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

/** Share of letters that may be of another writing than Latin, for names. */
const MOST_FOREIGN = 0.3
/** Function words that another language must have to be found. */
const LEAST_WORDS = 2

/**
 * Whether a sentence may be of a language: nearly all of its letters are Latin, and no other language has at least two
 * function words in it and more than this one. Short requests without any ("weather Paris tomorrow") pass.
 */
export function isInLanguage(text: string, language: KnownLanguage): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (letters === 0 || (letters - latin) / letters > MOST_FOREIGN) return false
  const words = wordsOf(text)
  const count = (code: KnownLanguage): number => words.filter((word) => FUNCTION_WORDS[code].has(word)).length
  const own = count(language)
  return knownLanguages.every((code) => {
    if (code === language) return true
    const others = count(code)
    return others < LEAST_WORDS || others <= own
  })
}
