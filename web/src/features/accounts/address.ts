import type { Address } from '@trellis/contract/accounts'
import { requiredText, text } from '@trellis/contract/values'
import { isPossibleVatId } from '@trellis/contract/vat-ids'
import * as z from 'zod/mini'

const fields = {
  vatId: requiredText(),
  street: requiredText(),
  city: requiredText(),
  locality: text(),
  region: text(),
  postalCode: requiredText(),
  countryCode: requiredText(2),
}

const possibleVatId = z.refine<{ vatId: string; countryCode: string }>(
  ({ vatId, countryCode }) => vatId.trim() === '' || isPossibleVatId(vatId, countryCode),
  { error: 'vat_id', path: ['vatId'] },
)

/** The schema of an address form. All fields but locality and region are required (rules N6). */
export const AddressDraft = z.object({ legalName: requiredText(), ...fields }).check(possibleVatId)

/** The schema for a new account, whose legal name is optional and defaults to its name. */
export const NewAddressDraft = z.object({ legalName: text(), ...fields }).check(possibleVatId)

export const emptyAddress = {
  legalName: '',
  vatId: '',
  street: '',
  city: '',
  locality: '',
  region: '',
  postalCode: '',
  countryCode: '',
}

/** The initial values of an address form. */
export function draftOf(address: Address | undefined): z.input<typeof AddressDraft> {
  if (address === undefined) return emptyAddress
  const { legalName, vatId, street, city, locality, region, postalCode, countryCode } = address
  return { legalName, vatId, street, city, locality: locality ?? '', region: region ?? '', postalCode, countryCode }
}

const orNull = (typed: string) => (typed.trim() === '' ? null : typed.trim())

/** The payload of an address form: empty optional fields become null. */
export const addressOf = ({ locality, region, ...address }: z.output<typeof AddressDraft>) => ({
  ...address,
  locality: orNull(locality),
  region: orNull(region),
})
