import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Maria Rossi', 'MR'],
  ['  Maria   De   Luca ', 'MD'],
  ['Cher', 'C'],
  ['élodie ørsted', 'ÉØ'],
  ['𝒜da Lovelace', '𝒜L'],
  ['Integration (Sandbox)', 'IS'],
  ['Rossi & Figli', 'RF'],
  ['3M', '3'],
  ['', ''],
])('%j is shown as %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
