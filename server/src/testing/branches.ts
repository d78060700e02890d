import type { Endpoint } from '@trellis/contract/endpoint'
import { network } from '@trellis/contract/network'
import { priceLists } from '@trellis/contract/price-lists'
import { pricing } from '@trellis/contract/pricing'
import { checkTenant, type Finding } from '../cli/check/run.ts'
import { inviting } from './inviting.ts'
import type { Person, Raw, World } from './network.ts'

/** Group numbers of the tenant by name. */
export const group = { OPCO: 3, DISTRIBUTOR: 4, PLATINUM: 5, GOLD: 6, SILVER: 7, BUYER: 8 } as const

interface Wanted {
  groupId: number
  under: { accountId: string }
  [more: string]: unknown
}

/** Helpers for tests of the account tree. */
export function branches(world: World) {
  const { accept, linkTo, signIn } = inviting(world)
  /** The payload of a new account without price list and administrator. */
  const draft = (accountName: string, { under, ...more }: Wanted) => ({
    accountName,
    address: { vatId: 'NO995525828MVA', street: 'Storgata 1', city: 'Oslo', postalCode: '0155', countryCode: 'NO' },
    parentAccountId: under.accountId,
    ...more,
  })
  /** The price list of the payload, where the test does not name one: the parent's own, or else the first. */
  const neededList = async (who: Person, accountId: string) => {
    const { required, items } = await who.call(pricing.toGive, { query: { parentAccountId: accountId } })
    if (!required) return {}
    const parents = (await who.call(priceLists.association, { params: { accountId } })).priceListId
    return { priceListId: (items.find(({ priceListId }) => priceListId === parents) ?? items[0])?.priceListId }
  }
  return {
    draft,
    /** Creates an account, by default below the caller's own, with a price list where one is required. */
    open: async (who: Person, accountName: string, { under = who, ...more }: Partial<Wanted> & { groupId: number }) => {
      const needed = await neededList(who, under.accountId)
      const body = draft(accountName, { under, ...needed, ...more })
      const { id, administrator } = await who.call(network.create, { body })
      return { accountId: id, administrator }
    },
    close: (who: Person, { accountId }: { accountId: string }) =>
      who.call(network.remove, { params: { id: accountId } }),
    move: (who: Person, { accountId }: { accountId: string }, under: { accountId: string }) =>
      who.call(network.move, { params: { id: accountId }, body: { parentAccountId: under.accountId } }),
    preview: (who: Person, { accountId }: { accountId: string }, under: { accountId: string }) =>
      who.call(network.movePreview, { params: { id: accountId }, query: { parentAccountId: under.accountId } }),
    /** An invited user accepts and signs in; returns how they call. */
    async enters(email: string) {
      await accept(await linkTo(email))
      const { body } = await signIn(email)
      const headers = { authorization: `Bearer ${body.token}` }
      return (endpoint: Endpoint, request: Raw = {}) => world.anonymous(endpoint, { ...request, headers })
    },
    /** The findings of `portal check`; empty when everything is correct. */
    findings: async (): Promise<Finding[]> => (await checkTenant(world.db, world.tenantId)).findings,
  }
}
