import { describe, expect, it } from 'vitest'
import { decides } from './rules.ts'

const blocked = { approve: null, cancel: null, revoke: null, update: null, invoice: null, pay: null }

describe('who decides on an order', () => {
  it('is whom the server does not forbid it, whatever the status of the order is', () => {
    expect(decides({ blocked })).toBe(true)
    expect(decides({ blocked: { ...blocked, approve: 'OC522' } })).toBe(true)
    expect(decides({ blocked: { ...blocked, approve: 'RQ403' } })).toBe(false)
  })
})
