import { useQuery } from '@tanstack/react-query'
import type { In } from '@trellis/contract/endpoint'
import { maximumPasskeyName, type PasskeyProof, passkeys } from '@trellis/contract/passkeys'
import type { ProofWays } from '@trellis/contract/proofs'
import { keyText } from '@trellis/contract/values'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../../app/calls.ts'
import { Loaded } from '../../../app/Loaded.tsx'
import { useMe } from '../../../app/me.ts'
import { makePasskey, problemOf } from '../../../app/passkeys.ts'
import { useWrite } from '../../../app/useWrite.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Form, FormActions, inputsOf, useZodForm } from '../../../ui/form.tsx'
import { Text } from '../../../ui/layout.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { deviceOf } from './devices.ts'
import { staleWithFactors } from './factors.ts'
import { KeepCodes } from './KeepCodes.tsx'
import { needTyped, ProofFields, useProof } from './ProofFields.tsx'
import { type Renewed, waysQuery } from './proofs.ts'

interface AddPasskeyDialogProps {
  opened: boolean
  /** The proof with which the reader has come back from the directory. */
  renewed: Renewed | null
  onClose: () => void
}

/** Adds a passkey: proof, the browser's own dialog, and for the first factor the backup codes (rules P34, P35). */
export function AddPasskeyDialog({ opened, renewed, onClose }: AddPasskeyDialogProps) {
  const { t } = useTranslation(['passkeys', 'profile'])
  const ways = useQuery(waysQuery)
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
        opened && (
          <Loaded query={ways} title={t('proof.fetchError')} lines={4}>
            {(data) => (
              <AddForm
                ways={data}
                renewed={renewed}
                onCancel={close}
                onAdded={(isFirst) => (isFirst ? setKeeping(true) : close())}
              />
            )}
          </Loaded>
        )
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

interface AddFormProps {
  ways: ProofWays
  renewed: Renewed | null
  onCancel: () => void
  onAdded: (isFirst: boolean) => void
}

function AddForm({ ways, renewed, onCancel, onAdded }: AddFormProps) {
  const { t } = useTranslation('passkeys')
  const { secondFactor } = useMe()
  const [problem, setProblem] = useState<ReturnType<typeof problemOf> | null>(null)
  const name = renewed?.typed || nameOfDevice(t('firstName'))
  const form = useZodForm(Entered, { name, password: '', code: '' })
  const input = inputsOf(form)
  const proof = useProof(ways, renewed)
  const add = useAdding(setProblem)
  return (
    <Form
      form={form}
      guard={false}
      label={t('add')}
      onSubmit={async ({ name, ...typed }) => {
        const isFirst = !secondFactor.isEnabled
        needTyped(proof.way, typed)
        const proved = await proof.prove(typed, { what: 'passkey', typed: name })
        if (proved === null) return
        try {
          if (await add(name, proved)) onAdded(isFirst)
        } catch (error) {
          const refused = proof.refused(error)
          if (refused !== null) throw refused
        }
      }}
    >
      <Text kind="quiet">
        {t(secondFactor.isEnabled ? 'addText' : ways.hasPassword ? 'firstText' : 'firstWithoutPassword')}
      </Text>
      <TextField
        {...input('name')}
        label={t('name')}
        description={t('nameHint')}
        maximum={maximumPasskeyName}
        required
      />
      <ProofFields proof={proof} ways={ways} input={input as never} />
      <Text as="p" kind="error" role="alert">
        {problem && t(`problems.${problem}`)}
      </Text>
      <FormActions submit={t('create')} disabled={proof.way === null} onCancel={onCancel} />
    </Form>
  )
}

/** Has the browser make the passkey, and adds it; false when the person cancelled that. */
function useAdding(setProblem: (problem: ReturnType<typeof problemOf> | null) => void) {
  const register = useWrite(passkeys.register, {
    invalidates: staleWithFactors,
    success: 'passkeys:added',
    failure: 'passkeys:addError',
  })
  return async (name: string, proof: In<typeof PasskeyProof>): Promise<boolean> => {
    setProblem(null)
    const options = await call(passkeys.registerOptions, { body: proof })
    const response = await makePasskey(options).catch((error: unknown) => {
      setProblem(problemOf(error))
      return null
    })
    if (response === null) return false
    await register.mutateAsync({ body: { name, response: response as never } })
    return true
  }
}
