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

/** The distance between the children; a word of the scale or a CSS length. */
type Gap = keyof typeof gaps | `${number}rem`

const gaps = { none: '0rem', xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.25rem' }

interface FlexProps extends PieceProps {
  gap?: Gap
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch' | undefined
  justify?: 'start' | 'center' | 'end' | 'between' | undefined
  /** Draws the border and the background of a panel. */
  boxed?: boolean
  /** Shows a child only when those before it are loaded, for children whose height is unknown until then. */
  inOrder?: boolean | undefined
}

const piece = (as: string, name: string | undefined, { className, ...rest }: HTMLAttributes<HTMLElement>) =>
  createElement(as, { ...rest, className: [styles.piece, name, className].filter(Boolean).join(' ') })

/** The inline custom properties of a piece; the style sheet has the defaults. */
function placed(
  { gap = 'lg', align, justify, boxed, inOrder, style, ...rest }: FlexProps,
  more?: Record<string, string | undefined>,
) {
  const variables = {
    '--gap': gaps[gap as keyof typeof gaps] ?? gap,
    '--align': align,
    '--justify': justify === 'between' ? 'space-between' : justify,
    ...more,
  }
  return { ...rest, ...data({ boxed, 'in-order': inOrder }), style: { ...variables, ...style } as CSSProperties }
}

/** Places its children below each other. */
export const Stack = ({ as = 'div', ...rest }: FlexProps) => piece(as, styles.stack, placed(rest))

/** Places its children beside each other, in several lines where they do not fit; `nowrap` keeps one line. */
export const Row = ({ as = 'div', gap = 'sm', align = 'center', nowrap, ...rest }: FlexProps & { nowrap?: boolean }) =>
  piece(as, styles.row, placed({ gap, align, ...rest }, { '--wrap': nowrap ? 'nowrap' : undefined }))

interface ColumnsProps extends Omit<FlexProps, 'justify'> {
  /** The least width of a column (CSS length); as many columns as fit, one on a phone. */
  min?: string
  /** Makes two columns, the second of this width (CSS length); below 75em one column. */
  rail?: string
}

export function Columns({ as = 'div', gap = 'xl', min = '16rem', rail, ...rest }: ColumnsProps) {
  const align = rail === undefined ? undefined : 'start'
  const sizes = { '--columns-min': min, '--columns-rail': rail }
  return piece(as, styles.columns, { ...placed({ gap, align, ...rest }, sizes), ...data({ rail: rail !== undefined }) })
}

interface FactsProps extends PieceProps {
  /**
   * `grid`: columns, the label above its value; `rows`: the value at the end of the line; `inline`: one running line;
   * `figures`: the two or three large ones of a record.
   */
  form?: 'grid' | 'rows' | 'inline' | 'figures'
  /** Shows a placeholder for each value. */
  loading?: boolean
}

const Loading = createContext(false)

/** Label and value pairs (`<dl>`); the children are `Fact`s. */
export function Facts({ form = 'grid', loading = false, ...rest }: FactsProps) {
  return (
    <Loading value={loading}>
      {piece('dl', styles.facts, { 'aria-busy': loading || undefined, ...rest, ...data({ form, outline: loading }) })}
    </Loading>
  )
}

interface FactProps {
  label: ReactNode
  /** Takes the whole width, for long text. */
  wide?: boolean
  /** The usual number of lines of the value, for which space is reserved while it loads. */
  lines?: number
  children?: ReactNode
}

/** One pair. An empty value is shown as "no value". */
export function Fact({ label, wide = false, lines, children }: FactProps) {
  const empty = children === null || children === undefined || children === ''
  return (
    <div {...data({ wide })}>
      <dt>{label}</dt>
      <dd style={lines ? { minHeight: `${lines}lh` } : undefined}>
        {use(Loading) ? <Line width="60%" /> : empty ? <NoValue /> : children}
      </dd>
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
