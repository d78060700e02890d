import { useTranslation } from 'react-i18next'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Panel } from '../../ui/Panel.tsx'
import styles from './orders.module.css'
import type { Revocation } from './refusals.ts'
import { Announced, ShortageTable } from './ShortagePanel.tsx'

/** Why an approved order cannot be revoked: stock that is gone, and orders that depend on it. */
export function RevokeRefusedPanel({ why }: { why: Revocation }) {
  const { t } = useTranslation('orders')
  return (
    <Announced>
      <Panel tone="danger" title={t('revokeRefused.title')}>
        <div className={styles.column}>
          {why.items.length > 0 && (
            <div>
              <p className={styles.quiet}>{t('revokeRefused.short')}</p>
              <ShortageTable shortage={why.items} label={t('revokeRefused.short')} />
            </div>
          )}
          {why.orders.length > 0 && (
            <div>
              <p className={styles.quiet}>{t('revokeRefused.orders')}</p>
              <ul className={styles.links}>
                {why.orders.map(({ orderId, orderCode }) => (
                  <li key={orderId}>
                    <EntityLink href={`/sell-in/${orderId}`}>{orderCode}</EntityLink>
                  </li>
                ))}
              </ul>
            </div>
          )}
          {why.licenses.length > 0 && (
            <div>
              <p className={styles.quiet}>{t('revokeRefused.licenses')}</p>
              <ul className={styles.links}>
                {why.licenses.map(({ serialKey }) => (
                  <li key={serialKey}>
                    <EntityLink href={`/licenses/${serialKey}`} mono>
                      {serialKey}
                    </EntityLink>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      </Panel>
    </Announced>
  )
}
