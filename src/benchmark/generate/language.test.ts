import { describe, expect, it } from 'vitest'
import { isInLanguage } from './language.js'

describe('isInLanguage', () => {
  it.each([
    ['weather Paris tomorrow', 'en', true],
    ['I need the schedule of my team for next week', 'en', true],
    ['Zeig mir bitte alle offenen Rechnungen von der Firma', 'en', false],
    ['Montre-moi les factures de la semaine avec le total', 'en', false],
    ['muéstrame todas las facturas de la semana para el cliente', 'en', false],
    ['显示我的订单', 'en', false],
    ['покажи мои заказы', 'en', false],
    ['Zeig mir bitte alle offenen Rechnungen von der Firma', 'de', true],
    ['Show me all of the open bills of the firm', 'de', false],
    ['Tell me about the film Le Fabuleux Destin d’Amélie Poulain', 'en', true],
    ['12345 !!!', 'en', false],
  ] as const)('%j in %s: %s', (text, language, expected) => {
    expect(isInLanguage(text, language)).toBe(expected)
  })
})
