import { createContext, type ReactNode, use, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirm } from './confirm.tsx'

/** An application hook that blocks navigation of its router until `mayLeave` resolves to true. */
export type LeaveGuard = (dirty: boolean, mayLeave: () => Promise<boolean>) => void

const noGuard: LeaveGuard = () => undefined
const GuardContext = createContext<LeaveGuard>(noGuard)

/** `guard` is called as a hook, so it must be the same function for the life of the provider. */
export function LeaveGuardProvider({ guard, children }: { guard: LeaveGuard; children: ReactNode }) {
  return <GuardContext value={guard}>{children}</GuardContext>
}

/** Asks whether to leave what was not saved. */
export function useMayLeave(): () => Promise<boolean> {
  const { t } = useTranslation('ui')
  const confirm = useConfirm()
  return () =>
    confirm({
      title: t('leave.title'),
      text: t('leave.text'),
      confirm: t('leave.confirm'),
      cancel: t('leave.stay'),
      destructive: true,
    })
}

/**
 * Asks before leaving while `dirty`: a dialog for navigation inside the application, the browser's own
 * question otherwise.
 */
export function useLeaveGuard(dirty: boolean): void {
  const useGuard = use(GuardContext)
  useGuard(dirty, useMayLeave())
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])
}
