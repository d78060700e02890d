import { type License, licenses } from '@trellis/contract/licenses'
import { useTranslation } from 'react-i18next'
import { ExternalIdsFact } from '../../app/ExternalIdsFact.tsx'
import { useAccountHref } from '../../app/network.ts'
import { useWrite } from '../../app/useWrite.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Fact, Facts, Stack } from '../../ui/layout.tsx'
import { businessNow } from '../../ui/now.ts'
import { Panel } from '../../ui/Panel.tsx'
import { ExpiryTag } from './ExpiryTag.tsx'
import { baseExpiry } from './expiry.ts'
import { useTerms } from './Grants.tsx'

interface LicenseProps {
  /** Absent while it is loading; a skeleton is shown. */
  license: License | undefined
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
  const to = license?.licenseExport
  return (
    <Panel title={t('license')}>
      <Facts form="rows" loading={license === undefined}>
        <Fact label={t('owner')}>
          {license && (
            <EntityLink href={accountHref(license.ownerAccount.accountId)}>
              {license.ownerAccount.accountName}
            </EntityLink>
          )}
        </Fact>
        <Fact label={t('type')}>{license && t(license.product.isLicenseTrial ? 'trial' : 'full')}</Fact>
        <Fact label={t('activated')}>
          {license &&
            (license.activationDate === null ? t('notActivated') : <DateTime value={license.activationDate} />)}
        </Fact>
        <Fact label={t('orderReference')}>
          {license && (
            <EntityLink href={license.derivedOrderId && `/sell-in/${license.derivedOrderId}`} mono>
              {license.derivedOrderCode}
            </EntityLink>
          )}
        </Fact>
        {license && <Numbers license={license} />}
        <Fact label={t('creationDate')}>
          {license && <DateTime value={license.creationDate} />}
          {license?.createdBy && ` · ${license.createdBy}`}
        </Fact>
        {license && <Granted license={license} />}
        {license?.upgradeOf && (
          <Fact label={t('upgrade.of')}>
            <Stack gap="none">
              <KeyLink serialKey={license.upgradeOf.serialKey} />
              <ExpiryTag
                expiry={baseExpiry(license.upgradeOf, businessNow())}
                date={license.upgradeOf.expirationDate}
              />
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

/** The ids that other systems have for the key. */
function Numbers({ license }: { license: License }) {
  const { t } = useTranslation('licenses')
  const save = useWrite(licenses.note, {
    invalidates: ['/licenses'],
    success: 'licenses:updated',
    failure: 'licenses:updateError',
    of: () => license,
  })
  return (
    <ExternalIdsFact
      kind="license"
      id={license.licenseId}
      externalIds={license.externalIds}
      blocked={license.blocked.update !== null}
      texts={{
        label: t('externalIds'),
        description: t('externalIdsText'),
        edit: t('editExternalIds'),
        save: t('save'),
      }}
      onSave={(externalIds) => save.mutateAsync({ params: { serialKey: license.serialKey }, body: { externalIds } })}
    />
  )
}

/** What a key of a single grant contains; several have a table. */
function Granted({ license: { licenseDetails = [] } }: { license: License }) {
  const { t } = useTranslation('licenses')
  const { duration, maintenance } = useTerms()
  const [grant, ...more] = licenseDetails
  if (grant === undefined || more.length > 0) return null
  return (
    <>
      <Fact label={t('duration')}>{duration(grant)}</Fact>
      <Fact label={t('maintenanceDuration')}>{maintenance(grant)}</Fact>
      <Fact label={t('granted')}>
        <DateTime value={grant.creationDate} />
      </Fact>
    </>
  )
}
