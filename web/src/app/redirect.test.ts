import { expect, test } from 'vitest'
import { localPath, signInPath } from './redirect.ts'

const origin = 'https://portal.example'
const isKnown = (path: string) => /^\/(dashboard|products|sell-out|licenses)(\/[^/]+)?\/?$/.test(path) || path === '/'
const lead = (value: unknown) => localPath(value, origin, isKnown)

test.each([
  '/dashboard',
  '/sell-out?page=2&status=pending',
  '/products/0198c9a2-0000-7000-8000-000000000001',
  '/licenses/TRL-9X?tab=seats#notes',
  '/sell-out?from=https://elsewhere.example/path',
])('sign-in may lead to %s', (path) => {
  expect(lead(path)).toBe(path)
})

test.each([
  ['//evil.example'],
  ['///evil.example'],
  ['/\\evil.example'],
  ['\\\\evil.example'],
  ['/%5Cevil.example'],
  ['/%5cevil.example'],
  ['/%2F%2Fevil.example'],
  ['/%2f%2fevil.example'],
  ['/products/%2F%2Fevil.example'],
  ['/products/..%2F..%2Fevil'],
  ['https:evil.example'],
  ['https://evil.example'],
  ['https://portal.example/dashboard'],
  ['https://portal.example@evil.example/dashboard'],
  ['//portal.example@evil.example/dashboard'],
  ['@evil.example'],
  ['/@evil.example'],
  ['/dashboard@evil.example'],
  ['evil.example'],
  ['dashboard'],
  ['javascript:alert(1)'],
  ['JaVaScRiPt:alert(1)'],
  ['data:text/html,x'],
  ['blob:https://portal.example/1'],
  ['/\t/evil.example'],
  ['/\n/evil.example'],
  ['/\r\n/evil.example'],
  ['\t//evil.example'],
  [' //evil.example'],
  ['java\nscript:alert(1)'],
  ['/.//evil.example'],
  ['/x/..//evil.example'],
  ['/dashboard/../..//evil.example'],
  ['/dashboard/%2e%2e//evil.example'],
  ['/%09/evil.example'],
  ['/%0a/evil.example'],
  ['/;@evil.example'],
  ['http:/evil.example'],
  ['http:///evil.example'],
  ['////evil.example'],
  ['/\u2028/evil.example'],
  ['\uff0f\uff0fevil.example'],
  ['/\ufeff/evil.example'],
  ['vbscript:msgbox(1)'],
  ['view-source:https://portal.example/dashboard'],
  ['?redirect=//evil.example'],
  ['#//evil.example'],
  ['/./\\evil.example'],
  ['/dashboard\u0000'],
  ['/products/%00'],
  ['/products/%0d%0aSet-Cookie:x'],
  [`/dashboard?${'x'.repeat(10_000)}`],
  ['/auth/signin'],
  ['/unknown'],
  ['/api/v1/auth/logout'],
  [''],
  [undefined],
  [null],
  [['/dashboard', '//evil.example']],
  [{ href: '//evil.example' }],
])('a redirect to %j leads to /', (value) => {
  expect(lead(value)).toBe('/')
})

test('the wanted URL is passed to sign-in with its query', () => {
  const wanted = '/sell-out?page=2&status=pending#x'
  const { searchParams } = new URL(signInPath(wanted), origin)
  expect(searchParams.get('redirect')).toBe(wanted)
  expect(signInPath('/')).toBe('/auth/signin')
})
