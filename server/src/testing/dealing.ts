import type { DealDraft } from '@trellis/contract/deal-changes'
import { deals } from '@trellis/contract/deals'
import type { RequestOf } from '@trellis/contract/endpoint'
import type { Person, World } from './network.ts'
import { selling } from './selling.ts'

type Wanted = Record<string, number>
type Prospect = Partial<DealDraft['prospect']>

let companies = 0

/** Helpers for tests of deals. */
export function dealing(world: World) {
  const { productOf } = selling(world)
  /** A prospect that matches no other one. */
  const prospect = (given: Prospect = {}): DealDraft['prospect'] => {
    companies += 1
    const vatId = `IT${String(companies).padStart(11, '0')}`
    const person = { firstName: 'Paola', lastName: 'Neri' }
    const address = { street: 'Via Roma 1', city: 'Torino', postalCode: '10100', countryCode: 'IT' }
    return { name: `Prospect ${companies} Srl`, vatId, ...person, ...address, ...given }
  }
  const itemsOf = (wanted: Wanted) =>
    Object.entries(wanted).map(([sku, qt]) => ({ productId: productOf(sku).productId, qt }))
  const draft = (vendor: { accountId: string }, wanted: Wanted, given: Prospect = {}) => ({
    parentAccountId: vendor.accountId,
    items: itemsOf(wanted),
    prospect: prospect(given),
  })
  /** Registers a deal of the person's own account, or of another one. */
  const register = async (
    person: Person,
    wanted: Wanted,
    given: Prospect = {},
    vendor: { accountId: string } = person,
  ) => (await person.call(deals.create, { body: draft(vendor, wanted, given) })).id
  const read = (person: Person, id: string) => person.call(deals.read, { params: { id } })
  const update = (person: Person, id: string, body: RequestOf<typeof deals.update>['body']) =>
    person.call(deals.update, { params: { id }, body })
  const protect = (person: Person, id: string, protectionStatus: 'Approved' | 'Refused' | 'Pending', reason?: string) =>
    person.call(deals.updateProtectionStatus, { params: { id }, body: { protectionStatus, reason } })
  const ask = (person: Person, id: string, value: number) =>
    person.call(deals.updateEbidValue, { params: { id }, body: { value } })
  const approve = (person: Person, id: string, value?: number) =>
    person.call(deals.updateEbidStatus, { params: { id }, body: { status: 'Approved', value } })
  const historyOf = async (person: Person, id: string) => (await person.call(deals.history, { params: { id } })).items
  return { prospect, draft, itemsOf, register, read, update, protect, ask, approve, historyOf }
}
