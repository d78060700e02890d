import { externalIdsText } from '@trellis/contract/external-ids'
import { expect, test } from 'vitest'
import { ExternalIdsInput, externalIdLines, externalIdsChange } from './externalIds.ts'

const known = { crm: 'C-9', sap: '4711' }

test('an untouched text changes nothing, so a form never removes what it does not show', () => {
  expect(externalIdsChange(externalIdsText(known), known)).toBeUndefined()
  expect(externalIdsChange('', {})).toBeUndefined()
})

test('what was added, changed and taken out is named, and nothing else', () => {
  expect(externalIdsChange('sap:4712|shop:7', known)).toEqual({ crm: null, sap: '4712', shop: '7' })
  expect(externalIdsChange('  ', known)).toEqual({ crm: null, sap: null })
})

test('a text in another form is refused by the form', () => {
  for (const wrong of ['4711', 'sap:', ':4711', 'Sap System:1', 'sap:1|sap:2', 'sap:1||crm:2'])
    expect([wrong, ExternalIdsInput.safeParse(wrong).success]).toEqual([wrong, false])
  for (const fine of ['', ' ', 'sap:4711', 'SAP: 4711 | crm:a:b', 'sap:1|crm:2'])
    expect([fine, ExternalIdsInput.safeParse(fine).success]).toEqual([fine, true])
})

test('ids are read one to a line', () => {
  expect(externalIdLines(known)).toBe('crm: C-9\nsap: 4711')
})
