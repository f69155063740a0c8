import { constant, constantInProse } from './constant.js'
import type { NullCaller } from './null-caller.js'
import { echo, echoAll, greeting, listAll, nameInProse, silent } from './talkers.js'

/** Null callers, in the order of tables. Their ids are part of stored results. */
export const nullCallers: readonly NullCaller[] = [
  silent,
  greeting,
  echo,
  echoAll,
  listAll,
  nameInProse,
  constantInProse,
  constant,
]
