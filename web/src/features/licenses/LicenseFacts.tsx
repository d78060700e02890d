import type { License } from '@trellis/contract/licenses'
import { useTranslation } from 'react-i18next'
import { useAccountHref } from '../../app/network.ts'
import { useProductHref } from '../../app/productHref.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { Fact, Facts, Row, Stack } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { UsageBar } from '../../ui/UsageBar.tsx'
import { ExpiryTag } from './ExpiryTag.tsx'
import { baseExpiry, licenseExpiry, maintenanceExpiry, shownDate } from './expiry.ts'
import styles from './licenses.module.css'

interface LicenseProps {
  /** Absent while it is loading; a skeleton is shown. */
  license: License | undefined
}

/** The key, with a button to copy it, its term and its seats. */
export function LicenseHero({ serialKey, license }: LicenseProps & { serialKey: string }) {
  const { t } = useTranslation('licenses')
  const now = Date.now()
  return (
    <Hero
      label={t('serialKey')}
      value={
        <Row as="span" gap="xs" className={styles.hero ?? ''}>
          {serialKey}
          <CopyButton value={serialKey} label={t('copyKey')} copied={t('licenseKeyCopied')} />
        </Row>
      }
      story={
        license &&
        (license.activationDate === null ? (
          t('notActivated')
        ) : (
          <>
            {t('activated')} <DateTime value={license.activationDate} />
          </>
        ))
      }
    >
      <Facts loading={license === undefined}>
        <Fact label={t('expiration')}>
          {license && (
            <ExpiryTag expiry={licenseExpiry(license, now)} date={shownDate(license, license.expirationDate)} />
          )}
        </Fact>
        <Fact label={t('maintenance')}>
          {license && (
            <ExpiryTag
              expiry={maintenanceExpiry(license, now)}
              date={shownDate(license, license.maintenanceExpirationDate)}
            />
          )}
        </Fact>
        <Fact label={t('seats')}>
          {license && <UsageBar used={license.seatsOccupied} total={license.seats} label={t('seats')} />}
        </Fact>
      </Facts>
    </Hero>
  )
}

/** Upgrade keys that are named; a base key of many seats can have thousands. */
const mostUpgrades = 10

const KeyLink = ({ serialKey, hint }: { serialKey: string; hint?: string }) => (
  <EntityLink href={`/licenses/${encodeURIComponent(serialKey)}`} hint={hint} mono>
    {serialKey}
  </EntityLink>
)

/** The secondary facts of a key. */
export function LicenseFacts({ license }: LicenseProps) {
  const { t } = useTranslation('licenses')
  const accountHref = useAccountHref()
  const productHref = useProductHref()
  const to = license?.licenseExport
  return (
    <Panel title={t('license')}>
      <Facts loading={license === undefined}>
        <Fact label={t('owner')}>
          {license && (
            <EntityLink href={accountHref(license.ownerAccount.accountId)}>
              {license.ownerAccount.accountName}
            </EntityLink>
          )}
        </Fact>
        <Fact label={t('product')} lines={2}>
          {license && (
            <EntityLink href={productHref(license.product.productId)} hint={license.product.sku}>
              {license.product.name}
            </EntityLink>
          )}
        </Fact>
        <Fact label={t('orderReference')}>
          {license && (
            <EntityLink href={license.derivedOrderId && `/sell-in/${license.derivedOrderId}`} mono>
              {license.derivedOrderCode}
            </EntityLink>
          )}
        </Fact>
        <Fact label={t('creationDate')}>
          {license && <DateTime value={license.creationDate} />}
          {license?.createdBy && ` · ${license.createdBy}`}
        </Fact>
        {license?.upgradeOf && (
          <Fact label={t('upgrade.of')}>
            <Stack gap="none">
              <KeyLink serialKey={license.upgradeOf.serialKey} />
              <ExpiryTag expiry={baseExpiry(license.upgradeOf, Date.now())} date={license.upgradeOf.expirationDate} />
            </Stack>
          </Fact>
        )}
        {license && license.upgradedSeats > 0 && (
          <Fact label={t('upgrade.by', { count: license.upgradedSeats, seats: license.seats })}>
            <Stack gap="none">
              {license.upgrades?.slice(0, mostUpgrades).map(({ serialKey, productName, seats }) => (
                <span key={serialKey}>
                  <KeyLink serialKey={serialKey} hint={`${productName} · ${t('upgrade.seats', { count: seats })}`} />
                </span>
              ))}
              {(license.upgrades?.length ?? 0) > mostUpgrades && (
                <span>{t('upgrade.more', { count: (license.upgrades?.length ?? 0) - mostUpgrades })}</span>
              )}
            </Stack>
          </Fact>
        )}
        {to && (
          <Fact label={t('export.to')}>
            <Stack gap="none">
              <EntityLink href={`/environments/${to.onPremiseEnvironmentId}`} hint={to.customerEnvironmentId}>
                {to.customerName}
              </EntityLink>
              <DateTime value={to.exportDate} dateOnly />
            </Stack>
          </Fact>
        )}
      </Facts>
    </Panel>
  )
}
