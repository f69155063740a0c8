import type { BrokenSource, SourceSample } from './catalog-source.js'

/** Small inputs of our own in every format but OpenAPI, with what must come out of them. */
export interface FormatSamples {
  readonly samples: readonly SourceSample[]
  readonly broken: readonly BrokenSource[]
}

const parameters =
  '{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer","default":1.0}},"required":["city"]}'
const schema = { type: 'object', required: ['city'] }

function file(path: string, text: string): Pick<SourceSample, 'path' | 'files'> {
  return { path, files: { [path]: text } }
}

const assay: FormatSamples = {
  samples: [
    {
      ...file(
        'catalog.jsonl',
        `{"name":"a","description":"Finds.","inputSchema":${parameters},"service":"S","source":{"format":"mcp","at":"x, tools[0]"}}\n`,
      ),
      kind: 'definition',
      tools: [
        {
          name: 'a',
          description: 'Finds.',
          inputSchema: schema,
          source: { format: 'mcp', at: 'x, tools[0]' },
        },
      ],
    },
    {
      ...file(
        'hand-made.jsonl',
        '{"name":"a","description":"Finds."}\n\n{"name":"b","description":"None","aliases":["c"]}\n',
      ),
      kind: 'definition',
      tools: [{ name: 'a' }, { name: 'b', aliases: ['c'], placeholders: { description: 'None' } }],
    },
  ],
  broken: [
    {
      name: 'broken JSON',
      ...file('c.jsonl', '{"name":"a","inputSchema":{}}\n{"name":"b",,}\n'),
      code: 'json-broken',
      mentions: 'c.jsonl, line 2, column 13',
    },
    {
      name: 'a tool without a name',
      ...file('c.jsonl', '{"name":"a","inputSchema":{}}\n{"inputSchema":{}}\n'),
      code: 'tool-broken',
      mentions: 'c.jsonl, line 2',
    },
    {
      name: 'a key that changes prototypes',
      ...file('c.jsonl', '{"name":"a","inputSchema":{"__proto__":{}}}\n'),
      code: 'json-refused',
      mentions: 'c.jsonl, line 1, column 28',
    },
  ],
}

const mcpTool = `{"name":"find","title":"Find it","description":"Finds.","inputSchema":${parameters},"outputSchema":{"type":"object"},"annotations":{"readOnlyHint":true},"_meta":{}}`
const found = {
  name: 'find',
  title: 'Find it',
  inputSchema: schema,
  outputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
}
const mcp: FormatSamples = {
  samples: [
    { ...file('list.json', `{"tools":[${mcpTool}],"nextCursor":"x"}`), kind: 'definition', tools: [found] },
    {
      ...file('answer.json', `{"jsonrpc":"2.0","id":1,"result":{"tools":[${mcpTool}]}}`),
      kind: 'definition',
      tools: [found],
    },
    {
      ...file('bare.json', `[\n${mcpTool},\n{"name":"b","inputSchema":{},"annotations":{"title":"T"}}]`),
      kind: 'definition',
      tools: [found, { name: 'b', title: 'T' }],
    },
    {
      ...file('pages.json', `[{"tools":[${mcpTool}]},{"tools":[{"name":"b","inputSchema":{}}]}]`),
      kind: 'definition',
      tools: [found, { name: 'b' }],
    },
    {
      ...file('pages.jsonl', `{"tools":[${mcpTool}]}\n{"tools":[{"name":"b","inputSchema":{}}]}\n`),
      kind: 'definition',
      tools: [found, { name: 'b' }],
    },
    {
      ...file('answers.jsonl', `{"jsonrpc":"2.0","id":1,"result":{"tools":[${mcpTool}]}}\n`),
      kind: 'definition',
      tools: [found],
    },
    { ...file('empty.json', '{"tools":[]}'), kind: 'definition', tools: [] },
  ],
  broken: [
    {
      name: 'a tool without a name',
      ...file('l.json', `{"tools":[${mcpTool},{"inputSchema":{}}]}`),
      code: 'tool-broken',
      mentions: 'l.json, tools[1]',
    },
    {
      name: 'a schema that is a list',
      ...file('l.json', '{"tools":[{"name":"a","inputSchema":[]}]}'),
      code: 'tool-broken',
      mentions: 'l.json, tools[0]',
    },
    {
      name: 'an error',
      ...file('l.json', '{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"x"}}'),
      code: 'tool-broken',
      mentions: 'l.json',
    },
    {
      name: 'a description that is a number',
      ...file('l.json', '[{"name":"a","inputSchema":{},"description":5}]'),
      code: 'tool-broken',
      mentions: 'l.json, [0]',
    },
    {
      name: 'broken JSON',
      ...file('l.json', '{"tools":[\n{"name" "a"}]}'),
      code: 'json-broken',
      mentions: 'l.json, line 2, column 9',
    },
  ],
}

