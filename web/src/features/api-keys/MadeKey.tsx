import { useTranslation } from 'react-i18next'
import { useTenant } from '../../app/me.ts'
import { ShownOnce } from '../../app/ShownOnce.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Text } from '../../ui/layout.tsx'
import { scimAddress } from './keyForm.ts'

/** The new key, this once, and what to do with it. */
export function MadeKey({ apiKey, isScim, back }: { apiKey: string; isScim: boolean; back: string }) {
  const { t } = useTranslation('apiKeys')
  return (
    <ShownOnce
      secret={apiKey}
      testId="api-key"
      back={back}
      more={isScim ? <ScimAddress /> : <Calls />}
      words={{
        title: t('isMade'),
        onlyNow: t('onlyNow'),
        keepSafe: t('keepSafe'),
        copy: t('copy'),
        copied: t('copied'),
        done: t('done'),
      }}
    />
  )
}

function Calls() {
  const { t } = useTranslation('apiKeys')
  return (
    <Text as="p">
      <a href="/api" target="_blank" rel="noopener noreferrer">
        {t('calls')}
      </a>
    </Text>
  )
}

/** What the directory is given beside the key. */
function ScimAddress() {
  const { t } = useTranslation('apiKeys')
  const { tenantCode } = useTenant()
  const address = scimAddress(window.location.origin, tenantCode)
  return (
    <Text as="p">
      {t('scimAddress')} <code data-testid="scim-address">{address}</code>{' '}
      <CopyButton value={address} label={t('copyAddress')} />
    </Text>
  )
}
