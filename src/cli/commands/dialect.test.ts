import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { buildProgram } from '../program.js'

async function assay(files: Readonly<Record<string, string>>, ...argv: readonly string[]): Promise<string> {
  const record = recordCli(memoryFiles(files))
  await buildProgram(record.context).parseAsync(['node', 'assay', 'dialect', ...argv])
  return record.out()
}

/** Prints calls in the way of hermes. */
const template =
  '{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}' +
  '{% for c in m.tool_calls or [] %}<tool_call>\n{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}\n</tool_call>{% endfor %}' +
  '<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}'

describe('assay dialect', () => {
  it('lists all dialects', async () => {
    const table = await assay({}, 'list')
    expect(table.split('\n').filter((line) => line !== '')).toHaveLength(29)
    expect(table).toMatch(/^hermes +JSON in <tool_call> tags/m)
    const { schema, dialects } = JSON.parse(await assay({}, 'list', '--json'))
    expect(schema).toBe('assay.dialects/1')
    expect(dialects[0]).toMatchObject({
      id: 'hermes',
      trigger: ['<tool_call>'],
      closer: ['</tool_call>'],
      isApi: false,
    })
  })

  it('detects the dialect of a template, bare or in a tokenizer config', async () => {
    const found = JSON.parse(
      await assay({ 'chat_template.jinja': template }, 'detect', 'chat_template.jinja', '--json'),
    )
    expect(found).toMatchObject({
      schema: 'assay.dialect/1',
      file: 'chat_template.jinja',
      kind: 'detected',
      dialect: 'hermes',
    })
    const config = JSON.stringify({ chat_template: template, eos_token: '<|im_end|>' })
    expect(await assay({ 'tokenizer_config.json': config }, 'detect', 'tokenizer_config.json')).toMatch(
      /^hermes\n\nThe template writes/,
    )
  })

  it('says that there is none, and refuses a file without a template', async () => {
    expect(await assay({ 't.jinja': '{{ messages[0].content }}' }, 'detect', 't.jinja')).toMatch(
      /^none\. The template writes no calls/,
    )
    await expect(assay({ 'c.json': '{}' }, 'detect', 'c.json')).rejects.toThrow(/no chat template/)
  })
})
