import { createContext, type ReactNode, use, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirm } from './confirm.tsx'

/** A hook of the application that asks before its router leaves the screen: true from `mayLeave` lets go. */
export type LeaveGuard = (dirty: boolean, mayLeave: () => Promise<boolean>) => void

const noGuard: LeaveGuard = () => undefined
const GuardContext = createContext<LeaveGuard>(noGuard)

/** `guard` is called as a hook: it must stay the same one for the life of the provider. */
export function LeaveGuardProvider({ guard, children }: { guard: LeaveGuard; children: ReactNode }) {
  return <GuardContext value={guard}>{children}</GuardContext>
}

/** While `dirty`, leaving asks: the application's own screens with a dialog, the browser with its own words. */
export function useLeaveGuard(dirty: boolean): void {
  const { t } = useTranslation('ui')
  const confirm = useConfirm()
  const useGuard = use(GuardContext)
  useGuard(dirty, () =>
    confirm({
      title: t('leave.title'),
      text: t('leave.text'),
      confirm: t('leave.confirm'),
      cancel: t('leave.stay'),
      destructive: true,
    }),
  )
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])
}
