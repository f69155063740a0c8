import { describe, expect, it } from 'vitest'
import { parsedObject } from '../../test/generators/parsed-json.js'
import { emptyInputSchema, type Tool } from '../catalog/tool.js'
import {
  defaultRecipe,
  joinedText,
  readFields,
  recipeToJson,
  weightedTexts,
  writeFields,
} from './text-recipe.js'

const tool = (fields: Partial<Tool> & { readonly name: string }): Tool => ({
  inputSchema: emptyInputSchema(),
  source: { format: 'test', at: 'here' },
  ...fields,
})

describe('the default recipe', () => {
  const weather = tool({
    name: 'Sky Watch&&forecast by town',
    service: 'Sky Watch',
    serviceDescription: 'Weather for sailors',
    endpoint: 'forecast by town',
    description: 'Seven days ahead',
    category: 'Weather',
  })

  it('leaves out a name that is no more than service and endpoint', () => {
    expect(joinedText(weather, defaultRecipe)).toBe(
      'Sky Watch Weather for sailors forecast by town Seven days ahead',
    )
  })

  it('keeps placeholders unless told to drop them', () => {
    const { description: _, serviceDescription: __, ...rest } = weather
    const bare = { ...rest, placeholders: { description: 'None', serviceDescription: '-' } }
    expect(joinedText(bare, defaultRecipe)).toBe('Sky Watch - forecast by town None')
    expect(joinedText(bare, { ...defaultRecipe, placeholders: 'drop' })).toBe('Sky Watch forecast by town')
  })

  it('knows such a name although a part of it is a placeholder', () => {
    const nameless = tool({
      name: 'Sky Watch&&None',
      service: 'Sky Watch',
      description: 'Seven days ahead',
      placeholders: { endpoint: 'None' },
    })
    expect(joinedText(nameless, defaultRecipe)).toBe('Sky Watch None Seven days ahead')
  })

  it.each([
    [tool({ name: 'Sky  Watch&&by town&&daily', service: 'Sky  Watch', endpoint: 'by town&&daily' })],
    [tool({ name: 'Sky  Watch&&by town&&daily' })],
  ])('opens every && of a tool that has only a name', (bare) => {
    expect(joinedText(bare, defaultRecipe)).toBe('Sky  Watch by town daily')
  })

  it('takes name, title, service, endpoint, category and description of any other tool', () => {
    const repository = tool({
      name: 'repos/createForUser',
      title: 'Create a repository',
      description: 'Makes a new repository.',
      service: 'Forge',
      serviceDescription: 'A text that every tool of the service has',
      endpoint: 'POST /user/repos',
      category: 'repos',
    })
    expect(joinedText(repository, defaultRecipe)).toBe(
      'repos/create For User Create a repository Forge POST /user/repos repos Makes a new repository.',
    )
    expect(joinedText(tool({ name: 'echo' }), defaultRecipe)).toBe('echo')
  })
})

describe('a recipe of fields', () => {
  const nested = tool({
    name: 'book',
    description: 'Books a berth',
    inputSchema: parsedObject(`{"type":"object","properties":{
      "from":{"type":"string","description":"Harbour"},
      "crew":{"type":"array","items":{"properties":{"age":{"description":"Years"}}}},
      "pay":{"oneOf":[{"properties":{"card":{}}},{"properties":{"cash":true}}]}}}`),
  })
  it('reads the arguments, nested ones too', () => {
    const fields = readFields('parameters+parameterDescriptions')
    expect(weightedTexts(nested, { fields, placeholders: 'keep' })).toEqual([
      { text: 'from crew age pay card', weight: 1 },
      { text: 'Harbour Years', weight: 1 },
    ])
  })
  it('leaves absent fields out and keeps weights', () => {
    const fields = readFields('name^2.5+title+description')
    expect(weightedTexts(nested, { fields, placeholders: 'keep' })).toEqual([
      { text: 'book', weight: 2.5 },
      { text: 'Books a berth', weight: 1 },
    ])
  })
  it('does not go down for ever', () => {
    let text = '{}'
    for (let level = 0; level < 25; level++) text = `{"properties":{"p":${text}}}`
    const deep = tool({ name: 'deep', inputSchema: parsedObject(text) })
    expect(joinedText(deep, { fields: readFields('parameters'), placeholders: 'keep' }).length).toBeLessThan(
      30,
    )
  })
})

describe('readFields', () => {
  it('is undone by writeFields', () => {
    const text = 'nameWords+description^2+service^0.5'
    expect(writeFields(readFields(text))).toBe(text)
  })
  it('names the nearest field', () => {
    expect(() => readFields('name+descripton')).toThrow(/no field "descripton"[^]*Did you mean description\?/)
  })
  it.each(['name^', 'name^x', 'name^0', 'name^-1', 'name^101', 'name^2^3', 'name^1e1', 'name^NaN'])(
    'refuses the weight of %s',
    (text) => {
      expect(() => readFields(text)).toThrow(/no weight that can be used[^]*fix:/)
    },
  )
})

describe('recipeToJson', () => {
  it('tells recipes apart', () => {
    expect({ ...recipeToJson(defaultRecipe) }).toEqual({ fields: 'default/1', placeholders: 'keep' })
    expect({ ...recipeToJson({ fields: readFields('name^2+title'), placeholders: 'drop' }) }).toEqual({
      fields: 'name^2+title',
      placeholders: 'drop',
    })
  })
})
