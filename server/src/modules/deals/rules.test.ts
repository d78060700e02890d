import { expect, test } from 'vitest'
import { type Action, blockedOf, type Situation, whyNot, whyNotRegister } from './rules.ts'

/* The rules alone: each is also enforced and shown over HTTP (`rights.test.ts`, `decisions.test.ts`). */

const who = (flags: string, level = 30) => ({ level, permissions: [{ module: 'Deals' as const, flags }] })
const deal: Situation = {
  isVendor: true,
  isAbove: true,
  isCreator: false,
  isExpired: false,
  status: 'New',
  protectionStatus: 'Pending',
  eBidStatus: 'Pending',
  eBidValue: 100,
  isExtensionAsked: true,
  orders: 0,
  isPurchased: false,
}
const ofVendors = ['update', 'correct', 'askEbid', 'order'] as const
const ofManagers = ['protect', 'decideEbid', 'extend'] as const
const won: Situation = { ...deal, status: 'Won' }

test('accounts up to level 40 register deals (rules J1)', () => {
  expect([39, 40, 41].map((level) => whyNotRegister({ level }))).toEqual([null, null, 'RQ403'])
})

test.each(ofVendors)(
  '%s is for the vendor with u, and for who registered the deal also with c (rules J2)',
  (action) => {
    const why = (more: Partial<Situation>, flags: string) =>
      whyNot(action, { ...won, isVendor: false, ...more }, who(flags))
    expect(why({ isVendor: true }, 'r-u')).toBeNull()
    expect(why({ isVendor: true }, 'c-r')).toBe('RQ403')
    expect(why({ isVendor: true, isCreator: true }, 'c-r')).toBeNull()
    expect(why({ isCreator: true }, 'c-r')).toBeNull()
    expect(why({ isCreator: true }, 'r-u')).toBe('RQ403')
    expect(why({}, 'c-r-u-d')).toBe('DL524')
  },
)

test.each([...ofManagers, 'compare'] as const)(
  '%s is for accounts above, up to level 30, with u (rules J3)',
  (action) => {
    const why = (more: Partial<Situation>, flags: string, level: number) =>
      whyNot(action, { ...deal, ...more }, who(flags, level))
    expect(why({}, 'r-u', 30)).toBeNull()
    expect(why({}, 'c-r', 30)).toBe('RQ403')
    expect(why({}, 'r-u', 31)).toBe('DL524')
    expect(why({ isAbove: false }, 'c-r-u-d', 10)).toBe('DL524')
  },
)

test('an expired deal can only be compared', () => {
  const expired = { ...won, isExpired: true }
  for (const action of [...ofVendors, ...ofManagers]) expect(whyNot(action, expired, who('u')), action).toBe('DL523')
  expect(whyNot('compare', expired, who('u'))).toBeNull()
})

const byState: [string, Action, Partial<Situation>, string | null][] = [
  ['prospect and items are corrected while the protection waits', 'correct', {}, null],
  ['nothing is corrected once the protection is decided', 'correct', { protectionStatus: 'Refused' }, 'RQ409'],
  ['nothing is corrected once the deal was ordered', 'correct', { status: 'Won', orders: 1 }, 'RQ409'],
  ['an eBid that was asked for is decided', 'decideEbid', {}, null],
  ['an eBid of a cent is decided', 'decideEbid', { eBidValue: 0.01 }, null],
  ['an eBid without an amount was not asked for', 'decideEbid', { eBidValue: 0 }, 'RQ422'],
  ['an eBid is decided once', 'decideEbid', { eBidStatus: 'Approved' }, 'RQ409'],
  ['an eBid is not decided after the purchase', 'decideEbid', { isPurchased: true }, 'RQ409'],
  ['an eBid is not asked for after the purchase', 'askEbid', { isPurchased: true }, 'RQ409'],
  ['an extension is asked for', 'askExtension', { isExtensionAsked: false }, null],
  ['an extension is asked for once', 'askExtension', {}, 'RQ409'],
  ['a won deal is not extended', 'askExtension', { isExtensionAsked: false, status: 'Won' }, 'RQ409'],
  ['an extension that was asked for is decided', 'extend', {}, null],
  ['an extension nobody asked for is not decided', 'extend', { isExtensionAsked: false }, 'RQ422'],
  ['the extension of a lost deal is not decided', 'extend', { status: 'Lost' }, 'RQ409'],
  ['a won deal becomes two orders', 'order', { status: 'Won', orders: 1 }, null],
  ['a deal with both orders becomes no third', 'order', { status: 'Won', orders: 2 }, 'OC522'],
  ['a deal that is not won becomes no order', 'order', { status: 'Negotiation' }, 'OC522'],
]
test.each(byState)('%s', (_sentence, action, state, code) => {
  expect(whyNot(action, { ...deal, ...state }, who('c-r-u'))).toBe(code)
})

test('every action says beforehand whether it is refused', () => {
  expect(blockedOf({ ...deal, isAbove: false }, who('u'))).toEqual({
    update: null,
    correct: null,
    askEbid: null,
    askExtension: 'RQ409',
    order: 'OC522',
    protect: 'DL524',
    decideEbid: 'DL524',
    extend: 'DL524',
    compare: 'DL524',
  })
})
