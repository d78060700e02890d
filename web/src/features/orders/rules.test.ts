import { describe, expect, it } from 'vitest'
import { decides } from './rules.ts'

const blocked = { approve: null, cancel: null, revoke: null, update: null, invoice: null, pay: null, attach: null }

describe('who decides on an order', () => {
  it('are all accounts that the server does not refuse with RQ403, in every status', () => {
    expect(decides({ blocked })).toBe(true)
    expect(decides({ blocked: { ...blocked, approve: 'OC522' } })).toBe(true)
    expect(decides({ blocked: { ...blocked, approve: 'RQ403' } })).toBe(false)
  })
})