const openai: FormatSamples = {
  samples: [
    {
      ...file(
        'chat.json',
        `[{"type":"function","function":{"name":"find","description":"Finds.","parameters":${parameters},"strict":true}},{"type":"function","function":{"name":"now"}}]`,
      ),
      kind: 'definition',
      tools: [
        { name: 'find', description: 'Finds.', inputSchema: schema, annotations: { strict: true } },
        { name: 'now', inputSchema: { type: 'object', properties: {} } },
      ],
    },
    {
      ...file(
        'responses.json',
        `{"tools":[{"type":"web_search"},{"type":"function","name":"find","parameters":${parameters},"strict":null}]}`,
      ),
      kind: 'definition',
      tools: [{ name: 'find', inputSchema: schema }],
      notices: ['tool-hosted'],
    },
    {
      ...file(
        'functions.json',
        `{"functions":[{"name":"find","description":"Finds.","parameters":${parameters}}]}`,
      ),
      kind: 'definition',
      tools: [{ name: 'find' }],
    },
    {
      ...file(
        'request.json',
        `{"model":"m","messages":[{"role":"user","content":"x"}],"tools":[{"type":"function","function":{"name":"find","parameters":${parameters}}}]}`,
      ),
      kind: 'mention',
      tools: [{ name: 'find' }],
    },
  ],
  broken: [
    {
      name: 'a function without a name',
      ...file('o.json', '[{"type":"function","function":{"parameters":{}}}]'),
      code: 'tool-broken',
      mentions: 'o.json, [0]',
    },
    {
      name: 'parameters that are a text',
      ...file('o.json', '[{"type":"function","function":{"name":"a","parameters":"{}"}}]'),
      code: 'tool-broken',
      mentions: 'o.json, [0]',
    },
  ],
}

const anthropic: FormatSamples = {
  samples: [
    {
      ...file(
        'anthropic.json',
        `[{"name":"find","description":"Finds.","input_schema":${parameters},"input_examples":[{"city":"x"}]},{"type":"bash_20250124","name":"bash"},{"type":"custom","name":"b","input_schema":{"type":"object"}}]`,
      ),
      kind: 'definition',
      tools: [
        {
          name: 'find',
          description: 'Finds.',
          inputSchema: schema,
          annotations: { input_examples: [{ city: 'x' }] },
        },
        { name: 'b' },
      ],
      notices: ['tool-hosted'],
    },
    {
      ...file(
        'request.json',
        `{"model":"m","messages":[],"tools":[{"name":"find","input_schema":${parameters}}]}`,
      ),
      kind: 'mention',
      tools: [{ name: 'find' }],
    },
  ],
  broken: [
    {
      name: 'a schema that is a text',
      ...file('a.json', '[{"name":"a","input_schema":{}},{"name":"b","input_schema":"x"}]'),
      code: 'tool-broken',
      mentions: 'a.json, [1]',
    },
  ],
}

const gemini: FormatSamples = {
  samples: [
    {
      ...file(
        'gemini.json',
        '[{"functionDeclarations":[{"name":"find","description":"Finds.","parameters":{"type":"OBJECT","properties":{"city":{"type":"STRING","nullable":true,"enum":["a"]},"tags":{"type":"ARRAY","items":{"type":"STRING"},"minItems":"2"}},"required":["city"]},"response":{"type":"STRING"}}]},{"googleSearch":{}}]',
      ),
      kind: 'definition',
      tools: [
        {
          name: 'find',
          inputSchema: {
            type: 'object',
            properties: {
              city: { type: ['string', 'null'], enum: ['a', null] },
              tags: { type: 'array', items: { type: 'string' }, minItems: 2 },
            },
            required: ['city'],
          },
          outputSchema: { type: 'string' },
        },
      ],
      notices: ['tool-hosted'],
    },
    {
      ...file(
        'bare.json',
        '[{"name":"find","parameters":{"type":"OBJECT","properties":{"at":{"type":"NUMBER"}}}}]',
      ),
      kind: 'definition',
      tools: [{ name: 'find', inputSchema: { type: 'object', properties: { at: { type: 'number' } } } }],
    },
    {
      ...file(
        'request.json',
        `{"contents":[],"tools":[{"function_declarations":[{"name":"find","parametersJsonSchema":${parameters}}]}]}`,
      ),
      kind: 'mention',
      tools: [{ name: 'find', inputSchema: schema }],
    },
  ],
  broken: [
    {
      name: 'a declaration without a name',
      ...file('g.json', '{"functionDeclarations":[{"name":"a"},{"name":""}]}'),
      code: 'tool-broken',
      mentions: 'g.json, functionDeclarations[1]',
    },
  ],
}

