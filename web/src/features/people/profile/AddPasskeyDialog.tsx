import { Button } from '@mantine/core'
import { maximumPasskeyName, passkeys } from '@trellis/contract/passkeys'
import { keyText } from '@trellis/contract/values'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../../app/calls.ts'
import { useMe } from '../../../app/me.ts'
import { makePasskey, problemOf } from '../../../app/passkeys.ts'
import { isProblem } from '../../../app/problem.ts'
import { useWrite } from '../../../app/useWrite.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FieldGroup, Form, FormActions, inputsOf, useZodForm } from '../../../ui/form.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { deviceOf } from './devices.ts'
import { staleWithFactors } from './factors.ts'
import { wrongField } from './fieldErrors.ts'
import { KeepCodes } from './KeepCodes.tsx'

interface AddPasskeyDialogProps {
  opened: boolean
  onClose: () => void
}

/** Adds a passkey: proof, the browser's own dialog, and for the first factor the backup codes (rules P34, P35). */
export function AddPasskeyDialog({ opened, onClose }: AddPasskeyDialogProps) {
  const { t } = useTranslation(['passkeys', 'profile'])
  const [keeping, setKeeping] = useState(false)
  const close = () => {
    setKeeping(false)
    onClose()
  }
  return (
    <Dialog opened={opened || keeping} onClose={close} title={keeping ? t('profile:codes.nowTitle') : t('add')}>
      {keeping ? (
        <KeepCodes onClose={close} />
      ) : (
        opened && <AddForm onCancel={close} onAdded={(isFirst) => (isFirst ? setKeeping(true) : close())} />
      )}
    </Dialog>
  )
}

const Entered = z.object({
  name: keyText(maximumPasskeyName),
  password: z.optional(z.string()),
  code: z.optional(z.string()),
})

const nameOfDevice = (otherwise: string): string => {
  const { browser, system } = deviceOf(navigator.userAgent)
  return [system, browser].filter(Boolean).join(' · ') || otherwise
}

function AddForm({ onCancel, onAdded }: { onCancel: () => void; onAdded: (isFirst: boolean) => void }) {
  const { t } = useTranslation('passkeys')
  const { email, secondFactor } = useMe()
  const [byCode, setByCode] = useState(false)
  const [problem, setProblem] = useState<ReturnType<typeof problemOf> | null>(null)
  const form = useZodForm(Entered, { name: nameOfDevice(t('firstName')), password: '', code: '' })
  const input = inputsOf(form)
  const add = useAdding(setProblem)
  const field = byCode ? 'code' : 'password'
  return (
    <Form
      form={form}
      guard={false}
      label={t('add')}
      onSubmit={async ({ name, password, code }) => {
        const isFirst = !secondFactor.isEnabled
        if (await add(name, byCode ? { code } : { password }, field)) onAdded(isFirst)
      }}
    >
      <Text kind="quiet">{secondFactor.isEnabled ? t('addText') : t('firstText')}</Text>
      {/* Tells password managers which user the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        {...input('name')}
        label={t('name')}
        description={t('nameHint')}
        maximum={maximumPasskeyName}
        required
      />
      <FieldGroup legend={t('prove')}>
        {byCode ? (
          <TextField {...input('code')} label={t('code')} maximum={50} required />
        ) : (
          <PasswordField {...input('password')} label={t('password')} autoComplete="current-password" required />
        )}
        {secondFactor.isEnabled && (
          <Row>
            <Button variant="subtle" size="compact-sm" onClick={() => setByCode(!byCode)}>
              {t(byCode ? 'usePassword' : 'useCode')}
            </Button>
          </Row>
        )}
      </FieldGroup>
      <Text as="p" kind="error" role="alert">
        {problem && t(`problems.${problem}`)}
      </Text>
      <FormActions submit={t('create')} onCancel={onCancel} />
    </Form>
  )
}

/** Proves, has the browser make the passkey, and adds it; false when the person cancelled that. */
function useAdding(setProblem: (problem: ReturnType<typeof problemOf> | null) => void) {
  const register = useWrite(passkeys.register, {
    invalidates: staleWithFactors,
    success: 'passkeys:added',
    failure: 'passkeys:addError',
  })
  return async (
    name: string,
    proof: { password?: string | undefined; code?: string | undefined },
    field: 'password' | 'code',
  ): Promise<boolean> => {
    setProblem(null)
    const options = await call(passkeys.registerOptions, { body: proof }).catch((error: unknown) => {
      throw isProblem(error, 'RQ403') && (error.info as { reason?: string }).reason === 'proof'
        ? wrongField(field, field === 'code' ? 'wrong_code' : 'wrong_password')
        : error
    })
    const response = await makePasskey(options).catch((error: unknown) => {
      setProblem(problemOf(error))
      return null
    })
    if (response === null) return false
    await register.mutateAsync({ body: { name, response: response as never } })
    return true
  }
}
