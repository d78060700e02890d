import { expect, test } from 'vitest'
import { stateOf } from './issued.ts'
import { linkedInUrl } from './linkedIn.ts'

test('the link to LinkedIn fills in name, issuer, months, code and the validation page', () => {
  const url = new URL(
    linkedInUrl({
      certificateName: 'R&D Specialist',
      validationCode: '8TK4P1FARN',
      creationDate: '2026-01-31T23:30:00.000Z',
      expirationDate: '2027-12-31T23:30:00.000Z',
      organization: 'Halcyon Software',
      origin: 'https://partners.halcyon.example',
    }),
  )
  expect(url.origin + url.pathname).toBe('https://www.linkedin.com/profile/add')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    startTask: 'CERTIFICATION_NAME',
    name: 'R&D Specialist',
    organizationName: 'Halcyon Software',
    issueYear: '2026',
    issueMonth: '1',
    expirationYear: '2027',
    expirationMonth: '12',
    certUrl: 'https://partners.halcyon.example/verify?code=8TK4P1FARN',
    certId: '8TK4P1FARN',
  })
})

test('a certificate is valid until its end, and never once it was revoked', () => {
  const expirationDate = '2026-11-23T08:00:00.000Z'
  const end = Date.parse(expirationDate)
  expect(stateOf({ statusName: 'Confirmed', expirationDate }, end - 1)).toBe('valid')
  expect(stateOf({ statusName: 'Confirmed', expirationDate }, end)).toBe('expired')
  expect(stateOf({ statusName: 'Revoked', expirationDate }, end - 1)).toBe('revoked')
})
