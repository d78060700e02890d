import { describe, expect, it } from 'vitest'
import { canBecome, decides } from './rules.ts'

describe('who decides on an order', () => {
  it('is everybody who sees it except its buyer', () => {
    const order = { buyerAccountId: 'acme', vendorAccountId: 'nordico' }
    expect(decides(order, 'nordico')).toBe(true)
    expect(decides(order, 'verdant')).toBe(true)
    expect(decides(order, 'acme')).toBe(false)
  })

  it('is the buyer too if it is its own vendor', () => {
    expect(decides({ buyerAccountId: 'verdant', vendorAccountId: 'verdant' }, 'verdant')).toBe(true)
  })

  it('can only choose statuses that can follow the current one', () => {
    expect(canBecome({ status: 'pending' }, 'approved')).toBe(true)
    expect(canBecome({ status: 'pending' }, 'revoked')).toBe(false)
    expect(canBecome({ status: 'approved' }, 'canceled')).toBe(false)
    expect(canBecome({ status: 'revoked' }, 'approved')).toBe(false)
  })
})
