import { tenantCodeForm } from '@trellis/contract/installation'
import { expect, test } from 'vitest'
import { tenantCodeOf } from './tenantCode.ts'

test('a code is suggested from the name of a tenant, and it is one that is taken', () => {
  const codes = {
    Acme: 'acme',
    'Acme Software S.p.A.': 'acme-software-s-p-a',
    ' Città & Più ': 'citta-piu',
    '3D-Werk': '3d-werk',
  }
  for (const [name, code] of Object.entries(codes)) {
    expect(tenantCodeOf(name)).toBe(code)
    expect(code).toMatch(tenantCodeForm)
  }
  expect(tenantCodeOf(`${'long '.repeat(20)}`)).toMatch(tenantCodeForm)
  expect(tenantCodeOf('日本')).toBe('')
})
