import { useTranslation } from 'react-i18next'
import { ShownOnce } from '../../app/ShownOnce.tsx'

/** The secret that the receiver needs, this once. */
export function MadeSecret({ secret, back, title }: { secret: string; back: string; title: string }) {
  const { t } = useTranslation('webhooks')
  return (
    <ShownOnce
      secret={secret}
      testId="webhook-secret"
      back={back}
      words={{
        title,
        onlyNow: t('onlyNow'),
        keepSafe: t('keepSafe'),
        copy: t('copy'),
        copied: t('copied'),
        done: t('done'),
      }}
    />
  )
}
