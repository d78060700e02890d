import { type ApiKey, apiKeyList, keyStatuses } from '@trellis/contract/api-keys'
import type { Flag } from '@trellis/contract/permissions'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '../../app/fields.ts'
import { useAccountHref } from '../../app/network.ts'
import { usePermissionWords } from '../../app/permissions/usePermissionWords.ts'
import type { Column } from '../../ui/columns.ts'
import { formatCalendarDay } from '../../ui/format.ts'
import { Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { KeyStatusTag } from './KeyStatusTag.tsx'

const field = fieldsOf(apiKeyList)

export function useKeyColumns(actions: (key: ApiKey) => ReactNode): Column<ApiKey>[] {
  const { t } = useTranslation('apiKeys')
  const hrefOf = useAccountHref()
  const { language } = useLocale()
  const words = usePermissionWords()
  const inWords = (permissions: ApiKey['permissions']) =>
    permissions.map(({ module, flags }) => words(module, flags.split('-') as Flag[])).join(', ')
  return [
    field('name', t('name'), { hint: ({ prefix, lastFour }) => `${prefix}…${lastFour}`, firm: true }),
    field('accountName', t('account'), { href: ({ accountId }) => hrefOf(accountId) }),
    field('permissions', t('permissions'), {
      cell: ({ purpose, permissions, withheld }) =>
        purpose === 'scim'
          ? t('scim')
          : withheld.length === 0
            ? inWords(permissions)
            : `${inWords(permissions)} · ${t('withheld', { permissions: inWords(withheld) })}`,
      card: 'wide',
      file: null,
    }),
    field('addresses', t('addresses'), {
      cell: ({ addresses }) => (addresses.length === 0 ? t('anywhere') : addresses.join(', ')),
      hidden: true,
      file: null,
    }),
    field('createdBy', t('madeBy')),
    field('creationDate', t('made'), { kind: 'date', hidden: true }),
    field('lastUsedDate', t('lastUse'), { kind: 'instant' }),
    // The last day by UTC, as its maker chose it.
    field('expirationDate', t('expires'), {
      kind: 'day',
      cell: ({ expirationDate }) => <Text>{formatCalendarDay(expirationDate.slice(0, 10), language)}</Text>,
    }),
    field('status', t('status'), {
      words: Object.fromEntries(keyStatuses.map((value) => [value, t(`statuses.${value}`)])),
      cell: (key) => <KeyStatusTag apiKey={key} />,
      card: 'corner',
    }),
    {
      id: 'actions',
      header: '',
      cell: actions,
      align: 'right',
      hideable: false,
      card: 'corner',
    },
  ]
}
