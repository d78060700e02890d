import { useTranslation } from 'react-i18next'
import { ShownOnce } from '../../app/ShownOnce.tsx'
import { Text } from '../../ui/layout.tsx'

/** The new key, this once, and what to do with it. */
export function MadeKey({ apiKey, back }: { apiKey: string; back: string }) {
  const { t } = useTranslation('apiKeys')
  return (
    <ShownOnce
      secret={apiKey}
      testId="api-key"
      back={back}
      more={
        <Text as="p">
          <a href="/api" target="_blank" rel="noopener noreferrer">
            {t('calls')}
          </a>
        </Text>
      }
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
