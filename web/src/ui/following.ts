import { createContext, use } from 'react'
import { useTranslation } from 'react-i18next'

/** Whether the component is inside a dialog. */
export const InDialog = createContext(false)

/**
 * How a link to a record's page opens. Links in a dialog open a new tab, so that the dialog and the screen behind it keep their
 * input, unless following the link closes the dialog (`onFollow`).
 */
export function useFollowing(onFollow?: () => void) {
  const { t } = useTranslation('ui')
  const isInDialog = use(InDialog)
  if (onFollow) return { onClick: onFollow }
  return isInDialog ? { target: '_blank', rel: 'noopener', title: t('newTab') } : {}
}
