import { brokenPasswordRules, type PasswordRule, passwordRules } from '@trellis/contract/passwords'
import { useTranslation } from 'react-i18next'
import styles from './PasswordRules.module.css'

const rules = Object.keys(passwordRules) as PasswordRule[]

/** The strength of a password, and which of the five rules it does not meet yet. */
export function PasswordRules({ password, id }: { password: string; id: string }) {
  const { t } = useTranslation('later')
  const broken = brokenPasswordRules(password)
  return (
    <div id={id} className={styles.rules}>
      <div className={styles.meter} data-met={rules.length - broken.length} aria-hidden="true">
        {rules.map((rule) => (
          <span key={rule} />
        ))}
      </div>
      <ul className={styles.list} aria-label={t('passwordRules.rules')}>
        {rules.map((rule) => {
          const met = !broken.includes(rule)
          return (
            <li key={rule} className={styles.rule} data-met={met || undefined}>
              <span className={styles.mark} aria-hidden="true">
                {met ? '✓' : '·'}
              </span>
              {t(`passwordRules.${rule}`)}
              <span className="visually-hidden"> {t(met ? 'passwordRules.met' : 'passwordRules.missing')}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
