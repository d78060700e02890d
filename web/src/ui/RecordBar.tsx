import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from './ActionButton.tsx'
import { type Action, ActionMenu } from './ActionMenu.tsx'
import { LinkButton } from './LinkButton.tsx'
import { Row } from './layout.tsx'
import { useMediaQuery } from './useMediaQuery.ts'

export interface RecordAction extends Omit<Action, 'onClick' | 'href'> {
  /** Names the button for what moves the focus (`data-action`). */
  id: string
  onClick?: () => void
  href?: string | undefined
  /** Accessible name, when the text is not clear without its surroundings. */
  name?: string
  icon?: ReactNode
  loading?: boolean
  /** Keeps its place, unseen, until it is known where it leads. */
  isUnknown?: boolean
  /**
   * `primary`: what the page is for; only the first is filled. `beside`: a button everywhere. `minor`: a button where there is
   * room, else in the menu. `menu`: in the menu, for what ends things.
   */
  place: 'primary' | 'beside' | 'minor' | 'menu'
}

interface RecordBarProps {
  actions: readonly RecordAction[]
  /** Accessible name of the menu; "More actions" by default. */
  label?: string
  ref?: Ref<HTMLElement>
  /** What stands before the buttons. */
  children?: ReactNode
}

/** The actions of a record in one line, or in two where it is narrow: at most one filled button, and the others in a menu. */
export function RecordBar({ actions, label, ref, children }: RecordBarProps) {
  const { t } = useTranslation('ui')
  const isNarrow = useMediaQuery('(max-width: 61.99em)')
  const isInMenu = ({ place }: RecordAction) => place === 'menu' || (isNarrow && place === 'minor')
  const primary = actions.find(({ place }) => place === 'primary')
  const buttons = actions.filter((action) => action !== primary && !isInMenu(action))
  const shown = primary ? [primary, ...buttons] : buttons
  return (
    <Row ref={ref as Ref<HTMLElement>} nowrap={!isNarrow}>
      {children}
      {shown.map((action) => (
        <BarButton key={action.id} action={action} isPrimary={action === primary} />
      ))}
      <ActionMenu
        label={label ?? t('record.more')}
        variant="default"
        actions={actions.filter(isInMenu).map(({ onClick = () => undefined, name, ...action }) => ({
          ...action,
          onClick,
        }))}
      />
    </Row>
  )
}

function BarButton({ action, isPrimary }: { action: RecordAction; isPrimary: boolean }) {
  const { id, href, onClick = () => undefined, label, name, icon, blocked, loading } = action
  const look = {
    variant: isPrimary ? 'filled' : 'default',
    leftSection: icon,
    'data-action': id,
    style: action.isUnknown ? { visibility: 'hidden' as const } : undefined,
  } as const
  if (href !== undefined)
    return (
      <LinkButton {...look} href={href} blocked={blocked}>
        {label}
      </LinkButton>
    )
  return (
    <ActionButton {...look} onClick={onClick} blocked={blocked} loading={loading} {...(name && { label: name })}>
      {label}
    </ActionButton>
  )
}
