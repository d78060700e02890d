import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import { type PasswordRule, passwordRules } from '@trellis/contract/passwords'
import { useTranslation } from 'react-i18next'
import styles from './form.module.css'

/** Lists the password rules and shows which of them the password does not meet yet. */
export function PasswordStrength({ password }: { password: string }) {
  const { t } = useTranslation('ui')
  return (
    <ul className={styles.password} aria-label={t('password.rules')}>
      {(Object.keys(passwordRules) as PasswordRule[]).map((rule) => {
        const met = passwordRules[rule](password)
        const Icon = met ? IconCheck : IconPoint
        return (
          <li key={rule} data-met={met || undefined}>
            <Icon size={14} stroke={2} aria-hidden />
            {t(`password.${rule}`)}
            <VisuallyHidden>{met ? t('password.met') : t('password.missing')}</VisuallyHidden>
          </li>
        )
      })}
    </ul>
  )
}
