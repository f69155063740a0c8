import { describe, expect, it } from 'vitest'
import { toolTable } from '../tool-table.js'
import { resolveName } from './resolve-name.js'

const table = (...names: readonly string[]) => toolTable(names.map((name) => ({ name, inputSchema: {} })))

describe('resolveName', () => {
  it.each([
    ['get_weather', ['get_weather', 'Get_Weather'], 'get_weather', undefined],
    ['Get_Weather', ['get_weather'], 'get_weather', 'name-case'],
    ['GET_WEATHER', ['get_weather', 'Get_Weather'], 'GET_WEATHER', undefined],
    ['functions.get_weather', ['get_weather'], 'get_weather', 'name-namespace'],
    ['a.calendar.list', ['calendar.list'], 'calendar.list', 'name-namespace'],
    ['a.calendar.list', ['calendar.list', 'list'], 'a.calendar.list', undefined],
    ['server/get_weather', ['get_weather'], 'get_weather', 'name-namespace'],
    ['functions_get_weather_1', ['get_weather'], 'get_weather', 'name-decoration'],
    ['functionsget_weather5', ['get_weather'], 'get_weather', 'name-decoration'],
    ['functionsget_weather5', ['get_weather', 'get_weather5'], 'functionsget_weather5', undefined],
    ['list', ['calendar.list'], 'list', undefined],
    ['get_forecast', ['get_weather'], 'get_forecast', undefined],
    ['getWeather', ['get_weather'], 'getWeather', undefined],
    ['', ['get_weather'], '', undefined],
    ['x'.repeat(100_000), ['x'], 'x'.repeat(100_000), undefined],
  ])('takes %j among %j for %j', (name, declared, resolved, repair) => {
    expect(resolveName(name, table(...declared))).toEqual(
      repair === undefined ? { name: resolved } : { name: resolved, repair },
    )
  })
})
