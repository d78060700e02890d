import type { CertificateMark } from '@trellis/contract/accounts'
import { useTranslation } from 'react-i18next'
import { Badge } from '../ui/Badge.tsx'
import { ColorDot } from '../ui/ColorDot.tsx'

interface CertificateBadgesProps {
  /** With the names of those who hold them, where they are known. */
  badges: readonly (CertificateMark & { owners?: readonly string[] })[]
}

/** The name is beside the coloured dot and not on it, because users can choose any colour for a certificate. */
export function CertificateBadges({ badges }: CertificateBadgesProps) {
  const { t } = useTranslation()
  return badges.map(({ name, category, badgeColor, owners = [] }) => (
    <Badge
      key={`${category} ${name}`}
      look="plain"
      mark={<ColorDot color={badgeColor} />}
      title={owners.length > 0 ? t('badgeOwners', { owners: owners.join(', ') }) : undefined}
    >
      {name}
    </Badge>
  ))
}
