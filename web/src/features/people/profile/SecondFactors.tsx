import { IconDeviceMobile, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { secondFactors } from '@trellis/contract/second-factors'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../../app/me.ts'
import { isProblem } from '../../../app/problem.ts'
import { useWrite } from '../../../app/useWrite.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { ErrorBlock } from '../../../ui/ErrorBlock.tsx'
import { Stack, Text } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Lines } from '../../../ui/Skeletons.tsx'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import { toast } from '../../../ui/toast.tsx'
import { BackupCodes } from './BackupCodes.tsx'
import { type Factor, staleWithFactors, useFactorName, useFactors } from './factors.ts'
import { Item } from './Item.tsx'
import { passkeysQuery } from './passkeysQuery.ts'
import { useWays } from './proofs.ts'
import { SetupDialog } from './SetupDialog.tsx'
import { useSetup } from './useSetup.ts'

const icons = { email: IconMail, authenticator: IconDeviceMobile }

/** The second factors of the reader: enable, disable, and the backup codes. */
export function SecondFactors() {
  const { t } = useTranslation('profile')
  const { factors, loading, error, retry } = useFactors()
  const setup = useSetup()
  const { isEnabled: hasAny } = useMe().secondFactor
  const ways = useWays()
  const name = ways !== undefined && !ways.hasPassword ? ways.connection?.name : undefined
  const enabled = factors.filter(({ isEnabled }) => isEnabled)
  useEffect(() => {
    if (error !== null) toast.error(t('factors.fetchError'))
  }, [error, t])
  return (
    <Panel
      title={t('factors.title')}
      description={name === undefined ? t('factors.text') : t('factors.beside', { name })}
    >
      {error !== null ? (
        <ErrorBlock error={error} title={t('factors.fetchError')} retry={retry} shape="line" />
      ) : loading ? (
        <Lines count={4} />
      ) : factors.length === 0 ? (
        <Empty title={t('factors.none')}>{t('factors.noneText')}</Empty>
      ) : (
        <Stack as="ul" gap="none">
          {factors.map((factor) => (
            <FactorItem
              key={factor.kind}
              factor={factor}
              others={enabled.filter(({ kind }) => kind !== factor.kind)}
              choosing={setup.choosing === factor.providerType}
              onEnable={() => void setup.choose(factor, !hasAny)}
            />
          ))}
        </Stack>
      )}
      {hasAny && <BackupCodes />}
      <SetupDialog setup={setup.current} onClose={setup.close} onAgain={setup.again} />
    </Panel>
  )
}

interface FactorItemProps {
  factor: Factor
  /** The factors that stay enabled when this one is disabled. */
  others: readonly Factor[]
  choosing: boolean
  onEnable: () => void
}

function FactorItem({ factor, others, choosing, onEnable }: FactorItemProps) {
  const { t } = useTranslation('profile')
  const { email } = useMe()
  const name = useFactorName()(factor)
  return (
    <Item
      icon={icons[factor.kind]}
      name={name}
      tag={
        <StatusTag tone={factor.isEnabled ? 'success' : 'neutral'}>
          {t(factor.isEnabled ? 'factors.on' : 'factors.off')}
        </StatusTag>
      }
      action={
        factor.isEnabled ? (
          <Disable factor={factor} others={others} />
        ) : (
          <ActionButton
            variant="default"
            size="xs"
            loading={choosing}
            onClick={onEnable}
            label={t('factors.enableNamed', { name })}
          >
            {t('factors.enable')}
          </ActionButton>
        )
      }
    >
      <Text as="p" kind="small">
        {t(`factors.explain.${factor.kind}`, { email })}
      </Text>
    </Item>
  )
}

function Disable({ factor, others }: { factor: Factor; others: readonly Factor[] }) {
  const { t } = useTranslation(['profile', 'passkeys'])
  const confirm = useConfirm()
  const nameOf = useFactorName()
  const name = nameOf(factor)
  const [other] = others
  const { isRequired } = useMe().secondFactor
  const { data: keys } = useQuery(passkeysQuery)
  const ways = useWays()
  const hasPasskey = keys !== undefined && keys.length > 0
  const disable = useWrite(secondFactors.disable, {
    invalidates: staleWithFactors,
    success: 'profile:factors.disabled',
    failure: 'profile:factors.disableError',
    quiet: ['RQ409'],
  })
  const ask = async () => {
    const text =
      other !== undefined
        ? t('factors.disableOne', { other: nameOf(other) })
        : hasPasskey
          ? t('factors.disableOne', { other: t('passkeys:factor') })
          : ways?.hasPassword === false
            ? t('passkeys:lastWithoutPassword')
            : t('factors.disableLast')
    const question = { title: t('factors.disableTitle', { name }), text, confirm: t('factors.disable') }
    if (await confirm({ ...question, destructive: true }))
      disable.mutate(
        { query: { providerType: factor.providerType === 1 ? '1' : '3' } },
        // Nobody else could sign in while the directory does not answer (rules P70).
        { onError: (error) => isProblem(error, 'RQ409') && toast.error(t('passkeys:breakGlass')) },
      )
  }
  return (
    <ActionButton
      variant="default"
      size="xs"
      loading={disable.isPending}
      onClick={() => void ask()}
      blocked={isRequired && other === undefined && !hasPasskey ? t('passkeys:mustStay') : null}
      label={t('factors.disableNamed', { name })}
    >
      {t('factors.disable')}
    </ActionButton>
  )
}
