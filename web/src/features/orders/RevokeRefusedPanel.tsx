import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import type { Revocation } from './refusals.ts'
import { Announced, ShortageTable } from './ShortagePanel.tsx'

/** Why an approved order cannot be revoked: stock that is gone, and orders that depend on it. */
export function RevokeRefusedPanel({ why, action }: { why: Revocation; action?: ReactNode }) {
  const { t } = useTranslation('orders')
  const part = (text: string, children: ReactNode) => (
    <div>
      <Text as="p" kind="quiet">
        {text}
      </Text>
      {children}
    </div>
  )
  const links = (found: { href: string; name: string }[]) => (
    <Stack as="ul" gap="none">
      {found.map(({ href, name }) => (
        <li key={href}>
          <EntityLink href={href} mono>
            {name}
          </EntityLink>
        </li>
      ))}
    </Stack>
  )
  return (
    <Announced>
      <Panel tone="danger" title={t('revokeRefused.title')} actions={action}>
        <Stack>
          {why.items.length > 0 &&
            part(t('revokeRefused.short'), <ShortageTable shortage={why.items} label={t('revokeRefused.short')} />)}
          {why.orders.length > 0 &&
            part(
              t('revokeRefused.orders'),
              links(why.orders.map(({ orderId, orderCode }) => ({ href: `/sell-in/${orderId}`, name: orderCode }))),
            )}
          {why.licenses.length > 0 &&
            part(
              t('revokeRefused.licenses'),
              links(why.licenses.map(({ serialKey }) => ({ href: `/licenses/${serialKey}`, name: serialKey }))),
            )}
        </Stack>
      </Panel>
    </Announced>
  )
}
