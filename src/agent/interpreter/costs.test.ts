import { describe, expect, it } from 'vitest'
import { toyWorld } from '../../../test/generators/toy-world.js'
import { hostHash } from '../../adapters/hash.js'
import { CacheState } from '../cache-state.js'
import { executePlanSync } from '../execute-plan.js'

const world = toyWorld()

function run(code: string, memoryBytes: number) {
  const limits = { memoryBytes, steps: 1_000_000 }
  return executePlanSync({ code, world, cache: CacheState.empty, now: () => 0, hash: hostHash, limits })
    .execution
}

/**
 * Steps: one for an instruction, one for an item that it touches, one and one more for every 64 characters of a text that is
 * made. Bytes: 16 for an item and 32 for what holds them (a dict holds three items an entry), 2 for a character and 24 for
 * the text. So `x = "a" * 640` is four instructions and a text: 4 + 1 + 10 steps and 2 · 640 + 24 bytes.
 */
describe('what plans are charged', () => {
  it.each([
    ['x = 1', 2, 0],
    ['x = y = 1', 4, 0],
    ['pass', 0, 0],
    ['1', 2, 0],
    ['x = 1 + 2', 4, 0],
    ['x = -1', 3, 0],
    ['x = 1 < 2', 4, 0],
    ['x = 1 < 2 < 3', 9, 0],
    ['x = 1 if 0 else 2', 4, 0],
    ['x = 1 and 2', 4, 0],
    ['x = "a" * 640', 15, 1304],
    ['x = "a" + "b" * 63', 10, 302],
    ['x = [0] * 100', 108, 1728],
    ['x = (1,) * 50', 59, 928],
    ['x = [1, 2] + [3]', 18, 320],
    ['x = [1, 2]\nx += [3, 4]', 22, 384],
    ['x = []', 3, 48],
    ['x = {}', 5, 80],
    ['x = {1: 2, 3: 4}', 17, 240],
    ['x = {**{1: 2}}', 22, 400],
    ['x = [*[1, 2, 3]]', 18, 320],
    ['x = (1, 2)', 10, 144],
    ['x = ("a" * 640)[0]', 37, 1304],
    ['x = ("a" * 640)[0:64]', 31, 1456],
    ['x = ("a" * 640)[::2]', 675, 12240],
    ['x = ("😀" * 64)[0]', 269, 4440],
    ['x = ("😀" * 64)[1:3]', 271, 4468],
    ['x = [1, 2, 3][1:]', 18, 256],
    ['x = [1, 2, 3][::-1]', 20, 272],
    ['x = {1: 2}[1]', 13, 160],
    ['x = {"a" * 640: 2}', 34, 1464],
    ['x = {(1, 2): 3}', 23, 360],
    ['for i in [1, 2]: pass', 16, 144],
    ['for i in "ab": pass', 11, 64],
    ['for i in {1: 2}: pass', 16, 208],
    ['for i in range(3): pass', 16, 0],
    ['for i in enumerate("ab"): pass', 19, 192],
    ['for i in zip("ab", "cd"): pass', 23, 256],
    ['for i in reversed("ab"): pass', 15, 64],
    ['for i in reversed([1, 2]): pass', 20, 144],
    ['x = [i for i in [1, 2]]', 26, 288],
    ['x = {i: 1 for i in [1, 2]}', 34, 384],
    ['x = any(i for i in [0, 1])', 22, 144],
    ['a, b = 1, 2', 14, 240],
    ['a, *b = "xyz"', 10, 224],
    ['a, b = "xy"', 8, 160],
    ['x = len("a" * 640)', 29, 1304],
    ['x = len([1, 2])', 13, 144],
    ['x = sorted([3, 1, 2])', 32, 512],
    ['x = min([3, 1, 2])', 22, 336],
    ['x = max(1, 2)', 10, 0],
    ['x = sum([1, 2, 3])', 19, 192],
    ['x = list("abc")', 12, 224],
    ['x = dict([(1, 2), (3, 4)])', 41, 880],
    ['x = dict({1: 2})', 21, 320],
    ['x = dict(a=1)', 10, 80],
    ['x = any([0, 1])', 15, 240],
    ['x = str([1, "a"])', 17, 210],
    ['x = repr("a" * 640)', 70, 2608],
    ['x = str(10 ** 100)', 21, 66],
    ['x = int("1" * 800)', 163, 1980],
    ['x = float("1" * 80)', 21, 184],
    ['x = round(25, -1)', 13, 0],
    ['x = abs(-(2 ** 100))', 16, 111],
    ['x = 2 ** 640', 31, 105],
    ['x = 2 ** 640 * 2 ** 640', 182, 394],
    ['x = (2 ** 640) // 3', 43, 209],
    ['x = f"{1}"', 6, 26],
    ['x = f"{1:10}"', 12, 144],
    ['x = f"{1:100}"', 15, 506],
    ['x = f"{1.5:.40f}"', 22, 244],
    ['x = f"{\'a\':<5}"', 11, 96],
    ['x = f"a{1}b{2}c"', 15, 130],
    ['x = f"{\'é\'!a}"', 8, 98],
    ['x = "a" * 640 == "a" * 640', 40, 2608],
    ['x = "a" * 640 == "b" * 640', 40, 2608],
    ['x = "ab" in "a" * 640', 37, 1304],
    ['x = 3 in [1, 2, 3]', 17, 192],
    ['x = [1, 2, 3] == [1, 2, 3]', 28, 384],
    ['x = [1, 2, 3] < [1, 2, 4]', 28, 384],
    ['x = {1: 2} == {1: 2}', 26, 400],
    ['x = 1 in {1: 2}', 13, 160],
    ['x = [[1]] == [[1]]', 24, 384],
    ['print("a")', 6, 0],
    ['print(1, 2)', 9, 0],
    ['x = [1, 2][0]', 11, 144],
    ['r = search_books(branch="north").search_results\nx = len(r)', 14, 0],
    ['r = search_books(branch="north").search_results\nx = [*r]', 25, 416],
    ['r = search_books(branch="north").search_results\nx = r[0]["year"]', 15, 0],
    ['r = search_books(branch="north").search_results\nx = {**r[0]}', 54, 880],
    ['r = search_books(branch="north").search_results\nx = [i for i in r[0]]', 59, 464],
    ['r = search_books(branch="north").search_results\nx = r + r', 36, 704],
    ['r = search_books(branch="north").search_results\nx = r[1:3]', 16, 64],
    ['save_to_cache(key="k", value=["a", {"b": 1}])', 32, 448],
    ['x = get_from_cache', 2, 0],
    ['ask_reader("a" * 640)', 19, 1304],
  ])('%j: %i steps, %i bytes', (code, steps, bytes) => {
    const execution = run(code, bytes)
    expect(execution.error).toBeUndefined()
    expect(execution.steps).toBe(steps)
    if (bytes > 0) {
      expect(run(code, bytes - 1).error?.message).toBe(`More than ${bytes - 1} bytes of memory.`)
    }
  })
})
