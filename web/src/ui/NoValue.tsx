import { useTranslation } from 'react-i18next'

/** Placeholder for an empty value: a dash on screen, a word for screen readers. */
export function NoValue() {
  const { t } = useTranslation('ui')
  return (
    <span style={{ color: 'var(--ui-text-3)' }} role="img" aria-label={t('noValue')}>
      –
    </span>
  )
}
