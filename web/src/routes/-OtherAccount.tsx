import type { Me } from '@trellis/contract/identity'
import { ownAccounts } from '@trellis/contract/own-accounts'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RunningApp } from '../app/App.tsx'
import { call } from '../app/calls.ts'
import { languageOf, loadTexts } from '../app/i18n.ts'
import { styleNonce } from '../app/nonce.ts'
import { isProblem } from '../app/problem.ts'
import { change } from '../app/session.ts'
import { rememberedTenant } from '../app/tenant.ts'
import { Button } from '../ui/Button.tsx'
import { Row, Stack, Text } from '../ui/layout.tsx'
import { UiProvider } from '../ui/UiProvider.tsx'

interface OtherAccountProps {
  /** The account for which the waiting page is. */
  former: Me['account'] | undefined
  /** The session acts for that account again. */
  onBack: () => void
  /** What is not saved is discarded. */
  onGoOn: () => void
}

const mantine = styleNonce === undefined ? {} : { getStyleNonce: () => styleNonce ?? '' }

/** What stands in front of the waiting application; null when the session acts for its account again. */
export async function questionFor(waiting: RunningApp, onBack: () => void, onGoOn: () => void): Promise<ReactNode> {
  const [isBack] = await Promise.all([waiting.isStillTheReaders(), loadTexts('ownAccounts').catch(() => undefined)])
  return isBack ? null : (
    <OtherAccount key={Date.now()} former={waiting.reader()?.account} onBack={onBack} onGoOn={onGoOn} />
  )
}

/** In front of a page with a changed form, when the account was changed in another tab. */
function OtherAccount(props: OtherAccountProps) {
  const { i18n } = useTranslation()
  const tenant = rememberedTenant()
  return (
    <UiProvider
      language={languageOf(i18n.resolvedLanguage) ?? 'en'}
      timeZone="UTC"
      primaryColor={tenant?.theme.primaryColor}
      portalName={tenant?.tenantName ?? 'Trellis'}
      mantine={mantine}
    >
      <Question {...props} />
    </UiProvider>
  )
}

function Question({ former, onBack, onGoOn }: OtherAccountProps) {
  const { t } = useTranslation('ownAccounts')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<'gone' | 'error' | null>(null)
  const title = t('other.title')
  const { tenantName = 'Trellis' } = rememberedTenant() ?? {}
  useEffect(() => {
    document.title = `${title} · ${tenantName}`
  }, [title, tenantName])
  const account = former?.accountName ?? ''
  useEffect(() => {
    // The page behind does not ask by itself, because it is hidden.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  async function goBack() {
    setBusy(true)
    setFailure(null)
    try {
      await call(ownAccounts.use, { body: { accountId: former?.accountId ?? '' } })
    } catch (error) {
      setBusy(false)
      return setFailure(isProblem(error, 'RQ404') ? 'gone' : 'error')
    }
    change('account')
    onBack()
  }
  return (
    <main style={{ display: 'grid', minHeight: '100dvh', placeContent: 'center', padding: '1rem' }}>
      <Stack gap="md" style={{ maxWidth: '32rem' }}>
        <Text as="h1" kind="title">
          {title}
        </Text>
        <Text as="p">{t('other.text', { account })}</Text>
        <Row>
          {failure !== 'gone' && (
            <Button onClick={() => void goBack()} loading={busy}>
              {t('other.back', { account })}
            </Button>
          )}
          <Button variant="default" onClick={onGoOn} disabled={busy}>
            {t('other.goOn')}
          </Button>
        </Row>
        <div role="status">{failure && <Text kind="error">{t(`other.${failure}`, { account })}</Text>}</div>
      </Stack>
    </main>
  )
}
