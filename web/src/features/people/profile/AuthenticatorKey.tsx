import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { QrCode } from './QrCode.tsx'

/** The key of an authenticator app as QR code, as text and as link. `link` has the form `otpauth://totp/…?secret=…`. */
export function AuthenticatorKey({ link }: { link: string }) {
  const { t } = useTranslation('profile')
  const secret = secretOf(link)
  return (
    <Row gap="lg" align="start">
      <QrCode text={link} label={t('setup.qr')} failed={t('setup.qrFailed')} />
      <Stack gap="sm" style={{ flex: '1 1 14rem' }}>
        <Text kind="quiet">{t('setup.scan')}</Text>
        <Text kind="quiet">{t('setup.byHand')}</Text>
        <Row gap="xs" nowrap>
          <Text as="code" kind="strong">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </Text>
          <CopyButton value={secret} label={t('setup.copySecret')} copied={t('setup.secretCopied')} />
        </Row>
        <Row gap="xs" nowrap>
          <Text as="span">
            <a href={link} style={{ color: 'var(--ui-brand-text)' }}>
              {t('setup.openApp')}
            </a>
          </Text>
          <CopyButton value={link} label={t('setup.copyLink')} copied={t('setup.linkCopied')} />
        </Row>
      </Stack>
    </Row>
  )
}

function secretOf(link: string): string {
  try {
    return new URL(link).searchParams.get('secret') ?? ''
  } catch {
    return ''
  }
}