const senseTool = (name: string, text = 'Tracks parcels'): string => {
  const [title = '', api = ''] = name.split('&&')
  return JSON.stringify({
    tool_name: name,
    tool_title: title,
    tool_description: text,
    api_title: api,
    api_description: 'None',
  })
}
const toolsense: FormatSamples = {
  samples: [
    {
      ...file(
        'data.jsonl',
        `${senseTool('Parcel Radar&&lookup')}\n{"tool_name":"Solo&&x&&y","tool_description":"None"}\n`,
      ),
      kind: 'definition',
      tools: [
        {
          name: 'Parcel Radar&&lookup',
          service: 'Parcel Radar',
          serviceDescription: 'Tracks parcels',
          endpoint: 'lookup',
          placeholders: { description: 'None' },
        },
        {
          name: 'Solo&&x&&y',
          service: 'Solo',
          endpoint: 'x&&y',
          placeholders: { serviceDescription: 'None' },
        },
      ],
    },
    {
      ...file(
        'rrb.jsonl',
        `{"sample_id":"1","query":"q","tool":[${senseTool('A&&b')},${senseTool('A&&c')}],"analyzed_tools":[${senseTool('D&&e')},${senseTool('A&&b')}],"complexity":"medium"}\n`,
      ),
      kind: 'mention',
      tools: [{ name: 'A&&b' }, { name: 'A&&c' }, { name: 'D&&e' }, { name: 'A&&b' }],
    },
    {
      ...file(
        'mcq.jsonl',
        `{"id":"1","question":"?","correct_answer":"a","wrong_answers":["b"],"tool":${senseTool('A&&b')}}\n`,
      ),
      kind: 'mention',
      tools: [{ name: 'A&&b' }],
    },
    {
      ...file('qa.json', `[{"id":"1","question":"?","answer":"Yes","tool":${senseTool('A&&b')}}]`),
      kind: 'mention',
      tools: [{ name: 'A&&b' }],
    },
  ],
  broken: [
    {
      name: 'an item without tools',
      ...file('r.jsonl', `${senseTool('A&&b')}\n{"query":"q"}\n`),
      code: 'tool-broken',
      mentions: 'r.jsonl, line 2',
    },
    {
      name: 'gold that is a text',
      ...file('r.jsonl', `{"query":"q","tool":[${senseTool('A&&b')},"C&&d"]}\n`),
      code: 'tool-broken',
      mentions: 'r.jsonl, line 1',
    },
  ],
}

const service = (name: string): string =>
  JSON.stringify({
    tool_name: name,
    tool_description: 'Weather of anywhere.',
    api_list: [
      {
        name: 'by city',
        description: ' ',
        method: 'GET',
        required_parameters: [{ name: 'city', type: 'STRING', description: 'a town', default: '' }],
        optional_parameters: [
          { name: 'days', type: 'NUMBER', description: '', default: '3' },
          { name: 'city', type: 'NUMBER' },
          { name: 'since', type: 'DATE (YYYY-MM-DD)' },
        ],
        schema: { type: 'object', properties: {} },
      },
      {
        name: 'now.',
        description: 'The weather of this minute.',
        required_parameters: [],
        optional_parameters: null,
        schema: '',
      },
    ],
  })
