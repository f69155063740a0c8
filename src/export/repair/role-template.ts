import type { RoleTokens } from '../../corpus/tool-corpus.js'

/**
 * A chat template (Jinja) that writes messages as a corpus of one text with role tokens does, to the letter. For a model
 * trained on such texts its tokenizer often brings none, and another one would teach another format.
 */
export function roleTemplate({ start = '', system, user, assistant, tool = '', end }: RoleTokens): string {
  const literal = (text: string): string => `{{ ${JSON.stringify(text)} }}`
  const branches = [
    ['system', system],
    ['user', user],
    ['assistant', assistant],
    ['tool', tool],
  ]
    .filter(([, open]) => open !== '')
    .map(
      ([role = '', open = ''], at) =>
        `{%- ${at === 0 ? 'if' : 'elif'} message['role'] == '${role}' -%}${literal(open)}{{ message['content'] }}${literal(end)}`,
    )
  return [
    start === '' ? '' : literal(start),
    '{%- for message in messages -%}',
    ...branches,
    '{%- endif -%}',
    '{%- endfor -%}',
    `{%- if add_generation_prompt -%}${literal(assistant)}{%- endif -%}`,
  ].join('')
}
