import { readFileSync } from 'node:fs'
import { commonTokens, declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { keyOf } from './stryker.mjs'

/** Lets through the mutants that were drawn. A range that was drawn may hold others, which nobody asked for. */
class DrawnChecker {
  static inject = [commonTokens.options]

  constructor({ drawn }) {
    this.path = drawn
  }

  async init() {
    this.drawn = new Set(JSON.parse(readFileSync(this.path, 'utf8')))
  }

  async check(mutants) {
    return Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        this.drawn.has(keyOf(mutant))
          ? { status: 'passed' }
          : { status: 'compileError', reason: 'not drawn' },
      ]),
    )
  }

  async group(mutants) {
    return [mutants.map(({ id }) => id)]
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'drawn', DrawnChecker)]
