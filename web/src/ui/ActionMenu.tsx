import { IconDots } from '@tabler/icons-react'
import styles from './ActionMenu.module.css'
import { IconButton } from './Button.tsx'
import { Stack, Text } from './layout.tsx'
import { InternalLink } from './link.tsx'
import { Popup, usePopup } from './Popup.tsx'

export interface Action {
  label: string
  /** A second line. */
  hint?: string
  /** The screen that it opens; otherwise it does `onClick`. */
  href?: string
  onClick?: () => void
  /** Reason why the action is not allowed now; the entry stays in the menu and shows it. */
  blocked?: string | null | undefined
  /** The action deletes or removes something; it is drawn in the danger colour. */
  destructive?: boolean
}

interface ActionMenuProps {
  /** Accessible name of the menu button: "Actions for Anna Rossi". */
  label: string
  actions: readonly Action[]
  variant?: 'subtle' | 'default'
}

/** The actions of one item of a list, behind one small button. */
export function ActionMenu({ label, actions, variant = 'subtle' }: ActionMenuProps) {
  const popup = usePopup()
  if (actions.length === 0) return null
  return (
    <>
      <IconButton {...popup.opener} variant={variant} size={variant === 'default' ? 36 : 30} aria-label={label}>
        <IconDots size={18} stroke={1.8} aria-hidden />
      </IconButton>
      <Popup popup={popup} label={label} align="end">
        <MenuItems actions={actions} close={popup.close} />
      </Popup>
    </>
  )
}

/** The entries of a menu inside a popup. */
export const MenuItems = ({ actions, close }: { actions: readonly Action[]; close: () => void }) => (
  <Stack as="ul" gap="none" className={styles.items}>
    {actions.map(({ label, hint, href, onClick, blocked, destructive }) => (
      <li key={`${label} ${hint}`}>
        {href !== undefined && !blocked ? (
          <InternalLink href={href} className={styles.item} onClick={close}>
            {label}
          </InternalLink>
        ) : (
          <button
            type="button"
            className={styles.item}
            data-tone={destructive && !blocked ? 'danger' : undefined}
            aria-disabled={blocked ? true : undefined}
            onClick={() => {
              if (blocked) return
              close()
              onClick?.()
            }}
          >
            {label}
            {(blocked || hint) && (
              <Text kind="small" style={{ maxWidth: '19rem' }}>
                {blocked || hint}
              </Text>
            )}
          </button>
        )}
      </li>
    ))}
  </Stack>
)
