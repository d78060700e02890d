import type { NewAccount } from '@trellis/contract/network'
import { holds } from '@trellis/contract/permissions'
import type { Tx } from '../../platform/database/tx.ts'
import { found, invalid, Refusal, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { checkVatId, createAccount, knownCountry, reachedAccount } from '../accounts/index.ts'
import type { Post } from '../mail/index.ts'
import { inviteUser } from '../people/index.ts'
import { associate, listsToGive } from '../price-lists/index.ts'
import { findPlace, findRole, holdTree } from './queries.ts'
import { whyNotThere } from './rules.ts'

type Administrator = NonNullable<NewAccount['user']>

/** The role of the administrator that an account is created with (rules N7). */
const administratorsRole = 'AccountAdmin'

/**
 * Creates an account with its address, its price list and its invited administrator, or nothing of it. Refuses RQ404
 * for a parent or list out of reach, AC422 for a group or parent that is not allowed there, RQ422 without a price list
 * where the parent has one to give, RQ403 for a list that the actor may not hand on and for an administrator whom they
 * may not make, US409 for an e-mail that is taken.
 */
export async function openAccount(tx: Tx, actor: Actor, draft: NewAccount, post: Post): Promise<string> {
  const administrator = draft.user?.userName ? draft.user : null
  if (draft.priceListId && !holds(actor.permissions, 'PriceLists', 'c'))
    throw new Refusal('RQ403', { permission: 'PriceLists:c' })
  if (administrator && !holds(actor.permissions, 'Users', 'c')) throw new Refusal('RQ403', { permission: 'Users:c' })

  await holdTree(tx)
  const parent = await reachedAccount(tx, actor, draft.parentAccountId)
  const why = whyNotThere(found(await findPlace(tx, parent.accountId, draft.groupId)))
  refuse(why === null ? null : 'AC422', { reason: why })
  const address = addressOf(draft)
  if (!draft.priceListId && (await listsToGive(tx, actor, parent.accountId)).required)
    throw invalid(['priceListId'], 'required', 'Required field')
  const name = draft.accountName.trim()
  const accountId = await createAccount(tx, {
    name,
    groupId: draft.groupId,
    parentId: parent.accountId,
    notificationEmail: draft.notificationReceiverEmail ?? null,
    address,
  })
  if (draft.priceListId) {
    const list = { priceListId: draft.priceListId, canPropagate: draft.canPropagate ?? false }
    await associate(tx, actor, accountId, list)
  }
  if (administrator) await inviteAdministrator(tx, actor, { accountId, name }, administrator, post)
  return accountId
}

/** The legal name is the account's own unless another is given. */
function addressOf({ accountName, address: given }: NewAccount) {
  const legalName = given.legalName?.trim() || accountName.trim()
  const { country, vatId, ...address } = given
  const countryCode = knownCountry(given, ['address'])
  checkVatId(countryCode, vatId, ['address'])
  return { ...address, legalName, vatId: vatId.trim(), countryCode }
}

async function inviteAdministrator(
  tx: Tx,
  actor: Actor,
  account: { accountId: string; name: string },
  { userName, firstName, lastName, timeZone, languageCode }: Administrator,
  post: Post,
): Promise<void> {
  const { roleId } = found(await findRole(tx, administratorsRole))
  const person = { userName: userName ?? '', firstName: firstName ?? '', lastName: lastName ?? '' }
  await inviteUser(
    tx,
    actor,
    account,
    { ...person, timeZone: timeZone || null, languageCode: languageCode ?? null, roles: [roleId] },
    post,
  )
}
