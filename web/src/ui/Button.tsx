import type { ButtonHTMLAttributes, CSSProperties, MouseEvent, ReactElement, ReactNode, Ref } from 'react'
import styles from './Button.module.css'

type Variant = 'filled' | 'default' | 'light' | 'outline' | 'subtle'

interface Common extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'color' | 'type'> {
  variant?: Variant | undefined
  color?: 'brand' | 'danger' | 'gray' | undefined
  /** It works on what was asked, and takes no further press. It keeps the focus. */
  loading?: boolean | undefined
  /** `button` by default: a form is sent by the button that says so. */
  type?: 'button' | 'submit' | undefined
  ref?: Ref<HTMLButtonElement> | undefined
  /** Looks as if disabled and can be reached, so that it can say why. */
  'data-disabled'?: boolean | undefined
}

/** What a button gives to the element that is drawn in its place. */
export interface ButtonRoot {
  className: string
  style: CSSProperties | undefined
  children: ReactNode
}

export interface ButtonProps extends Common {
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'compact-xs' | 'compact-sm' | undefined
  leftSection?: ReactNode
  rightSection?: ReactNode
  fullWidth?: boolean | undefined
  /** Draws another element, such as a link, with the look of the button. */
  renderRoot?: ((root: ButtonRoot) => ReactElement) | undefined
}

/** A button that is native disabled loses the focus, and the keyboard its place: this one only takes no press. */
const takesNone = (event: MouseEvent) => event.preventDefault()

/** The element with the look: what is drawn in it, and what it says of its state. */
function rootOf({
  variant,
  color,
  size,
  loading,
  disabled,
  className,
  type = 'button',
  ...rest
}: Common & { size?: unknown }) {
  return {
    ...rest,
    type,
    className: className ?? '',
    'data-variant': variant ?? 'filled',
    'data-color': color,
    'data-size': typeof size === 'string' ? size : undefined,
    'data-loading': loading || undefined,
    'data-disabled': disabled || rest['data-disabled'] || undefined,
    disabled,
    ...(loading && !disabled && { 'aria-disabled': true, onClick: takesNone }),
  }
}

/** A button with words. Without a variant it is the primary action of its place. */
export function Button({ leftSection, rightSection, fullWidth, renderRoot, children, ...given }: ButtonProps) {
  const root = {
    ...rootOf(given),
    className: `${styles.button} ${given.className ?? ''}`,
    'data-block': fullWidth || undefined,
    'data-left': leftSection ? true : undefined,
    'data-right': rightSection ? true : undefined,
  }
  const inside = (
    <>
      {given.loading && <span className={styles.busy} aria-hidden />}
      <span className={styles.inside}>
        {leftSection && <span className={styles.left}>{leftSection}</span>}
        <span className={styles.label}>{children}</span>
        {rightSection && <span className={styles.right}>{rightSection}</span>}
      </span>
    </>
  )
  if (renderRoot === undefined) return <button {...root}>{inside}</button>
  const { type, disabled, ref, ...link } = root
  return renderRoot({ ...(link as unknown as ButtonRoot), children: inside })
}

export interface IconButtonProps extends Common {
  /** `lg` by default; a number is a length in CSS pixels. */
  size?: 'md' | 'lg' | 'xl' | number | undefined
  'aria-label': string
}

/** A button with an icon alone; its name is for screen readers. */
export function IconButton({ variant = 'subtle', color = 'gray', style, children, ...given }: IconButtonProps) {
  const { size } = given
  return (
    <button
      {...rootOf({ ...given, variant, color })}
      className={`${styles.icon} ${given.className ?? ''}`}
      style={typeof size === 'number' ? ({ '--size': `${size}px`, ...style } as CSSProperties) : style}
      aria-busy={given.loading || undefined}
    >
      {given.loading && <span className={styles.busy} aria-hidden />}
      <span className={styles.inside}>{children}</span>
    </button>
  )
}
