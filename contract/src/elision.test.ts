import { expect, test } from 'vitest'
import { elided } from './elision.ts'

test.each([
  ['Chiude il 11 gen 2027', 'Chiude l’11 gen 2027'],
  ['Il 8 marzo, del 11 al 18', 'L’8 marzo, dell’11 al 18'],
  ['dal 8/12 al 11/12', 'dall’8/12 all’11/12'],
  ['In calo del 8,2%, del 80%, del 800%, del 11,5%', 'In calo dell’8,2%, dell’80%, dell’800%, dell’11,5%'],
  ['Sconto del 11.000', 'Sconto dell’11.000'],
  ['Venduto a agosto, rispetto a aprile 2026 e a ottobre', 'Venduto ad agosto, rispetto ad aprile 2026 e a ottobre'],
])('%s is said %s', (text, said) => {
  expect(elided(text)).toBe(said)
})

test.each(['il 1 gen', 'il 18 gen', 'del 110%', 'al 111', 'il 10', 'util 8', 'al 8123'])('%s stays', (text) => {
  expect(elided(text)).toBe(text)
})
