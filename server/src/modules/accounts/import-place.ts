import { Fault, type Kind, optional, text } from '../../platform/import/cells.ts'
import { isCountryCode } from '../tenants/index.ts'

const countryCode: Kind = {
  sqlType: 'text',
  read: (value) => (isCountryCode(value) ? value.toUpperCase() : new Fault('notCountry')),
}

/** The columns of an address in a file. */
export const placeColumns = {
  street: optional(text()),
  city: optional(text()),
  locality: optional(text()),
  region: optional(text()),
  postalCode: optional(text()),
  countryCode: optional(countryCode),
}
