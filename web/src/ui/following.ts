import { createContext, use } from 'react'
import { useTranslation } from 'react-i18next'

/** Whether what is drawn stands in a dialog. */
export const InDialog = createContext(false)

/**
 * How a link to a record's page is followed. A dialog and the screen below it keep what was typed: their links open a tab
 * of their own, unless following one ends the dialog (`onFollow`).
 */
export function useFollowing(onFollow?: () => void) {
  const { t } = useTranslation('ui')
  const isInDialog = use(InDialog)
  if (onFollow) return { onClick: onFollow }
  return isInDialog ? { target: '_blank', rel: 'noopener', title: t('newTab') } : {}
}
