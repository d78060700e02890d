import { expect, test } from 'vitest'
import { currencyOf, inPieces, unitOf } from './import-units.ts'

test.each([
  ['Price (EUR)', 'Price', 'EUR', false],
  ['Prezzo in €', 'Prezzo', '€', false],
  ['PREZZO LISTINO EUR', 'PREZZO LISTINO', 'EUR', false],
  ['Amount (k€)', 'Amount', '€', true],
  ['Umsatz T€', 'Umsatz', '€', true],
  ['Betrag in TEUR', 'Betrag', 'EUR', true],
  ['Betrag (Tsd. €)', 'Betrag', '€', true],
  ['Importo (migliaia di €)', 'Importo', '€', true],
  ["Montant (milliers d'€)", 'Montant', '€', true],
  ['Importe (miles de EUR)', 'Importe', 'EUR', true],
  ['Amount in thousands', 'Amount', '', true],
  ['Price (k)', 'Price', '', true],
  ['Price [US$]', 'Price', 'US$', false],
  // Not at the end, or no unit at all.
  ['EUR', 'EUR', '', false],
  ['Balance (LCY)', 'Balance (LCY)', '', false],
  ['Stock', 'Stock', '', false],
  ['Unit price', 'Unit price', '', false],
  ['Track', 'Track', '', false],
])('the unit of the heading %s is found', (heading, bare, mark, thousands) => {
  expect(unitOf(heading)).toEqual({ bare, mark, thousands })
})

test('a sign of several currencies says none', () => {
  expect([currencyOf('€'), currencyOf('CHF'), currencyOf('$'), currencyOf('¥')]).toEqual(['EUR', 'CHF', null, null])
})

test.each([
  ['1.5', '1500'],
  ['0.0005', '0.5'],
  ['12', '12000'],
  ['€1.2345', '€1234.5'],
  ['0.00001', '0.01'],
  ['0', '0'],
  ['many', 'many'],
])('%s thousands are %s', (thousands, pieces) => {
  expect(inPieces(thousands)).toBe(pieces)
})
