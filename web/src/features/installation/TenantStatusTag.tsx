import type { InstalledTenant } from '@trellis/contract/installation'
import { useTranslation } from 'react-i18next'
import { KnownTag } from '../../app/KnownTag.tsx'
import type { Tone } from '../../ui/StatusTag.tsx'

const tones: Record<InstalledTenant['status'], Tone> = { active: 'success', suspended: 'warning' }

export function TenantStatusTag({ status }: Pick<InstalledTenant, 'status'>) {
  const { t } = useTranslation('installation')
  return <KnownTag kind="tenant status" value={status} tones={tones} word={(known) => t(`statuses.${known}`)} />
}
