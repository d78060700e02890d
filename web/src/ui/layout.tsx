import {
  type CSSProperties,
  createContext,
  createElement,
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  use,
} from 'react'
import styles from './layout.module.css'
import { NoValue } from './NoValue.tsx'
import { Line } from './Skeletons.tsx'

/**
 * The five pieces of which screens are laid out. Their rules have no specificity, so a `className` always
 * overrides them; margins, list marks and borders of the element in `as` are removed.
 */
interface PieceProps extends HTMLAttributes<HTMLElement> {
  as?: keyof HTMLElementTagNameMap
  ref?: Ref<HTMLElement>
}

/** 0.25, 0.5, 0.75, 1 and 1.25 rem. */
type Gap = 'none' | 'xs' | 'sm' | 'md' | 'lg' | 'xl'

interface FlexProps extends PieceProps {
  gap?: Gap
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch'
  justify?: 'start' | 'center' | 'end' | 'between'
}

const piece = (as: string, name: string | undefined, { className, ...rest }: HTMLAttributes<HTMLElement>) =>
  createElement(as, { ...rest, className: [styles.piece, name, className].filter(Boolean).join(' ') })

/** Places its children below each other. */
export function Stack({ as = 'div', gap = 'lg', align, justify, ...rest }: FlexProps) {
  return piece(as, styles.stack, { ...rest, ...data({ gap, align, justify }) })
}

/** Places its children beside each other, in several lines where they do not fit; `nowrap` keeps one line. */
export function Row({ as = 'div', gap = 'sm', align, justify, nowrap, ...rest }: FlexProps & { nowrap?: boolean }) {
  return piece(as, styles.row, { ...rest, ...data({ gap, align, justify, nowrap }) })
}

interface ColumnsProps extends PieceProps {
  gap?: Gap
  align?: FlexProps['align']
  /** The least width of a column (CSS length); as many columns as fit, one on a phone. */
  min?: string
  /** Makes two columns, the second of this width (CSS length); below 75em one column. */
  rail?: string
}

export function Columns({ as = 'div', gap = 'xl', min = '16rem', rail, align, style, ...rest }: ColumnsProps) {
  const sizes = { '--columns-min': min, '--columns-rail': rail, ...style } as CSSProperties
  return piece(as, styles.columns, { ...rest, style: sizes, ...data({ gap, align, rail: rail !== undefined }) })
}

interface FactsProps extends PieceProps {
  /** `grid`: columns, the label above its value; `rows`: the value at the end of the line; `inline`: one running line. */
  form?: 'grid' | 'rows' | 'inline'
  /** Shows a placeholder for each value. */
  loading?: boolean
}

const Loading = createContext(false)

/** Label and value pairs (`<dl>`); the children are `Fact`s. */
export function Facts({ form = 'grid', loading = false, ...rest }: FactsProps) {
  return (
    <Loading value={loading}>
      {piece('dl', styles.facts, { 'aria-busy': loading || undefined, ...rest, ...data({ form }) })}
    </Loading>
  )
}

interface FactProps {
  label: ReactNode
  /** Takes the whole width, for long text. */
  wide?: boolean
  children?: ReactNode
}

/** One pair. An empty value is shown as "no value". */
export function Fact({ label, wide = false, children }: FactProps) {
  const empty = children === null || children === undefined || children === ''
  return (
    <div {...data({ wide })}>
      <dt>{label}</dt>
      <dd>{use(Loading) ? <Line width="60%" /> : empty ? <NoValue /> : children}</dd>
    </div>
  )
}

interface TextProps extends PieceProps {
  /**
   * `quiet`: secondary text; `small`: hints, smaller and paler; `strong`: the name of a thing; `number`: aligned
   * digits on one line, at the end; `title`: heading of a section (with `as`); `error`: below a field.
   */
  kind?: 'quiet' | 'small' | 'strong' | 'number' | 'title' | 'error'
  /** Cuts a long text with an ellipsis instead of wrapping it. */
  truncate?: boolean
}

export function Text({ as = 'span', kind, truncate, ...rest }: TextProps) {
  return piece(as, styles.text, { ...rest, ...data({ kind, truncate }) })
}

/** Data attributes for the style sheet; false and undefined are left out. */
const data = (values: Record<string, string | boolean | undefined>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`data-${name}`, value || undefined]))
