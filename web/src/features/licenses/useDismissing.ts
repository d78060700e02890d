import { keyLinks } from '@trellis/contract/key-pages'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../app/useWrite.ts'
import { useConfirm } from '../../ui/confirm.tsx'

/** Puts away, after a question, what was asked for on the page of a key. */
export function useDismissing() {
  const { t } = useTranslation('keyLink')
  const confirm = useConfirm()
  const dismiss = useWrite(keyLinks.dismiss, {
    invalidates: ['/licenses'],
    success: 'keyLink:dismissed',
    failure: 'keyLink:dismissError',
  })
  return {
    busy: dismiss.isPending,
    dismiss: async (serialKey: string) => {
      const question = { title: t('dismissTitle'), text: t('dismissText'), confirm: t('dismiss') }
      if (await confirm(question)) dismiss.mutate({ params: { serialKey } })
    },
  }
}
