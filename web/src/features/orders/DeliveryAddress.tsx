import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accounts } from '@trellis/contract/accounts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddressLine } from '../../app/addressLines.ts'
import { useCan } from '../../app/me.ts'
import { queryOf } from '../../app/queries.ts'
import { Stack, Text } from '../../ui/layout.tsx'
import { Line } from '../../ui/Skeletons.tsx'
import styles from './orders.module.css'

interface DeliveryAddressProps {
  buyerId: string
  /** Null: none is chosen yet. */
  value: string | null
  onChange: (addressId: string) => void
}

/** Where the order goes: the buyer's only address, or a choice of several (rules O13). */
export function DeliveryAddress({ buyerId, value, onChange }: DeliveryAddressProps) {
  const { t } = useTranslation('orders')
  const lineOf = useAddressLine()
  const { data, isLoading } = useQuery(useBuyerQuery(buyerId))
  const [first, second] = data?.address ?? []
  useEffect(() => {
    // Of several, one must be named in the order: the first, unless the user chooses another.
    if (first && second && value === null) onChange(first.addressId)
  })
  if (isLoading)
    return (
      <Stack gap="none" className={styles.address} aria-busy>
        <Text kind="small">{t('address')}</Text>
        <Line width="80%" />
      </Stack>
    )
  if (!first) return null
  if (!second)
    return (
      <Stack gap="none" className={styles.address}>
        <Text kind="small">{t('address')}</Text>
        <Text>{lineOf(first)}</Text>
      </Stack>
    )
  return (
    <NativeSelect
      className={styles.address ?? ''}
      label={t('address')}
      name="addressId"
      value={value ?? first.addressId}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={data?.address.map((address) => ({
        value: address.addressId,
        label: [address.legalName, lineOf(address)].join(', '),
      }))}
    />
  )
}

/** Without the permission the server takes the buyer's only address, if there is only one. */
const useBuyerQuery = (buyerId: string) => ({
  ...queryOf(accounts.read, { params: { id: buyerId } }),
  enabled: useCan('Accounts', 'r'),
})