const weatherTools = (name: string, category: string | undefined): SourceSample['tools'] => [
  {
    name: `${name}&&by city`,
    service: name,
    serviceDescription: 'Weather of anywhere.',
    endpoint: 'by city',
    placeholders: { description: ' ' },
    ...(category === undefined ? {} : { category }),
    inputSchema: {
      type: 'object',
      properties: {
        city: { type: 'string', description: 'a town' },
        days: { type: 'number', default: '3' },
        since: { type: 'string' },
      },
      required: ['city'],
    },
    outputSchema: { type: 'object', properties: {} },
    annotations: { originalTypes: { '/properties/since': 'DATE (YYYY-MM-DD)' } },
  },
  { name: `${name}&&now.`, aliases: [`${name}&&now`], inputSchema: { type: 'object', properties: {} } },
]
const toolbench: FormatSamples = {
  samples: [
    { ...file('service.json', service('Sky')), kind: 'definition', tools: weatherTools('Sky', undefined) },
    {
      path: 'tools',
      files: {
        'tools/Weather/sky.json': service('Sky'),
        'tools/Weather_and_more/rain.json': service('Rain'),
        'tools/Weather/notes.json': '{}',
      },
      kind: 'definition',
      tools: [...weatherTools('Sky', 'Weather'), ...weatherTools('Rain', 'Weather_and_more')],
      notices: ['file-skipped'],
    },
    {
      ...file(
        'tools.json',
        `[${service('Sky').replace('tool_name', 'name').replace('{', '{"category_name":"Weather",')}]`,
      ),
      kind: 'definition',
      tools: weatherTools('Sky', 'Weather'),
    },
  ],
  broken: [
    {
      name: 'an API without a name',
      ...file('s.json', '{"tool_name":"S","api_list":[{"description":"x"}]}'),
      code: 'tool-broken',
      mentions: 's.json, api_list[0]',
    },
    {
      name: 'a service without a name',
      ...file('s.json', '{"api_list":[{"name":"x"}]}'),
      code: 'tool-broken',
      mentions: 's.json',
    },
    {
      name: 'a list that holds something else',
      ...file('s.json', `[${service('Sky')},{"x":1}]`),
      code: 'tool-broken',
      mentions: 's.json, [1]',
    },
    {
      name: 'parameters that are no list',
      ...file('s.json', '{"tool_name":"S","api_list":[{"name":"x","required_parameters":{}}]}'),
      code: 'tool-broken',
      mentions: 's.json, api_list[0]',
    },
  ],
}

const document =
  '{""category_name"": ""Weather"", ""tool_name"": ""Sky"", ""api_name"": ""now"", ""api_description"": ""This minute."", ""required_parameters"": [{""name"": ""city"", ""type"": ""STRING""}], ""optional_parameters"": [], ""method"": ""GET"", ""template_response"": {}}'
const toolbenchCorpus: FormatSamples = {
  samples: [
    {
      ...file(
        'corpus.tsv',
        `docid\tdocument_content\n0\t"${document}"\n0\t"${document}"\n1\t{"tool_name":"Sky","api_name":"later"}\n`,
      ),
      kind: 'mention',
      tools: [
        {
          name: 'Sky&&now',
          category: 'Weather',
          description: 'This minute.',
          inputSchema: { required: ['city'] },
        },
        { name: 'Sky&&later' },
      ],
    },
  ],
  broken: [
    {
      name: 'a line without a tab',
      ...file('corpus.tsv', 'docid\tdocument_content\n7\n'),
      code: 'tool-broken',
      mentions: 'corpus.tsv, line 2',
    },
    {
      name: 'broken JSON',
      ...file('corpus.tsv', 'docid\tdocument_content\n7\t{"tool_name"}\n'),
      code: 'json-broken',
      mentions: 'corpus.tsv, line 2',
    },
    {
      name: 'a document of something else',
      ...file('corpus.tsv', 'docid\tdocument_content\n7\t{"title":"x"}\n'),
      code: 'tool-broken',
      mentions: 'corpus.tsv, line 2',
    },
  ],
}

const bfclFunction =
  '{"name":"math.add","description":"Adds.","parameters":{"type":"dict","properties":{"a":{"type":"float"},"pair":{"type":"tuple","items":{"type":"integer"}},"type":{"type":"any","description":"named type"}},"required":["a"]},"response":{"type":"dict","properties":{"sum":{"type":"float"}}}}'
