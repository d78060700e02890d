import type { Account } from '@trellis/contract/accounts'
import type { In } from '@trellis/contract/endpoint'
import type { NewAccount } from '@trellis/contract/network'
import { canHaveChildren } from '@trellis/contract/placement'
import { fallbackTimeZone } from '@trellis/contract/users'
import { Email, Id, requiredText, text } from '@trellis/contract/values'
import * as z from 'zod/mini'
import { addressOf, emptyAddress, NewAddressDraft } from './address.ts'

const chosen = <T extends z.ZodMiniType>(schema: T) =>
  schema.check(z.refine((value) => value !== null, { error: 'required' }))

/**
 * The schema of the form for a new account (rules N5). A price list is required when there is one to assign. Below an
 * account without a price list there may be none: the new account then has no prices until a list is assigned.
 */
export const newAccountDraft = (mustHaveList: boolean) =>
  z.object({
    parentAccountId: requiredText(),
    groupId: chosen(z.nullable(z.int())),
    priceListId: mustHaveList ? chosen(z.nullable(Id)) : z.nullable(Id),
    canPropagate: z.boolean(),
    accountName: requiredText(),
    accountCode: text(),
    address: NewAddressDraft,
    user: z.object({ userName: z.optional(Email), firstName: text(), lastName: text() }),
    /** Keeps the form open after saving, because partners are often created one after the other. */
    another: z.boolean(),
  })
export type NewAccountInput = z.input<ReturnType<typeof newAccountDraft>>
export type NewAccountDraft = z.output<ReturnType<typeof newAccountDraft>>

const nobody = { userName: '', firstName: '', lastName: '' }

/** From this level on, new accounts default to the parent's country; the vendor has partners everywhere. */
const firstLevelAtHome = 30

/** The initial values for a new account below `parent`. */
export const emptyAccount = (parent: Account): NewAccountInput => ({
  parentAccountId: canHaveChildren(parent.level) ? parent.accountId : '',
  groupId: null,
  priceListId: null,
  canPropagate: false,
  accountName: '',
  accountCode: '',
  address: { ...emptyAddress, countryCode: (parent.level >= firstLevelAtHome && parent.address[0]?.countryCode) || '' },
  user: nobody,
  another: false,
})

/** The initial values of the next form after saving. */
export const nextAfter = (filled: NewAccountInput): NewAccountInput => ({
  ...filled,
  accountName: '',
  accountCode: '',
  address: { ...emptyAddress, countryCode: filled.address.countryCode },
  user: nobody,
})

/** The payload of the form. Without a user name there is no administrator (rules N7). `said`: of the address of an administrator. */
export function payloadOf(
  draft: NewAccountDraft,
  languageCode: 'en' | 'it',
  said: { mayHaveSignIn?: true } = {},
): In<typeof NewAccount> {
  const { accountName, accountCode, groupId, priceListId, canPropagate, parentAccountId, user } = draft
  const { legalName, ...address } = addressOf(draft.address)
  return {
    parentAccountId,
    groupId: groupId ?? 0,
    priceListId,
    canPropagate: priceListId !== null && canPropagate,
    accountName,
    accountCode: accountCode.trim() || null,
    address: { ...address, legalName: legalName.trim() === '' ? null : legalName },
    user: user.userName
      ? {
          userName: user.userName,
          firstName: user.firstName,
          lastName: user.lastName,
          timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone || fallbackTimeZone,
          languageCode,
          ...said,
        }
      : null,
  }
}
