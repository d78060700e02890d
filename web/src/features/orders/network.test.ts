import type { AccountNode } from '@trellis/contract/accounts'
import { describe, expect, it } from 'vitest'
import { buyersIn, wayTo } from './network.ts'

describe('the network below', () => {
  const node = (id: string, ...children: AccountNode[]): AccountNode => ({
    id,
    name: id.toUpperCase(),
    groupName: 'GROUP',
    level: 1,
    children,
  })
  const root = node('verdant', node('nordico', node('acme', node('fjord')), node('bergen')), node('sudvia'))

  it('offers all accounts below as buyers, without the own account', () => {
    const shown = (groupName: string) => groupName.toLowerCase()
    expect(buyersIn(root, shown).map(({ id, hint }) => [id, hint])).toEqual([
      ['nordico', 'group'],
      ['sudvia', 'group'],
    ])
    expect(buyersIn(undefined, shown)).toEqual([])
  })

  it('returns the accounts between the own account and a buyer', () => {
    expect(wayTo(root, 'fjord').map(({ id }) => id)).toEqual(['verdant', 'nordico', 'acme', 'fjord'])
    expect(wayTo(root, 'verdant').map(({ id }) => id)).toEqual(['verdant'])
    expect(wayTo(root, 'stranger')).toEqual([])
    expect(wayTo(root, null)).toEqual([])
  })
})
