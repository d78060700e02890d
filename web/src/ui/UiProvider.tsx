import { MantineProvider, type MantineProviderProps } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { ConfirmProvider } from './confirm.tsx'
import { setKeyHelp, useKeyHelp } from './keys.ts'
import { type LeaveGuard, LeaveGuardProvider } from './leave.tsx'
import { LinkProvider, type Links } from './link.tsx'
import { type Locale, LocaleProvider } from './locale.tsx'
import { PortalName } from './Page.tsx'
import { KeyHelp } from './table/forms.ts'
import { cssVariables, themeFor } from './theme.ts'
import { Toasts } from './toast.tsx'
import { type ErrorInWords, ErrorWordsProvider } from './words.tsx'

interface UiProviderProps extends Locale {
  /** The tenant's brand colour, `#rrggbb`. */
  primaryColor?: string | null | undefined
  /** Appended to the title of each screen in the browser tab. */
  portalName?: string
  links?: Links | undefined
  /** Called as a hook, so it must be the same function for the life of the application. */
  leaveGuard?: LeaveGuard | undefined
  errorWords?: ((error: unknown) => ErrorInWords) | undefined
  /** More props for Mantine: the nonce of the content security policy, the storage of the colour scheme. */
  mantine?: Omit<MantineProviderProps, 'theme' | 'children' | 'cssVariablesResolver'>
  children: ReactNode
}

/** All providers that the ui components need, in the required order. */
export function UiProvider(props: UiProviderProps) {
  const { language, timeZone, primaryColor, portalName = '', links, leaveGuard, errorWords, mantine, children } = props
  const theme = useMemo(() => themeFor({ primaryColor }), [primaryColor])
  let tree = (
    <ConfirmProvider>
      {leaveGuard ? <LeaveGuardProvider guard={leaveGuard}>{children}</LeaveGuardProvider> : children}
      <Toasts />
      <Shortcuts />
    </ConfirmProvider>
  )
  if (errorWords) tree = <ErrorWordsProvider words={errorWords}>{tree}</ErrorWordsProvider>
  if (links) tree = <LinkProvider links={links}>{tree}</LinkProvider>
  return (
    <MantineProvider defaultColorScheme="auto" {...mantine} theme={theme} cssVariablesResolver={cssVariables}>
      <LocaleProvider language={language} timeZone={timeZone}>
        <PortalName value={portalName}>{tree}</PortalName>
      </LocaleProvider>
    </MantineProvider>
  )
}

/** The list of shortcuts, opened by `?` or by a button. */
const Shortcuts = () => useKeyHelp() && <KeyHelp onMissing={() => setKeyHelp(false)} />
