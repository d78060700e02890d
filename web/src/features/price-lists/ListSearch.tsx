import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** Searches the products of a price list by name or SKU. */
export function ListSearch({ typed, search }: { typed: string; search: (text: string) => void }) {
  const { t } = useTranslation('priceLists')
  return (
    <TextInput
      type="search"
      flex="1 1 14rem"
      maw="22rem"
      aria-label={t('detail.search')}
      placeholder={t('detail.search')}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={({ currentTarget }) => search(currentTarget.value)}
      // Enter must not submit a form around the list.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  )
}
