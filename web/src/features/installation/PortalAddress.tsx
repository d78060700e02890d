import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Row, Text } from '../../ui/layout.tsx'

/** The address of a portal, to copy. */
export function PortalAddress({ address }: { address: string | null }) {
  const { t } = useTranslation('installation')
  if (address === null) return <Text kind="quiet">{t('noAddress')}</Text>
  return (
    <Row gap="xs" nowrap>
      <Text kind="strong" style={{ overflowWrap: 'anywhere' }}>
        {address}
      </Text>
      <CopyButton value={address} label={t('copyAddress')} />
    </Row>
  )
}
