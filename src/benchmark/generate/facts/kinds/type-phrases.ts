/** How a question names a type of JSON Schema. */
export function typePhrases(type: string): { readonly is: string } {
  return { is: PHRASES.get(type) ?? `a value of type ${type}` }
}

const PHRASES: ReadonlyMap<string, string> = new Map([
  ['string', 'a text (string)'],
  ['integer', 'a whole number (integer)'],
  ['number', 'a number'],
  ['boolean', 'either true or false (boolean)'],
  ['array', 'a list (array)'],
  ['object', 'an object with members'],
])
