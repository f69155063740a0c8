/** Calls of one dialect, written out: what a model would say, markers and all, without the end of the turn. */
export interface WrittenCalls {
  /** Id of the dialect. */
  readonly dialect: string
  /** `get_weather` with Lima and 3 days. */
  readonly right: string
  /** The same call made two times in one turn. */
  readonly twice: string
  /** `days` is the word "three". */
  readonly wrongType: string
  /** `days` is left out. */
  readonly missing: string
  /** `fetch_forecast`, which nobody offered. */
  readonly unknownTool: string
  /** Quito instead of Lima. */
  readonly wrongValue: string
  /** Nearly in the grammar: a quote of another kind, a closer left out, arguments as text. */
  readonly nearMiss: string
  /** Cut inside the arguments; absent where an API gives whole calls only. */
  readonly cut?: string
}

/**
 * One entry a dialect. The texts are data: they were written down once and checked by eye, and do not follow what the
 * renderers write.
 */
export const writtenCalls: readonly WrittenCalls[] = [
  {
    dialect: 'hermes',
    right: '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Lima", "days": 3}}\n</tool_call>',
    twice:
      '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Lima", "days": 3}}\n</tool_call>\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Lima", "days": 3}}\n</tool_call>',
    wrongType:
      '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Lima", "days": "three"}}\n</tool_call>',
    missing: '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Lima"}}\n</tool_call>',
    unknownTool:
      '<tool_call>\n{"name": "fetch_forecast", "arguments": {"city": "Lima", "days": 3}}\n</tool_call>',
    wrongValue:
      '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Quito", "days": 3}}\n</tool_call>',
    nearMiss:
      '<tool_call>\n{"name": "get_weather", "arguments": {"city": \'Lima\', "days": 3}}\n</tool_call>',
    cut: '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Lima", "da',
  },
  {
    dialect: 'qwen-xml',
    right:
      '<tool_call>\n<function=get_weather>\n<parameter=city>\nLima\n</parameter>\n<parameter=days>\n3\n</parameter>\n</function>\n</tool_call>',
    twice:
      '<tool_call>\n<function=get_weather>\n<parameter=city>\nLima\n</parameter>\n<parameter=days>\n3\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=get_weather>\n<parameter=city>\nLima\n</parameter>\n<parameter=days>\n3\n</parameter>\n</function>\n</tool_call>',
    wrongType:
      '<tool_call>\n<function=get_weather>\n<parameter=city>\nLima\n</parameter>\n<parameter=days>\nthree\n</parameter>\n</function>\n</tool_call>',
    missing:
      '<tool_call>\n<function=get_weather>\n<parameter=city>\nLima\n</parameter>\n</function>\n</tool_call>',
    unknownTool:
      '<tool_call>\n<function=fetch_forecast>\n<parameter=city>\nLima\n</parameter>\n<parameter=days>\n3\n</parameter>\n</function>\n</tool_call>',
    wrongValue:
      '<tool_call>\n<function=get_weather>\n<parameter=city>\nQuito\n</parameter>\n<parameter=days>\n3\n</parameter>\n</function>\n</tool_call>',
    nearMiss:
      '<tool_call>\n<function=get_weather>\n<parameter=city>\nLima\n<parameter=days>\n3\n</parameter>\n</function>\n</tool_call>',
    cut: '<tool_call>\n<function=get_weather>\n<parameter=city>\nLima\n</parameter>\n<parameter',
  },
  {
    dialect: 'glm',
    right:
      '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Lima</arg_value>\n<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>',
    twice:
      '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Lima</arg_value>\n<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>\n<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Lima</arg_value>\n<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>',
    wrongType:
      '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Lima</arg_value>\n<arg_key>days</arg_key>\n<arg_value>three</arg_value>\n</tool_call>',
    missing: '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Lima</arg_value>\n</tool_call>',
    unknownTool:
      '<tool_call>fetch_forecast\n<arg_key>city</arg_key>\n<arg_value>Lima</arg_value>\n<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>',
    wrongValue:
      '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Quito</arg_value>\n<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>',
    nearMiss:
      '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Lima\n<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>',
    cut: '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Lima</arg_value>\n<arg_key>da',
  },
  {
    dialect: 'llama-json',
    right: '{"name": "get_weather", "parameters": {"city": "Lima", "days": 3}}',
    twice:
      '{"name": "get_weather", "parameters": {"city": "Lima", "days": 3}}; {"name": "get_weather", "parameters": {"city": "Lima", "days": 3}}',
    wrongType: '{"name": "get_weather", "parameters": {"city": "Lima", "days": "three"}}',
    missing: '{"name": "get_weather", "parameters": {"city": "Lima"}}',
    unknownTool: '{"name": "fetch_forecast", "parameters": {"city": "Lima", "days": 3}}',
    wrongValue: '{"name": "get_weather", "parameters": {"city": "Quito", "days": 3}}',
    nearMiss: '{"name": "get_weather", "parameters": {"city": \'Lima\', "days": 3}}',
    cut: '{"name": "get_weather", "parameters": {"city": "Lima", "da',
  },
  {
    dialect: 'llama-function-tag',
    right: '<function=get_weather>{"city": "Lima", "days": 3}</function>',
    twice:
      '<function=get_weather>{"city": "Lima", "days": 3}</function><function=get_weather>{"city": "Lima", "days": 3}</function>',
    wrongType: '<function=get_weather>{"city": "Lima", "days": "three"}</function>',
    missing: '<function=get_weather>{"city": "Lima"}</function>',
    unknownTool: '<function=fetch_forecast>{"city": "Lima", "days": 3}</function>',
    wrongValue: '<function=get_weather>{"city": "Quito", "days": 3}</function>',
    nearMiss: '<function=get_weather>{"city": \'Lima\', "days": 3}</function>',
    cut: '<function=get_weather>{"city": "Lima", "da',
  },
  {
    dialect: 'llama-python-tag',
    right: '<|python_tag|>get_weather.call(city="Lima", days=3)',
    twice:
      '<|python_tag|>get_weather.call(city="Lima", days=3)<|python_tag|>get_weather.call(city="Lima", days=3)',
    wrongType: '<|python_tag|>get_weather.call(city="Lima", days="three")',
    missing: '<|python_tag|>get_weather.call(city="Lima")',
    unknownTool: '<|python_tag|>fetch_forecast.call(city="Lima", days=3)',
    wrongValue: '<|python_tag|>get_weather.call(city="Quito", days=3)',
    nearMiss: '<|python_tag|>get_weather.call(city="Lima, days=3)',
    cut: '<|python_tag|>get_weather.call(city="Lima", da',
  },
  {
    dialect: 'pythonic',
    right: '[get_weather(city="Lima", days=3)]',
    twice: '[get_weather(city="Lima", days=3), get_weather(city="Lima", days=3)]',
    wrongType: '[get_weather(city="Lima", days="three")]',
    missing: '[get_weather(city="Lima")]',
    unknownTool: '[fetch_forecast(city="Lima", days=3)]',
    wrongValue: '[get_weather(city="Quito", days=3)]',
    nearMiss: '[get_weather(city="Lima, days=3)]',
    cut: '[get_weather(city="Lima", da',
  },
  {
    dialect: 'mistral-v3',
    right:
      '[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Lima", "days": 3}, "id": "call00001"}]',
    twice:
      '[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Lima", "days": 3}, "id": "call00001"}, {"name": "get_weather", "arguments": {"city": "Lima", "days": 3}, "id": "call00002"}]',
    wrongType:
      '[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Lima", "days": "three"}, "id": "call00001"}]',
    missing: '[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Lima"}, "id": "call00001"}]',
    unknownTool:
      '[TOOL_CALLS] [{"name": "fetch_forecast", "arguments": {"city": "Lima", "days": 3}, "id": "call00001"}]',
    wrongValue:
      '[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Quito", "days": 3}, "id": "call00001"}]',
    nearMiss:
      '[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": \'Lima\', "days": 3}, "id": "call00001"}]',
    cut: '[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Lima", "da',
  },
  {
    dialect: 'mistral-v11',
    right: '[TOOL_CALLS]get_weather[CALL_ID]call00001[ARGS]{"city": "Lima", "days": 3}',
    twice:
      '[TOOL_CALLS]get_weather[CALL_ID]call00001[ARGS]{"city": "Lima", "days": 3}[TOOL_CALLS]get_weather[CALL_ID]call00002[ARGS]{"city": "Lima", "days": 3}',
    wrongType: '[TOOL_CALLS]get_weather[CALL_ID]call00001[ARGS]{"city": "Lima", "days": "three"}',
    missing: '[TOOL_CALLS]get_weather[CALL_ID]call00001[ARGS]{"city": "Lima"}',
    unknownTool: '[TOOL_CALLS]fetch_forecast[CALL_ID]call00001[ARGS]{"city": "Lima", "days": 3}',
    wrongValue: '[TOOL_CALLS]get_weather[CALL_ID]call00001[ARGS]{"city": "Quito", "days": 3}',
    nearMiss: '[TOOL_CALLS]get_weather[CALL_ID]call00001[ARGS]{"city": \'Lima\', "days": 3}',
    cut: '[TOOL_CALLS]get_weather[CALL_ID]call00001[ARGS]{"city": "Lima", "da',
  },
  {
    dialect: 'deepseek-v3',
    right:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Lima", "days": 3}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    twice:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Lima", "days": 3}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Lima", "days": 3}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    wrongType:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Lima", "days": "three"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    missing:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Lima"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    unknownTool:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>fetch_forecast\n```json\n{"city": "Lima", "days": 3}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    wrongValue:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Quito", "days": 3}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    nearMiss:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": \'Lima\', "days": 3}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    cut: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city": "Lima", "da',
  },
  {
    dialect: 'deepseek-v31',
    right:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Lima", "days": 3}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    twice:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Lima", "days": 3}<｜tool▁call▁end｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Lima", "days": 3}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    wrongType:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Lima", "days": "three"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    missing:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Lima"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    unknownTool:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>fetch_forecast<｜tool▁sep｜>{"city": "Lima", "days": 3}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    wrongValue:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Quito", "days": 3}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    nearMiss:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": \'Lima\', "days": 3}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    cut: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Lima", "da',
  },
  {
    dialect: 'functiongemma',
    right: '<start_function_call>call:get_weather{city:<escape>Lima<escape>,days:3}<end_function_call>',
    twice:
      '<start_function_call>call:get_weather{city:<escape>Lima<escape>,days:3}<end_function_call><start_function_call>call:get_weather{city:<escape>Lima<escape>,days:3}<end_function_call>',
    wrongType:
      '<start_function_call>call:get_weather{city:<escape>Lima<escape>,days:<escape>three<escape>}<end_function_call>',
    missing: '<start_function_call>call:get_weather{city:<escape>Lima<escape>}<end_function_call>',
    unknownTool:
      '<start_function_call>call:fetch_forecast{city:<escape>Lima<escape>,days:3}<end_function_call>',
    wrongValue: '<start_function_call>call:get_weather{city:<escape>Quito<escape>,days:3}<end_function_call>',
    nearMiss: '<start_function_call>call:get_weather{city:<escape>Lima,days:3}<end_function_call>',
    cut: '<start_function_call>call:get_weather{city:<escape>Lima<escape>,da',
  },
  {
    dialect: 'granite',
    right: '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Lima", "days": 3}}]',
    twice:
      '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Lima", "days": 3}}, {"name": "get_weather", "arguments": {"city": "Lima", "days": 3}}]',
    wrongType: '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Lima", "days": "three"}}]',
    missing: '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Lima"}}]',
    unknownTool: '<|tool_call|>[{"name": "fetch_forecast", "arguments": {"city": "Lima", "days": 3}}]',
    wrongValue: '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Quito", "days": 3}}]',
    nearMiss: '<|tool_call|>[{"name": "get_weather", "arguments": {"city": \'Lima\', "days": 3}}]',
    cut: '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Lima", "da',
  },
  {
    dialect: 'phi',
    right: '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Lima", "days": 3}}]<|/tool_call|>',
    twice:
      '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Lima", "days": 3}}, {"name": "get_weather", "arguments": {"city": "Lima", "days": 3}}]<|/tool_call|>',
    wrongType:
      '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Lima", "days": "three"}}]<|/tool_call|>',
    missing: '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Lima"}}]<|/tool_call|>',
    unknownTool:
      '<|tool_call|>[{"name": "fetch_forecast", "arguments": {"city": "Lima", "days": 3}}]<|/tool_call|>',
    wrongValue:
      '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Quito", "days": 3}}]<|/tool_call|>',
    nearMiss:
      '<|tool_call|>[{"name": "get_weather", "arguments": {"city": \'Lima\', "days": 3}}]<|/tool_call|>',
    cut: '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Lima", "da',
  },
  {
    dialect: 'command-r',
    right: 'Action:\n```json\n[{"tool_name": "get_weather", "parameters": {"city": "Lima", "days": 3}}]\n```',
    twice:
      'Action:\n```json\n[{"tool_name": "get_weather", "parameters": {"city": "Lima", "days": 3}}, {"tool_name": "get_weather", "parameters": {"city": "Lima", "days": 3}}]\n```',
    wrongType:
      'Action:\n```json\n[{"tool_name": "get_weather", "parameters": {"city": "Lima", "days": "three"}}]\n```',
    missing: 'Action:\n```json\n[{"tool_name": "get_weather", "parameters": {"city": "Lima"}}]\n```',
    unknownTool:
      'Action:\n```json\n[{"tool_name": "fetch_forecast", "parameters": {"city": "Lima", "days": 3}}]\n```',
    wrongValue:
      'Action:\n```json\n[{"tool_name": "get_weather", "parameters": {"city": "Quito", "days": 3}}]\n```',
    nearMiss:
      'Action:\n```json\n[{"tool_name": "get_weather", "parameters": {"city": \'Lima\', "days": 3}}]\n```',
    cut: 'Action:\n```json\n[{"tool_name": "get_weather", "parameters": {"city": "Lima", "da',
  },
  {
    dialect: 'command-a',
    right:
      '<|START_ACTION|>[\n    {"tool_call_id": "call00001", "tool_name": "get_weather", "parameters": {"city": "Lima", "days": 3}}\n]<|END_ACTION|>',
    twice:
      '<|START_ACTION|>[\n    {"tool_call_id": "call00001", "tool_name": "get_weather", "parameters": {"city": "Lima", "days": 3}},\n    {"tool_call_id": "call00002", "tool_name": "get_weather", "parameters": {"city": "Lima", "days": 3}}\n]<|END_ACTION|>',
    wrongType:
      '<|START_ACTION|>[\n    {"tool_call_id": "call00001", "tool_name": "get_weather", "parameters": {"city": "Lima", "days": "three"}}\n]<|END_ACTION|>',
    missing:
      '<|START_ACTION|>[\n    {"tool_call_id": "call00001", "tool_name": "get_weather", "parameters": {"city": "Lima"}}\n]<|END_ACTION|>',
    unknownTool:
      '<|START_ACTION|>[\n    {"tool_call_id": "call00001", "tool_name": "fetch_forecast", "parameters": {"city": "Lima", "days": 3}}\n]<|END_ACTION|>',
    wrongValue:
      '<|START_ACTION|>[\n    {"tool_call_id": "call00001", "tool_name": "get_weather", "parameters": {"city": "Quito", "days": 3}}\n]<|END_ACTION|>',
    nearMiss:
      '<|START_ACTION|>[\n    {"tool_call_id": "call00001", "tool_name": "get_weather", "parameters": {"city": \'Lima\', "days": 3}}\n]<|END_ACTION|>',
    cut: '<|START_ACTION|>[\n    {"tool_call_id": "call00001", "tool_name": "get_weather", "parameters": {"city": "Lima", "da',
  },
  {
    dialect: 'kimi',
    right:
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Lima", "days": 3}<|tool_call_end|><|tool_calls_section_end|>',
    twice:
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Lima", "days": 3}<|tool_call_end|><|tool_call_begin|>functions.get_weather:1<|tool_call_argument_begin|>{"city": "Lima", "days": 3}<|tool_call_end|><|tool_calls_section_end|>',
    wrongType:
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Lima", "days": "three"}<|tool_call_end|><|tool_calls_section_end|>',
    missing:
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Lima"}<|tool_call_end|><|tool_calls_section_end|>',
    unknownTool:
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.fetch_forecast:0<|tool_call_argument_begin|>{"city": "Lima", "days": 3}<|tool_call_end|><|tool_calls_section_end|>',
    wrongValue:
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Quito", "days": 3}<|tool_call_end|><|tool_calls_section_end|>',
    nearMiss:
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": \'Lima\', "days": 3}<|tool_call_end|><|tool_calls_section_end|>',
    cut: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Lima", "da',
  },
  {
    dialect: 'harmony',
    right:
      '<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Lima", "days": 3}<|call|>',
    twice:
      '<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Lima", "days": 3}<|call|><|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Lima", "days": 3}<|call|>',
    wrongType:
      '<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Lima", "days": "three"}<|call|>',
    missing:
      '<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Lima"}<|call|>',
    unknownTool:
      '<|channel|>commentary to=functions.fetch_forecast <|constrain|>json<|message|>{"city": "Lima", "days": 3}<|call|>',
    wrongValue:
      '<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Quito", "days": 3}<|call|>',
    nearMiss:
      '<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": \'Lima\', "days": 3}<|call|>',
    cut: '<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Lima", "da',
  },
  {
    dialect: 'functionary',
    right: '<|from|>assistant\n<|recipient|>get_weather\n<|content|>{"city": "Lima", "days": 3}',
    twice:
      '<|from|>assistant\n<|recipient|>get_weather\n<|content|>{"city": "Lima", "days": 3}\n<|from|>assistant\n<|recipient|>get_weather\n<|content|>{"city": "Lima", "days": 3}',
    wrongType: '<|from|>assistant\n<|recipient|>get_weather\n<|content|>{"city": "Lima", "days": "three"}',
    missing: '<|from|>assistant\n<|recipient|>get_weather\n<|content|>{"city": "Lima"}',
    unknownTool: '<|from|>assistant\n<|recipient|>fetch_forecast\n<|content|>{"city": "Lima", "days": 3}',
    wrongValue: '<|from|>assistant\n<|recipient|>get_weather\n<|content|>{"city": "Quito", "days": 3}',
    nearMiss: '<|from|>assistant\n<|recipient|>get_weather\n<|content|>{"city": \'Lima\', "days": 3}',
    cut: '<|from|>assistant\n<|recipient|>get_weather\n<|content|>{"city": "Lima", "da',
  },
  {
    dialect: 'lfm',
    right: '<|tool_call_start|>[get_weather(city="Lima", days=3)]<|tool_call_end|>',
    twice:
      '<|tool_call_start|>[get_weather(city="Lima", days=3), get_weather(city="Lima", days=3)]<|tool_call_end|>',
    wrongType: '<|tool_call_start|>[get_weather(city="Lima", days="three")]<|tool_call_end|>',
    missing: '<|tool_call_start|>[get_weather(city="Lima")]<|tool_call_end|>',
    unknownTool: '<|tool_call_start|>[fetch_forecast(city="Lima", days=3)]<|tool_call_end|>',
    wrongValue: '<|tool_call_start|>[get_weather(city="Quito", days=3)]<|tool_call_end|>',
    nearMiss: '<|tool_call_start|>[get_weather(city="Lima, days=3)]<|tool_call_end|>',
    cut: '<|tool_call_start|>[get_weather(city="Lima", da',
  },
  {
    dialect: 'nemotron',
    right: '<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Lima", "days": 3}}]</TOOLCALL>',
    twice:
      '<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Lima", "days": 3}}, {"name": "get_weather", "arguments": {"city": "Lima", "days": 3}}]</TOOLCALL>',
    wrongType:
      '<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Lima", "days": "three"}}]</TOOLCALL>',
    missing: '<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Lima"}}]</TOOLCALL>',
    unknownTool:
      '<TOOLCALL>[{"name": "fetch_forecast", "arguments": {"city": "Lima", "days": 3}}]</TOOLCALL>',
    wrongValue: '<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Quito", "days": 3}}]</TOOLCALL>',
    nearMiss: '<TOOLCALL>[{"name": "get_weather", "arguments": {"city": \'Lima\', "days": 3}}]</TOOLCALL>',
    cut: '<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Lima", "da',
  },
  {
    dialect: 'jamba',
    right: '<tool_calls>[{"name": "get_weather", "arguments": {"city": "Lima", "days": 3}}]</tool_calls>',
    twice:
      '<tool_calls>[{"name": "get_weather", "arguments": {"city": "Lima", "days": 3}}, {"name": "get_weather", "arguments": {"city": "Lima", "days": 3}}]</tool_calls>',
    wrongType:
      '<tool_calls>[{"name": "get_weather", "arguments": {"city": "Lima", "days": "three"}}]</tool_calls>',
    missing: '<tool_calls>[{"name": "get_weather", "arguments": {"city": "Lima"}}]</tool_calls>',
    unknownTool:
      '<tool_calls>[{"name": "fetch_forecast", "arguments": {"city": "Lima", "days": 3}}]</tool_calls>',
    wrongValue:
      '<tool_calls>[{"name": "get_weather", "arguments": {"city": "Quito", "days": 3}}]</tool_calls>',
    nearMiss:
      '<tool_calls>[{"name": "get_weather", "arguments": {"city": \'Lima\', "days": 3}}]</tool_calls>',
    cut: '<tool_calls>[{"name": "get_weather", "arguments": {"city": "Lima", "da',
  },
  {
    dialect: 'vectrayx',
    right: '<|tool_call|>{"name": "get_weather", "args": {"city": "Lima", "days": 3}}<|/tool_call|>',
    twice:
      '<|tool_call|>{"name": "get_weather", "args": {"city": "Lima", "days": 3}}<|/tool_call|>\n<|tool_call|>{"name": "get_weather", "args": {"city": "Lima", "days": 3}}<|/tool_call|>',
    wrongType:
      '<|tool_call|>{"name": "get_weather", "args": {"city": "Lima", "days": "three"}}<|/tool_call|>',
    missing: '<|tool_call|>{"name": "get_weather", "args": {"city": "Lima"}}<|/tool_call|>',
    unknownTool: '<|tool_call|>{"name": "fetch_forecast", "args": {"city": "Lima", "days": 3}}<|/tool_call|>',
    wrongValue: '<|tool_call|>{"name": "get_weather", "args": {"city": "Quito", "days": 3}}<|/tool_call|>',
    nearMiss: '<|tool_call|>{"name": "get_weather", "args": {"city": \'Lima\', "days": 3}}<|/tool_call|>',
    cut: '<|tool_call|>{"name": "get_weather", "args": {"city": "Lima", "da',
  },
  {
    dialect: 'bare-json',
    right: '{"name": "get_weather", "arguments": {"city": "Lima", "days": 3}}',
    twice:
      '[{"name": "get_weather", "arguments": {"city": "Lima", "days": 3}}, {"name": "get_weather", "arguments": {"city": "Lima", "days": 3}}]',
    wrongType: '{"name": "get_weather", "arguments": {"city": "Lima", "days": "three"}}',
    missing: '{"name": "get_weather", "arguments": {"city": "Lima"}}',
    unknownTool: '{"name": "fetch_forecast", "arguments": {"city": "Lima", "days": 3}}',
    wrongValue: '{"name": "get_weather", "arguments": {"city": "Quito", "days": 3}}',
    nearMiss: '{"name": "get_weather", "arguments": {"city": \'Lima\', "days": 3}}',
    cut: '{"name": "get_weather", "arguments": {"city": "Lima", "da',
  },
  {
    dialect: 'openai',
    right:
      '{"role":"assistant","content":null,"tool_calls":[{"id":"call00001","type":"function","function":{"name":"get_weather","arguments":"{\\"city\\":\\"Lima\\",\\"days\\":3}"}}]}',
    twice:
      '{"role":"assistant","content":null,"tool_calls":[{"id":"call00001","type":"function","function":{"name":"get_weather","arguments":"{\\"city\\":\\"Lima\\",\\"days\\":3}"}},{"id":"call00002","type":"function","function":{"name":"get_weather","arguments":"{\\"city\\":\\"Lima\\",\\"days\\":3}"}}]}',
    wrongType:
      '{"role":"assistant","content":null,"tool_calls":[{"id":"call00001","type":"function","function":{"name":"get_weather","arguments":"{\\"city\\":\\"Lima\\",\\"days\\":\\"three\\"}"}}]}',
    missing:
      '{"role":"assistant","content":null,"tool_calls":[{"id":"call00001","type":"function","function":{"name":"get_weather","arguments":"{\\"city\\":\\"Lima\\"}"}}]}',
    unknownTool:
      '{"role":"assistant","content":null,"tool_calls":[{"id":"call00001","type":"function","function":{"name":"fetch_forecast","arguments":"{\\"city\\":\\"Lima\\",\\"days\\":3}"}}]}',
    wrongValue:
      '{"role":"assistant","content":null,"tool_calls":[{"id":"call00001","type":"function","function":{"name":"get_weather","arguments":"{\\"city\\":\\"Quito\\",\\"days\\":3}"}}]}',
    nearMiss:
      '{"role":"assistant","content":null,"tool_calls":[{"id":"call00001","type":"function","function":{"name":"get_weather","arguments":"{\\"city\\":\'Lima\',\\"days\\":3}"}}]}',
    cut: '{"role":"assistant","content":null,"tool_calls":[{"id":"call00001","type":"function","function":{"name":"get_weather","arguments":"{\\"city\\":\\"Lima\\",\\"da"}}]}',
  },
  {
    dialect: 'openai-responses',
    right:
      '[{"type":"function_call","call_id":"call00001","name":"get_weather","arguments":"{\\"city\\":\\"Lima\\",\\"days\\":3}"}]',
    twice:
      '[{"type":"function_call","call_id":"call00001","name":"get_weather","arguments":"{\\"city\\":\\"Lima\\",\\"days\\":3}"},{"type":"function_call","call_id":"call00002","name":"get_weather","arguments":"{\\"city\\":\\"Lima\\",\\"days\\":3}"}]',
    wrongType:
      '[{"type":"function_call","call_id":"call00001","name":"get_weather","arguments":"{\\"city\\":\\"Lima\\",\\"days\\":\\"three\\"}"}]',
    missing:
      '[{"type":"function_call","call_id":"call00001","name":"get_weather","arguments":"{\\"city\\":\\"Lima\\"}"}]',
    unknownTool:
      '[{"type":"function_call","call_id":"call00001","name":"fetch_forecast","arguments":"{\\"city\\":\\"Lima\\",\\"days\\":3}"}]',
    wrongValue:
      '[{"type":"function_call","call_id":"call00001","name":"get_weather","arguments":"{\\"city\\":\\"Quito\\",\\"days\\":3}"}]',
    nearMiss:
      '[{"type":"function_call","call_id":"call00001","name":"get_weather","arguments":"{\\"city\\":\'Lima\',\\"days\\":3}"}]',
    cut: '[{"type":"function_call","call_id":"call00001","name":"get_weather","arguments":"{\\"city\\":\\"Lima\\",\\"da"}]',
  },
  {
    dialect: 'anthropic',
    right:
      '{"role":"assistant","content":[{"type":"tool_use","id":"call00001","name":"get_weather","input":{"city":"Lima","days":3}}]}',
    twice:
      '{"role":"assistant","content":[{"type":"tool_use","id":"call00001","name":"get_weather","input":{"city":"Lima","days":3}},{"type":"tool_use","id":"call00002","name":"get_weather","input":{"city":"Lima","days":3}}]}',
    wrongType:
      '{"role":"assistant","content":[{"type":"tool_use","id":"call00001","name":"get_weather","input":{"city":"Lima","days":"three"}}]}',
    missing:
      '{"role":"assistant","content":[{"type":"tool_use","id":"call00001","name":"get_weather","input":{"city":"Lima"}}]}',
    unknownTool:
      '{"role":"assistant","content":[{"type":"tool_use","id":"call00001","name":"fetch_forecast","input":{"city":"Lima","days":3}}]}',
    wrongValue:
      '{"role":"assistant","content":[{"type":"tool_use","id":"call00001","name":"get_weather","input":{"city":"Quito","days":3}}]}',
    nearMiss:
      '{"role":"assistant","content":[{"type":"tool_use","id":"call00001","name":"get_weather","input":"{\\"city\\": \\"Lima\\", \\"days\\": 3}"}]}',
  },
  {
    dialect: 'gemini',
    right:
      '{"role":"model","parts":[{"functionCall":{"name":"get_weather","args":{"city":"Lima","days":3},"id":"call00001"}}]}',
    twice:
      '{"role":"model","parts":[{"functionCall":{"name":"get_weather","args":{"city":"Lima","days":3},"id":"call00001"}},{"functionCall":{"name":"get_weather","args":{"city":"Lima","days":3},"id":"call00002"}}]}',
    wrongType:
      '{"role":"model","parts":[{"functionCall":{"name":"get_weather","args":{"city":"Lima","days":"three"},"id":"call00001"}}]}',
    missing:
      '{"role":"model","parts":[{"functionCall":{"name":"get_weather","args":{"city":"Lima"},"id":"call00001"}}]}',
    unknownTool:
      '{"role":"model","parts":[{"functionCall":{"name":"fetch_forecast","args":{"city":"Lima","days":3},"id":"call00001"}}]}',
    wrongValue:
      '{"role":"model","parts":[{"functionCall":{"name":"get_weather","args":{"city":"Quito","days":3},"id":"call00001"}}]}',
    nearMiss:
      '{"role":"model","parts":[{"functionCall":{"name":"get_weather","args":"{\\"city\\": \\"Lima\\", \\"days\\": 3}","id":"call00001"}}]}',
  },
]
