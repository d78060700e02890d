import { maximumAddresses, type NewAddress, type UpdateAccount, type UpdateAddress } from '@trellis/contract/accounts'
import type { Out } from '@trellis/contract/endpoint'
import { hasPermission } from '@trellis/contract/permissions'
import { isPossibleVatId } from '@trellis/contract/vat-ids'
import type { Tx } from '../../platform/database/tx.ts'
import { found, invalid, Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { record } from '../audit/index.ts'
import { changeExternalIds, countryCodeOf } from '../tenants/index.ts'
import { insertAddresses } from './insert-accounts.ts'
import { isReached } from './named.ts'
import {
  type AccountText,
  type AddressRow,
  isLiving,
  lockAddress,
  lockReachable,
  newAddressOf,
  updateAddress,
  updateText,
} from './queries.ts'

/**
 * Changes the name, the notification settings and the external ids of an account in reach, including the actor's own, and the
 * credit limit and terms of one below it. Refuses RQ403 for those of the own account (rules O24), and RQ403 and RQ422 for external
 * ids as `changeExternalIds`.
 */
export async function editAccount(
  tx: Tx,
  actor: Actor,
  accountId: string,
  draft: Out<typeof UpdateAccount>,
): Promise<void> {
  const account = await accountToChange(tx, actor, accountId)
  const { accountId: _, ...before } = account
  const { creditLimit = before.creditLimit, paymentTermsDays = before.paymentTermsDays } = draft
  const notificationEmail = draft.notificationReceiverEmail || null
  const after = { name: draft.accountName, notificationEmail, creditLimit, paymentTermsDays }
  const isCreditChanged = creditLimit !== before.creditLimit || paymentTermsDays !== before.paymentTermsDays
  if (isCreditChanged && account.accountId === actor.accountId) throw new Refusal('RQ403', { reason: 'self' })
  await updateText(tx, accountId, after)
  const ids = await changeExternalIds(tx, { kind: 'account', recordId: accountId, isReached }, draft.externalIds)
  await record(tx, 'account.updated', 'account', accountId, {
    before: { ...before, ...ids?.before },
    after: { ...after, ...ids?.after },
  })
}

/** Changes the address of an account in reach. Refuses RQ422 for an unknown country and an impossible VAT id. */
export async function editAddress(
  tx: Tx,
  actor: Actor,
  accountId: string,
  addressId: string,
  draft: Out<typeof UpdateAddress>,
): Promise<void> {
  const account = await accountToChange(tx, actor, accountId)
  const before = found(await lockAddress(tx, account.accountId, addressId))
  if (draft.addressId !== undefined && draft.addressId.toLowerCase() !== addressId.toLowerCase())
    throw invalid(['addressId'], 'other_id', 'Is not the address of the path')
  const after = addressRow(draft, before.coordinates)
  await updateAddress(tx, addressId, after)
  await record(tx, 'account.address_changed', 'account', accountId, { before, after })
}

/** Adds an address to an account in reach (decision 044). Refuses RQ422 as above, and for more than the maximum. */
export async function addAddress(
  tx: Tx,
  actor: Actor,
  accountId: string,
  draft: Out<typeof NewAddress>,
): Promise<string> {
  const account = await accountToChange(tx, actor, accountId)
  const after = addressRow(draft, null)
  const [added] = await insertAddresses(tx, newAddressOf(account.accountId, after, maximumAddresses))
  if (added === undefined)
    throw invalid(['addressId'], 'too_many', `An account has at most ${maximumAddresses} addresses`)
  await record(tx, 'account.address_added', 'account', account.accountId, { after })
  return added.addressId
}

/** The row of an address form. Refuses RQ422 for an unknown country and an impossible VAT id. */
function addressRow(draft: Out<typeof NewAddress>, coordinates: string | null): AddressRow {
  const countryCode = knownCountry(draft)
  checkVatId(countryCode, draft.vatId)
  const { legalName, vatId, street, city, postalCode } = draft
  return {
    legalName,
    vatId: vatId.trim(),
    street,
    city,
    locality: draft.locality || null,
    region: draft.region || null,
    postalCode,
    countryCode,
    coordinates: draft.coordinates === undefined ? coordinates : draft.coordinates || null,
  }
}

/**
 * An account in reach, locked. Refuses RQ403 when the actor may only read it, because `ra` extends reading but not
 * writing.
 */
async function accountToChange(tx: Tx, actor: Actor, accountId: string): Promise<AccountText> {
  const account = await lockReachable(tx, accountId)
  if (account) return account
  const isRead = hasPermission(actor.permissions, 'Accounts', 'ra') && (await isLiving(tx, accountId))
  throw isRead ? new Refusal('RQ403', { reason: 'side' }) : new Refusal('RQ404')
}

/** The country code of an address, from its code or else its name. Refuses RQ422 at the field that was used. */
export function knownCountry(
  { country, countryCode }: { country?: string | null | undefined; countryCode?: string | null | undefined },
  path: string[] = [],
): string {
  const field = countryCode ? 'countryCode' : 'country'
  const given = countryCode || country
  if (!given) throw invalid([...path, 'country'], 'required', 'Required field')
  const code = countryCodeOf(given)
  if (code === undefined) throw invalid([...path, field], 'unknown_country', 'There is no such country')
  return code
}

/** Refuses RQ422 for a VAT id that the country could not have issued. */
export function checkVatId(countryCode: string, vatId: string, path: string[] = []): void {
  if (!isPossibleVatId(vatId, countryCode))
    throw invalid([...path, 'vatId'], 'vat_id', 'Not a possible VAT id of this country')
}
