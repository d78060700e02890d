import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import styles from './profile.module.css'
import { QrCode } from './QrCode.tsx'

/** The key of an authenticator app as QR code, as text and as link. `link` has the form `otpauth://totp/…?secret=…`. */
export function AuthenticatorKey({ link }: { link: string }) {
  const { t } = useTranslation('profile')
  const secret = secretOf(link)
  return (
    <div className={styles.key}>
      <QrCode text={link} label={t('setup.qr')} failed={t('setup.qrFailed')} />
      <div className={styles.keyWords}>
        <p className={styles.text}>{t('setup.scan')}</p>
        <p className={styles.text}>{t('setup.byHand')}</p>
        <div className={styles.secret}>
          <code>{grouped(secret)}</code>
          <CopyButton value={secret} label={t('setup.copySecret')} copied={t('setup.secretCopied')} />
        </div>
        <div className={styles.secret}>
          <a href={link}>{t('setup.openApp')}</a>
          <CopyButton value={link} label={t('setup.copyLink')} copied={t('setup.linkCopied')} />
        </div>
      </div>
    </div>
  )
}

function secretOf(link: string): string {
  try {
    return new URL(link).searchParams.get('secret') ?? ''
  } catch {
    return ''
  }
}

/** Groups of four letters, which are easier to type. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''
