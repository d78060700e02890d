import { useNavigate } from '@tanstack/react-router'
import { type Environment, environments } from '@trellis/contract/environments'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../app/problem.ts'
import { useWrite } from '../../app/useWrite.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'

/** Returns the reason why an environment cannot be changed or deleted; null when it can. */
export function useWhyNotEnvironment(): (action: 'update' | 'delete', environment: Environment) => string | null {
  const { t } = useTranslation('environments')
  return (action, { blocked, licenses }) => {
    const code = blocked[action]
    if (code === null) return null
    return code === 'RQ409' ? t('hasLicenses', { count: licenses }) : t(`mayNot.${action}`)
  }
}

/** Deletes an environment after a confirmation; from its own page it goes to the account's list. */
export function useRemoveEnvironment({ leave = false } = {}): (environment: Environment) => Promise<void> {
  const { t } = useTranslation('environments')
  const confirm = useConfirm()
  const navigate = useNavigate()
  const remove = useWrite(environments.remove, {
    invalidates: leave ? [environments.search, environments.lookup] : ['/onPremiseEnvironments'],
    success: 'environments:onPremEnvDeleteSuccess',
    failure: 'environments:onPremEnvDeleteError',
    quiet: ['RQ409'],
  })
  return async ({ onPremiseEnvironmentId, accountId, customerName }) => {
    const sure = await confirm({
      title: t('removeTitle', { name: customerName }),
      text: t('removeText'),
      confirm: t('remove'),
      cancel: t('keep'),
      destructive: true,
    })
    if (!sure) return
    try {
      await remove.mutateAsync({ params: { id: onPremiseEnvironmentId } })
      if (leave) await navigate({ to: '/accounts/$id/environments', params: { id: accountId } })
    } catch (error) {
      // Somebody exported a license to it after this screen was loaded.
      if (isProblem(error, 'RQ409')) toast.error(t('inUse'))
    }
  }
}