const added = {
  name: 'math.add',
  inputSchema: {
    type: 'object',
    properties: {
      a: { type: 'number' },
      pair: { type: 'array', items: { type: 'integer' } },
      type: { description: 'named type' },
    },
    required: ['a'],
  },
}
const bfcl: FormatSamples = {
  samples: [
    {
      ...file(
        'docs/math_api.json',
        `${bfclFunction}\n{"name":"now","description":"x","parameters":{"type":"dict","properties":{}}}\n`,
      ),
      kind: 'definition',
      tools: [
        {
          ...added,
          service: 'math_api',
          outputSchema: { type: 'object', properties: { sum: { type: 'number' } } },
          annotations: {
            originalTypes: {
              '': 'dict',
              '/properties/a': 'float',
              '/properties/pair': 'tuple',
              '/properties/type': 'any',
            },
            originalOutputTypes: { '': 'dict', '/properties/sum': 'float' },
          },
        },
        { name: 'now', service: 'math_api' },
      ],
    },
    {
      ...file(
        'BFCL_mine.json',
        `{"id":"mine_0","question":[[{"role":"user","content":"x"}]],"function":[${bfclFunction},{"name":"b","parameters":{"type":"dict","properties":{}}}]}\n{"id":"mine_1","question":[],"function":${bfclFunction}}\n`,
      ),
      kind: 'mention',
      tools: [added, { name: 'b' }, added],
    },
  ],
  broken: [
    {
      name: 'questions that name classes',
      ...file('q.json', '{"id":"m_0","question":[],"initial_config":{},"involved_classes":["A"]}\n'),
      code: 'bfcl-no-functions',
      mentions: 'q.json',
    },
    {
      name: 'a function without a name',
      ...file('q.json', `${bfclFunction}\n{"parameters":{"type":"dict"}}\n`),
      code: 'tool-broken',
      mentions: 'q.json, line 2',
    },
  ],
}

const items: FormatSamples = {
  samples: [
    {
      ...file(
        'items.jsonl',
        `{"id":"1","kind":"call","messages":[],"tools":["other",{"name":"find","description":"Finds.","inputSchema":${parameters}}],"gold":{"none":true}}\n{"id":"2","tool":{"name":"b","inputSchema":{}}}\n`,
      ),
      kind: 'mention',
      tools: [{ name: 'find', inputSchema: schema }, { name: 'b' }],
    },
  ],
  broken: [
    {
      name: 'a tool with a number for a text',
      ...file('i.jsonl', '{"id":"1","tools":[{"name":"a","inputSchema":{},"description":1}]}\n'),
      code: 'tool-broken',
      mentions: 'i.jsonl, line 1',
    },
  ],
}

const toolgen: FormatSamples = {
  samples: [
    {
      ...file('virtual_tokens.txt', '<<Finish>>\n<<Parcel Radar.&&by id>>\n<<a&&b&&c>>\n<<x&&<b>>> y>>\n'),
      kind: 'name',
      tools: [
        { name: 'Finish', tokenText: '<<Finish>>' },
        {
          name: 'Parcel Radar.&&by id',
          service: 'Parcel Radar.',
          endpoint: 'by id',
          aliases: ['Parcel Radar&&by id'],
          tokenText: '<<Parcel Radar.&&by id>>',
        },
        { name: 'a&&b&&c', service: 'a', endpoint: 'b&&c' },
        { name: 'x&&<b>>> y', tokenText: '<<x&&<b>>> y>>' },
      ],
    },
  ],
  broken: [
    {
      name: 'a line without end',
      ...file('t.txt', `<<a>>\n<<${'x'.repeat(5000)}>>\n`),
      code: 'name-too-long',
      mentions: 't.txt, line 2',
    },
  ],
}

const names: FormatSamples = {
  samples: [
    {
      ...file('names.txt', 'get_user\nParcel Radar&&lookup\n\n<<token>>\n'),
      kind: 'name',
      tools: [
        { name: 'get_user' },
        { name: 'Parcel Radar&&lookup', endpoint: 'lookup' },
        { name: 'token', tokenText: '<<token>>' },
      ],
    },
  ],
  broken: [
    {
      name: 'a line without end',
      ...file('n.txt', `a\n${'x'.repeat(5000)}\n`),
      code: 'name-too-long',
      mentions: 'n.txt, line 2',
    },
  ],
}

/** By the id of the source. */
export const catalogSamples: Readonly<Record<string, FormatSamples>> = {
  assay,
  toolsense,
  toolbench,
  'toolbench-corpus': toolbenchCorpus,
  bfcl,
  items,
  mcp,
  anthropic,
  gemini,
  openai,
  toolgen,
  names,
}
