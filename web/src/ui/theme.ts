import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core'
import { type Oklch, readable, toHex, toOklch } from './color.ts'

/** Petrol: different enough from the status colours. */
export const defaultBrand = '#0f6478'

const gray: MantineColorsTuple = [
  '#f6f8f9',
  '#eef1f3',
  '#e2e6ea',
  '#d2d8dd',
  '#b6bec6',
  '#87919c',
  '#59646f',
  '#414b56',
  '#2b333c',
  '#161c22',
]

const dark: MantineColorsTuple = [
  '#e6eaed',
  '#c5ccd3',
  '#a3adb7',
  '#8a949f',
  '#3b444e',
  '#2a3138',
  '#1f252b',
  '#161b20',
  '#101418',
  '#0a0d10',
]

/** The ground of panels in the dark theme. */
export const darkGround = dark[6]

/**
 * Ten shades of a brand colour, light to dark. Guaranteed contrast: white on shade 6 and darker, shade 6 and
 * darker on white and on the palest shades, shades 0 to 4 on the dark theme. No tenant colour can break it.
 */
export function shadesOf(brand: string): MantineColorsTuple {
  const color: Oklch = toOklch(brand) ?? (toOklch(defaultBrand) as Oklch)
  const at = (lightness: number, share: number) => toHex({ ...color, lightness, chroma: color.chroma * share })
  // Measured against the palest shade instead of white, because selected rows and light buttons use that
  // background.
  const main = readable({ ...color, lightness: Math.min(color.lightness, 0.56) }, '#e6eef0', 4.6)
  const lightness = toOklch(main)?.lightness ?? 0.45
  const darker = (steps: number) => at(lightness * (1 - 0.14 * steps), 0.95)
  return [
    at(0.976, 0.12),
    at(0.945, 0.22),
    at(0.895, 0.4),
    at(0.835, 0.65),
    readable({ ...color, lightness: 0.76, chroma: color.chroma * 0.85 }, dark[6], 4.6),
    at(Math.max(0.62, lightness), 1),
    main,
    darker(1),
    darker(2),
    darker(3),
  ]
}

/** A dialog stops the page from scrolling but keeps the scrollbar; without it the layout would shift. */
const keepScrollbar = { removeScrollBar: false }

const base = createTheme({
  primaryShade: 6,
  black: '#1b2229',
  colors: { gray, dark, danger: shadesOf('#c0322d') },
  fontFamily: 'var(--typeface)',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h4: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h5: { fontSize: '0.875rem', lineHeight: '1.4' },
      h6: { fontSize: '0.8125rem', lineHeight: '1.4' },
    },
  },
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '16px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  shadows: {
    xs: 'none',
    sm: '0 1px 2px rgb(16 24 32 / 0.06)',
    md: '0 4px 16px -4px rgb(16 24 32 / 0.14)',
    lg: '0 12px 32px -8px rgb(16 24 32 / 0.2)',
    xl: '0 20px 48px -12px rgb(16 24 32 / 0.26)',
  },
  components: {
    Text: { defaultProps: { size: 'sm' } },
    Tooltip: {
      defaultProps: {
        openDelay: 300,
        withArrow: true,
        multiline: true,
        maw: 320,
        events: { hover: true, focus: true, touch: true },
      },
    },
    Popover: { defaultProps: { shadow: 'md', withinPortal: true } },
    Modal: {
      defaultProps: {
        centered: true,
        shadow: 'xl',
        overlayProps: { backgroundOpacity: 0.45 },
        removeScrollProps: keepScrollbar,
      },
      styles: {
        content: { border: '1px solid var(--ui-line)', background: 'var(--ui-surface)' },
        header: { background: 'var(--ui-surface)', padding: '1.125rem 1.25rem 0.25rem' },
        title: { fontSize: 'var(--mantine-h3-font-size)', fontWeight: 620, lineHeight: 1.35 },
        body: { padding: '0.75rem 1.25rem 1.25rem' },
      },
    },
    Avatar: { defaultProps: { color: 'brand', variant: 'light' } },
    Table: { defaultProps: { tabularNums: true } },
    Input: { defaultProps: { size: 'sm' } },
    InputWrapper: { defaultProps: { size: 'sm' } },
  },
})

/** The theme of a portal. `primaryColor` is the tenant's brand colour as `#rrggbb`; the default is Trellis' own. */
export function themeFor(brand: { primaryColor?: string | null | undefined } = {}): MantineThemeOverride {
  return {
    ...base,
    primaryColor: 'brand',
    colors: { ...base.colors, brand: shadesOf(brand.primaryColor ?? defaultBrand) },
  }
}

/** Mantine's defaults for dimmed, placeholder, error and light-variant text fail WCAG AA; these values pass. */
export const cssVariables: CSSVariablesResolver = (theme) => {
  const light: Record<string, string> = {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-placeholder': '#6b7580',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-success': '#176b41',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--mantine-color-disabled': 'var(--mantine-color-gray-1)',
    '--mantine-color-disabled-color': '#66707b',
    '--mantine-color-anchor': 'var(--mantine-color-brand-6)',
  }
  const dark: Record<string, string> = {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': '#929ca7',
    '--mantine-color-error': '#ff9d97',
    '--mantine-color-success': '#7fd6a4',
    '--mantine-color-disabled-color': '#929ca7',
    '--mantine-color-anchor': 'var(--mantine-color-brand-4)',
    '--mantine-color-default-border': 'var(--mantine-color-dark-4)',
  }
  for (const name of Object.keys(theme.colors)) {
    light[`--mantine-color-${name}-light-color`] = `var(--mantine-color-${name}-9)`
    light[`--mantine-color-${name}-text`] = `var(--mantine-color-${name}-9)`
    dark[`--mantine-color-${name}-light-color`] = `var(--mantine-color-${name}-1)`
    dark[`--mantine-color-${name}-text`] = `var(--mantine-color-${name}-3)`
  }
  light['--mantine-color-brand-light'] = 'var(--mantine-color-brand-1)'
  light['--mantine-color-brand-light-hover'] = 'var(--mantine-color-brand-2)'
  light['--mantine-color-brand-light-color'] = 'var(--mantine-color-brand-8)'
  for (const name of ['brand', 'danger']) {
    dark[`--mantine-color-${name}-light`] =
      `color-mix(in oklab, var(--mantine-color-${name}-6) 28%, var(--mantine-color-dark-7))`
    dark[`--mantine-color-${name}-light-hover`] =
      `color-mix(in oklab, var(--mantine-color-${name}-6) 38%, var(--mantine-color-dark-7))`
  }
  dark['--mantine-color-gray-light'] = 'var(--mantine-color-dark-5)'
  dark['--mantine-color-gray-light-hover'] = 'var(--mantine-color-dark-5)'
  return { variables: {}, light, dark }
}
