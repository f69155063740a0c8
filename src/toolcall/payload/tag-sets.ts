import type { XmlPayloadRules } from './xml-payload.js'

/** Tags of Qwen3-Coder and its relatives. */
export const qwenTags: Omit<XmlPayloadRules, 'outer'> = {
  nameOpen: '<function=',
  nameClose: '>',
  end: '</function>',
  keyOpen: '<parameter=',
  keyClose: '>',
  valueOpen: '',
  valueClose: '</parameter>',
  framesValues: true,
}

/** Tags of GLM-4.5 and later. */
export const glmTags: Omit<XmlPayloadRules, 'outer'> = {
  nameOpen: '',
  nameClose: '',
  end: '',
  keyOpen: '<arg_key>',
  keyClose: '</arg_key>',
  valueOpen: '<arg_value>',
  valueClose: '</arg_value>',
  framesValues: false,
}

/** Tags that Claude was prompted with before its API took over, and that other models imitate. */
export const invokeTags: Omit<XmlPayloadRules, 'outer'> = {
  nameOpen: '<invoke name="',
  nameClose: '">',
  end: '</invoke>',
  keyOpen: '<parameter name="',
  keyClose: '">',
  valueOpen: '',
  valueClose: '</parameter>',
  framesValues: true,
}
