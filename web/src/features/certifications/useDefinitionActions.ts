import { type Certificate, certificates } from '@trellis/contract/certificates'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../app/useWrite.ts'
import { useConfirm } from '../../ui/confirm.tsx'

/** Returns the words for the server's code why a definition cannot be changed or deleted; null when it can. */
export function useWhyNotDefine(): (action: 'update' | 'delete', certificate: Certificate) => string | null {
  const { t } = useTranslation('certifications')
  return (action, { blocked, issued }) => {
    const code = blocked[action]
    if (code === null) return null
    return code === 'RQ409' ? t('definition.wasIssued', { count: issued }) : t('definition.mayNot')
  }
}

/** Deletes a definition after a confirmation. */
export function useRemoveDefinition(): (certificate: Certificate) => Promise<void> {
  const { t } = useTranslation('certifications')
  const confirm = useConfirm()
  const remove = useWrite(certificates.remove, {
    invalidates: ['/certificates'],
    success: 'certifications:definition.removed',
    failure: 'certifications:definition.removeError',
  })
  return async ({ certificateId, name }) => {
    const sure = await confirm({
      title: t('definition.removeTitle', { name }),
      text: t('definition.removeText'),
      confirm: t('definition.remove'),
      cancel: t('definition.keep'),
      destructive: true,
    })
    if (sure) await remove.mutateAsync({ params: { id: certificateId } }).catch(() => undefined)
  }
}
