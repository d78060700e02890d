import type { License } from '@trellis/contract/licenses'
import { useTranslation } from 'react-i18next'
import { useProductHrefOfSku } from '../../app/productHref.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Fact, Facts, Stack } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { entitledTo } from './entitlements.ts'
import styles from './licenses.module.css'

/** What the key grants beyond its term; nothing for a key that grants no more. */
export function Entitled({ license }: { license: License }) {
  const { t } = useTranslation('licenses')
  const hrefOf = useProductHrefOfSku()
  const { extensions = [] } = license
  const granted = entitledTo(license)
  if (granted.length === 0 && extensions.length === 0) return null
  return (
    <Panel title={t('entitlements.title')}>
      <Facts form="rows">
        {granted.map(({ name, value }) => (
          <Fact key={name} label={name}>
            <FeatureValue value={value} />
          </Fact>
        ))}
        {extensions.length > 0 && (
          <Fact label={t('extensions')} wide>
            <Stack gap="none">
              {extensions.map(({ sku, quantity }) => (
                <span key={sku}>
                  <EntityLink href={hrefOf(sku)}>{sku}</EntityLink> {t('entitlements.pieces', { count: quantity })}
                </span>
              ))}
            </Stack>
          </Fact>
        )}
      </Facts>
    </Panel>
  )
}

function FeatureValue({ value }: { value: unknown }) {
  const { t } = useTranslation('licenses')
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value === 'number') return <Quantity value={value} />
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)) ? (
      <DateTime value={value} />
    ) : (
      value || '-'
    )
  return <pre className={styles.object}>{JSON.stringify(value, null, 2)}</pre>
}
