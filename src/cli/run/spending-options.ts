import { Option } from 'commander'
import { numberUpTo, seconds, tokenPrice, wholeFrom } from '../options.js'

/** `--price`, `--max-cost`, `--max-tokens`, `--timeout`: what asking a subject may cost, the same for every command that makes a run. */
export const priceOption = (): Option =>
  new Option(
    '--price <input,output[,cached]>',
    'price of a million tokens, for cost and --max-cost',
  ).argParser(tokenPrice)

export const maxCostOption = (): Option =>
  new Option('--max-cost <amount>', 'stop before the run has cost more than this').argParser(
    numberUpTo(Number.MAX_VALUE),
  )

export const maxTokensOption = (): Option =>
  new Option('--max-tokens <number>', 'stop before the run has used more tokens than this').argParser(
    wholeFrom(1),
  )

export const timeoutOption = (): Option =>
  new Option('--timeout <seconds>', 'longest wait for one answer').argParser(seconds).default(120)
