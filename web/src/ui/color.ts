/** Colour arithmetic in OKLCH, a colour space in which equal steps of lightness look equal for every hue. */
export interface Oklch {
  lightness: number
  chroma: number
  hue: number
}

type Rgb = [red: number, green: number, blue: number]

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
const gamma = (channel: number) => (channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055)

function rgbOf(hex: string): Rgb | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(hex)
  const full = short ? `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}` : hex
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(full)
  return match && (match.slice(1).map((part) => linear(Number.parseInt(part, 16) / 255)) as Rgb)
}

/** Returns null when the text is not a `#rgb` or `#rrggbb` colour. */
export function toOklch(hex: string): Oklch | null {
  const rgb = rgbOf(hex)
  if (!rgb) return null
  const [r, g, b] = rgb
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const c = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, c),
    hue: Math.atan2(c, a),
  }
}

function toLinear({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/**
 * The nearest colour that a screen can show. Reduces chroma and never lightness, because contrast depends on
 * lightness.
 */
export function toHex(color: Oklch): string {
  let { chroma } = color
  let rgb = toLinear(color)
  while (chroma > 0.001 && rgb.some((channel) => channel < -0.0005 || channel > 1.0005)) {
    chroma *= 0.95
    rgb = toLinear({ ...color, chroma })
  }
  const part = (channel: number) =>
    Math.round(gamma(Math.min(1, Math.max(0, channel))) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${rgb.map(part).join('')}`
}

function luminance(hex: string): number {
  const [r, g, b] = rgbOf(hex) ?? [0, 0, 0]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG contrast ratio, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Moves the lightness until the contrast with `against` is at least `ratio`, and returns the first such colour. */
export function readable(color: Oklch, against: string, ratio: number): string {
  const step = luminance(against) > 0.4 ? -0.005 : 0.005
  let { lightness } = color
  let hex = toHex(color)
  while (contrast(hex, against) < ratio && lightness > 0 && lightness < 1) {
    lightness += step
    hex = toHex({ ...color, lightness })
  }
  return hex
}
