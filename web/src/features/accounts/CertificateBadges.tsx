import { Badge } from '@mantine/core'
import type { Account } from '@trellis/contract/accounts'
import { useTranslation } from 'react-i18next'
import styles from './accounts.module.css'

/** The name is beside the coloured dot and not on it, because users can choose any colour for a certificate. */
export function CertificateBadges({ badges }: { badges: Account['certificatesBadges'] }) {
  const { t } = useTranslation('accounts')
  return badges.map(({ name, category, badgeColor, owners }) => (
    <Badge
      key={`${category} ${name}`}
      variant="default"
      tt="none"
      title={owners.length > 0 ? t('badgeOwners', { owners: owners.join(', ') }) : undefined}
      leftSection={<span className={styles.dot} style={{ background: badgeColor ?? undefined }} aria-hidden />}
    >
      {name}
    </Badge>
  ))
}
