import { IconCheck, IconPoint } from '@tabler/icons-react'
import { type PasswordRule, passwordRules } from '@trellis/contract/passwords'
import { useTranslation } from 'react-i18next'
import { Columns, Row, Text } from './layout.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** Lists the password rules and shows which of them the password does not meet yet. */
export function PasswordStrength({ password }: { password: string }) {
  const { t } = useTranslation('later')
  return (
    <Columns as="ul" min="11rem" style={{ gap: '0.125rem 1rem' }} aria-label={t('passwordRules.rules')}>
      {(Object.keys(passwordRules) as PasswordRule[]).map((rule) => {
        const met = passwordRules[rule](password)
        const Icon = met ? IconCheck : IconPoint
        return (
          <Text as="li" key={rule} kind="small" style={met ? { color: 'var(--ui-success-text)' } : undefined}>
            <Row gap="0.375rem" nowrap>
              <Icon size={14} stroke={2} aria-hidden />
              {t(`passwordRules.${rule}`)}
              <VisuallyHidden>{met ? t('passwordRules.met') : t('passwordRules.missing')}</VisuallyHidden>
            </Row>
          </Text>
        )
      })}
    </Columns>
  )
}
