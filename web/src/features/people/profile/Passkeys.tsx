import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { maximumPasskeyName, type Passkey, PasskeyName, passkeys } from '@trellis/contract/passkeys'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../../app/me.ts'
import { canUsePasskeys } from '../../../app/passkeys.ts'
import { isProblem } from '../../../app/problem.ts'
import { useWrite } from '../../../app/useWrite.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorBlock } from '../../../ui/ErrorBlock.tsx'
import { Form, FormActions, inputsOf, useZodForm } from '../../../ui/form.tsx'
import { Fact, Facts, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Lines } from '../../../ui/Skeletons.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/toast.tsx'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { staleWithFactors, useFactors } from './factors.ts'
import { Item } from './Item.tsx'
import { passkeysQuery } from './passkeysQuery.ts'
import { type Renewed, useWays, useWish } from './proofs.ts'

/** The reader's passkeys: add, rename, remove (rules P34). */
export function Passkeys({ renewed = null }: { renewed?: Renewed | null }) {
  const { t } = useTranslation('passkeys')
  const { data, error, refetch } = useQuery(passkeysQuery)
  const [adding, setAdding] = useState(false)
  const ways = useWays()
  const isHeld = ways?.onlyByDirectory === true
  const { wish, forget } = useWish('passkey', renewed)
  return (
    <Panel
      title={t('title')}
      description={t(isHeld ? 'held' : 'text', { name: ways?.connection?.name ?? '' })}
      actions={
        <ActionButton
          variant="default"
          size="xs"
          onClick={() => setAdding(true)}
          blocked={!canUsePasskeys() ? t('unsupported') : isHeld ? t('heldBlocked') : null}
        >
          {t('add')}
        </ActionButton>
      }
    >
      {data === undefined ? (
        error === null ? (
          <Lines count={2} />
        ) : (
          <ErrorBlock error={error} title={t('fetchError')} retry={() => void refetch()} shape="line" />
        )
      ) : data.length === 0 ? (
        <Text kind="quiet">{t('none')}</Text>
      ) : (
        <Stack as="ul" gap="none">
          {data.map((passkey) => (
            <PasskeyItem key={passkey.passkeyId} passkey={passkey} isLast={data.length === 1} />
          ))}
        </Stack>
      )}
      <AddPasskeyDialog
        opened={adding || wish !== null}
        renewed={wish}
        onClose={() => {
          setAdding(false)
          forget()
        }}
      />
    </Panel>
  )
}

function PasskeyItem({ passkey, isLast }: { passkey: Passkey; isLast: boolean }) {
  const { t } = useTranslation('passkeys')
  const { name, host, creationDate, lastUsedDate } = passkey
  return (
    <Item
      icon={IconKey}
      name={name}
      action={
        <Row gap="xs">
          <Rename passkey={passkey} />
          <Remove passkey={passkey} isLast={isLast} />
        </Row>
      }
    >
      <Facts form="inline">
        <Fact label={t('created')}>
          <DateTime value={creationDate} />
        </Fact>
        <Fact label={t('lastUsed')}>{lastUsedDate === null ? t('never') : <DateTime value={lastUsedDate} />}</Fact>
        {host !== window.location.hostname && <Fact label={t('host')}>{host}</Fact>}
      </Facts>
    </Item>
  )
}

function Rename({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation('passkeys')
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const { name } = passkey
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpened(true)} aria-label={t('renameNamed', { name })}>
        {t('rename')}
      </Button>
      <Dialog opened={opened} onClose={close} title={t('renameTitle', { name })} size="sm">
        {opened && <RenameForm passkey={passkey} onClose={close} />}
      </Dialog>
    </>
  )
}

function RenameForm({ passkey: { passkeyId, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation('passkeys')
  const form = useZodForm(PasskeyName, { name })
  const rename = useWrite(passkeys.rename, {
    invalidates: [passkeys.list],
    success: 'passkeys:renamed',
    failure: 'passkeys:renameError',
  })
  return (
    <Form
      form={form}
      guard={false}
      label={t('rename')}
      onSubmit={async (body) => {
        await rename.mutateAsync({ params: { id: passkeyId }, body })
        onClose()
      }}
    >
      <TextField {...inputsOf(form)('name')} label={t('name')} maximum={maximumPasskeyName} required autoFocus />
      <FormActions submit={t('save')} onCancel={onClose} />
    </Form>
  )
}

function Remove({ passkey: { passkeyId, name }, isLast }: { passkey: Passkey; isLast: boolean }) {
  const { t } = useTranslation('passkeys')
  const confirm = useConfirm()
  const { isRequired } = useMe().secondFactor
  const ways = useWays()
  const { factors } = useFactors()
  const isLastFactor = isLast && !factors.some(({ isEnabled }) => isEnabled)
  const remove = useWrite(passkeys.remove, {
    invalidates: staleWithFactors,
    success: 'passkeys:removed',
    failure: 'passkeys:removeError',
    quiet: ['RQ409'],
  })
  const ask = async () => {
    const last = ways?.hasPassword === false ? 'lastWithoutPassword' : 'removeLast'
    const text = t(isLastFactor ? last : 'removeText')
    if (await confirm({ title: t('removeTitle', { name }), text, confirm: t('remove'), destructive: true }))
      remove.mutate(
        { params: { id: passkeyId } },
        // Nobody else could sign in while the directory does not answer (rules P70).
        { onError: (error) => isProblem(error, 'RQ409') && toast.error(t('breakGlass')) },
      )
  }
  return (
    <ActionButton
      variant="default"
      size="xs"
      loading={remove.isPending}
      onClick={() => void ask()}
      blocked={isRequired && isLastFactor ? t('mustStay') : null}
      label={t('removeNamed', { name })}
    >
      {t('remove')}
    </ActionButton>
  )
}
