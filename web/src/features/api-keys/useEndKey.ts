import { type ApiKey, apiKeys } from '@trellis/contract/api-keys'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../app/useWrite.ts'
import { useConfirm } from '../../ui/confirm.tsx'

/** Ends a key after a confirmation. */
export function useEndKey(): (key: ApiKey) => Promise<void> {
  const { t } = useTranslation('apiKeys')
  const confirm = useConfirm()
  const end = useWrite(apiKeys.end, { invalidates: ['/apiKeys'], success: 'apiKeys:endSuccess' })
  return async ({ apiKeyId, name, prefix }) => {
    const sure = await confirm({
      title: t('endTitle', { name, prefix }),
      text: t('endText'),
      confirm: t('end'),
      cancel: t('keep'),
      destructive: true,
    })
    // What failed was said.
    if (sure) await end.mutateAsync({ params: { id: apiKeyId } }).catch(() => undefined)
  }
}
