import { describe, expect, it } from 'vitest'
import { townCatalog, townTool, townTools } from '../../../test/generators/town-catalog.js'
import { catalogOf } from '../../catalog/catalog.js'
import { anchorOrder } from './anchor-order.js'
import { eligibleTools } from './eligible-tools.js'

describe('anchorOrder', () => {
  const orderOf = async (catalog: Parameters<typeof eligibleTools>[0], seed = 0) =>
    anchorOrder({ catalog, tools: await eligibleTools(catalog), seed, label: 'x' })

  it('holds one tool of each class, and every service before any a second time', async () => {
    const catalog = catalogOf(townTools.map((tool) => townTool(tool, { category: 'one' })))
    const order = await orderOf(catalog)
    expect(order).toHaveLength(24)
    const services = order.map((position) => catalog.tools[position]?.service)
    for (let start = 0; start < 24; start += 6) expect(new Set(services.slice(start, start + 6)).size).toBe(6)
    expect(await orderOf(catalog, 1)).not.toEqual(order)
    expect(await orderOf(catalog)).toEqual(order)
  })

  it('gives a category its share by the square root of its size', async () => {
    // 16 tools of one category and 4 of another: 2 to 1 from the beginning.
    const catalog = catalogOf(
      townTools.slice(0, 20).map((tool, at) => townTool(tool, { category: at < 16 ? 'large' : 'small' })),
    )
    const first = (await orderOf(catalog)).slice(0, 9).filter((position) => position < 16)
    expect(first).toHaveLength(6)
  })

  it('leaves the same tool out twice', async () => {
    const twin = townTool(townTools[0] as (typeof townTools)[number], {
      name: 'another',
      title: 'lendVolume',
    })
    const plain = townTool(townTools[0] as (typeof townTools)[number], { title: 'lendVolume' })
    expect(await orderOf(catalogOf([plain, twin, ...townCatalog().tools.slice(1)]))).toHaveLength(24)
  })
})
