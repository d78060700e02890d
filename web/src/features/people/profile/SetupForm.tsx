import { Paper } from '@mantine/core'
import { codeDigits, secondFactors } from '@trellis/contract/second-factors'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useMe } from '../../../app/me.ts'
import { isProblem } from '../../../app/problem.ts'
import { useWrite } from '../../../app/useWrite.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form, FormActions, inputsOf, useZodForm } from '../../../ui/form.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { AuthenticatorKey } from './AuthenticatorKey.tsx'
import { CodeField } from './CodeField.tsx'
import { staleWithFactors } from './factors.ts'
import { wrongField } from './fieldErrors.ts'
import { SendAgain } from './SendAgain.tsx'
import type { Setup } from './useSetup.ts'

const Entered = z.object({
  code: z.string().check(z.minLength(1), z.regex(new RegExp(`^\\d{${codeDigits}}$`), { error: 'code_digits' })),
})

interface SetupFormProps {
  setup: Setup
  onAgain: () => Promise<void>
  onCancel: () => void
  onEnabled: () => void
}

export function SetupForm({ setup, onAgain, onCancel, onEnabled }: SetupFormProps) {
  const { t } = useTranslation('profile')
  const { email } = useMe()
  const isApp = setup.kind === 'authenticator'
  const [expired, setExpired] = useState(false)
  const { enable } = useEnabling()
  const form = useZodForm(Entered, { code: '' })
  const restart = async () => {
    await onAgain()
    form.reset({ code: '' })
    setExpired(false)
  }
  return (
    <Form
      form={form}
      guard={false}
      label={t(`setup.title.${setup.kind}`)}
      onSubmit={async ({ code }) => {
        try {
          await enable(setup.mfaToken, code)
          onEnabled()
        } catch (error) {
          if (isProblem(error, 'A410')) throw wrongField('code', 'wrong_code')
          if (!isProblem(error, 'A406')) throw error
          setExpired(true)
        }
      }}
    >
      {isApp ? (
        <AuthenticatorKey link={setup.provider.providerSetup ?? ''} />
      ) : (
        <Text kind="quiet">{t('setup.sent', { email })}</Text>
      )}
      <CodeField
        {...inputsOf(form)('code')}
        label={t('setup.code')}
        description={t(isApp ? 'setup.codeFromApp' : 'setup.codeFromMail')}
        required
      />
      {!isApp && <SendAgain onSend={onAgain} />}
      {expired && (
        <Paper
          role="alert"
          p="sm"
          bg="var(--ui-warning-bg)"
          c="var(--ui-warning-text)"
          bd="1px solid var(--ui-warning-line)"
        >
          <Row>
            <Text style={{ flex: '1 1 12rem' }}>
              <b>{t('setup.expired')}.</b> {t('setup.expiredText')}
            </Text>
            <Button variant="default" size="xs" onClick={() => void restart().catch(() => undefined)}>
              {t('setup.restart')}
            </Button>
          </Row>
        </Paper>
      )}
      <Text kind="small">{t('setup.ends')}</Text>
      <FormActions submit={t('setup.submit')} disabled={expired} onCancel={onCancel} />
    </Form>
  )
}

/**
 * Verify, then confirm (rules P17). A code is accepted only once, so a retry after a lost confirmation must
 * not verify again.
 */
function useEnabling() {
  const verified = useRef<string | null>(null)
  const verify = useWrite(secondFactors.verifySetup, {
    invalidates: [],
    failure: 'profile:factors.enableError',
    quiet: ['A406', 'A410', 'RQ429'],
  })
  const confirm = useWrite(secondFactors.confirmSetup, {
    invalidates: staleWithFactors,
    success: 'profile:factors.enabled',
    failure: 'profile:factors.enableError',
    quiet: ['A406'],
  })
  const enable = async (mfaToken: string, authCode: string) => {
    if (verified.current !== mfaToken) await verify.mutateAsync({ body: { authCode, mfaToken } })
    verified.current = mfaToken
    await confirm.mutateAsync({ body: { mfaToken } })
  }
  return { enable }
}
