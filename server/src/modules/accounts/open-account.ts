import type { NewAccount } from '@trellis/contract/network'
import { hasPermission } from '@trellis/contract/permissions'
import { whyNotNextBelow } from '@trellis/contract/placement'
import { violates } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { checkPlacement, createAccount } from './create-account.ts'
import type { Dependents, Invited } from './dependents.ts'
import { checkVatId, knownCountry } from './edit-account.ts'
import { reachedAccount } from './reached-account.ts'
import { shareTree } from './tree.ts'

/**
 * Creates an account with its address, its price list and its invited administrator, all or nothing. Refuses RQ404 for a
 * parent or list out of reach, AC422 for a group that is not allowed below that parent, RQ422 without a price list when
 * the parent has one to assign or with a code that the tenant has, RQ403 for a list that the actor may not assign or an administrator that they may not
 * create, US409 for an e-mail address in use.
 */
export async function openAccount(
  tx: Tx,
  actor: Actor,
  draft: NewAccount,
  { people, priceLists }: Pick<Dependents, 'people' | 'priceLists'>,
): Promise<{ id: string; administrator: Invited | null }> {
  const administrator = draft.user?.userName ? draft.user : null
  if (draft.priceListId && !hasPermission(actor.permissions, 'PriceLists', 'c'))
    throw new Refusal('RQ403', { permission: 'PriceLists:c' })
  if (administrator && !hasPermission(actor.permissions, 'Users', 'c'))
    throw new Refusal('RQ403', { permission: 'Users:c' })

  await shareTree(tx)
  const parent = await reachedAccount(tx, actor, draft.parentAccountId)
  await checkPlacement(tx, parent.accountId, draft.groupId, whyNotNextBelow)
  const address = addressOf(draft)
  if (!draft.priceListId && (await priceLists.isRequired(tx, actor, parent.accountId)))
    throw invalid(['priceListId'], 'required', 'Required field')
  const name = draft.accountName.trim()
  const accountId = await createAccount(tx, {
    ...(draft.accountCode && { code: draft.accountCode }),
    ...(draft.externalIds && { externalIds: draft.externalIds }),
    name,
    groupId: draft.groupId,
    parentId: parent.accountId,
    notificationEmail: draft.notificationReceiverEmail ?? null,
    address,
  }).catch((error: unknown) => {
    if (!violates(error, 'accounts_tenant_id_code_key')) throw error
    throw invalid(['accountCode'], 'taken', 'Another account has this code')
  })
  if (draft.priceListId) {
    const list = { priceListId: draft.priceListId, canPropagate: draft.canPropagate ?? false }
    await priceLists.associate(tx, actor, accountId, list)
  }
  const invited = administrator && (await people.inviteAdministrator(tx, actor, { accountId, name }, administrator))
  return { id: accountId, administrator: invited }
}

/** The legal name defaults to the account's name. */
function addressOf({ accountName, address: given }: NewAccount) {
  const legalName = given.legalName?.trim() || accountName.trim()
  const { country, vatId, ...address } = given
  const countryCode = knownCountry(given, ['address'])
  checkVatId(countryCode, vatId, ['address'])
  return { ...address, legalName, vatId: vatId.trim(), countryCode }
}
