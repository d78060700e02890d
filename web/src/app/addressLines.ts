import type { Address } from '@trellis/contract/accounts'
import { useCountryName } from './countryName.ts'

type Shown = Omit<Address, 'addressId' | 'legalName' | 'vatId' | 'coordinates'>

const joined = (parts: (string | null)[], separator: string) =>
  parts.filter((part) => part !== null && part.trim() !== '').join(separator)

/** Formats an address as on an envelope, one array item per line. */
export function useAddressLines(): (address: Shown) => string[] {
  const countryName = useCountryName()
  return (address) =>
    [
      address.street,
      address.locality ?? '',
      joined([address.postalCode, address.city], ' '),
      joined([address.region, countryName(address)], ', '),
    ].filter((line) => line.trim() !== '')
}

/** The same in one line; empty when there is no address. */
export function useAddressLine(): (address: Shown | undefined) => string {
  const lines = useAddressLines()
  return (address) => (address === undefined ? '' : lines(address).join(', '))
}
