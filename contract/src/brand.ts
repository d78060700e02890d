/**
 * Contrast of a tenant's brand colours in both themes: the rule that the server enforces and the form previews
 * (rules G15).
 */

/** Least contrast of small text (WCAG 2.2, 1.4.3). */
export const enoughContrast = 4.5

/** White is the text of buttons and the ground of links in the light theme. */
const lightGround = '#ffffff'

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** Relative luminance (WCAG 2.2) of `#rrggbb`. */
function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((part) => {
    const channel = part / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio of two colours `#rrggbb`, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** Whether white text has at least as much contrast on this colour as black text. */
export const isDark = (hex: string): boolean => contrast(hex, '#ffffff') >= contrast(hex, '#000000')

/** The colour itself if it is readable on the ground; otherwise the nearest readable shade towards black or white. */
export function readableOn(ground: string, color: string): string {
  const target = isDark(ground) ? 255 : 0
  for (let step = 0; step <= 20; step++) {
    const mixed = `#${channels(color)
      .map((part) => Math.round(part + ((target - part) * step) / 20))
      .map((part) => part.toString(16).padStart(2, '0'))
      .join('')}`
    if (contrast(ground, mixed) >= enoughContrast) return mixed
  }
  return target === 255 ? '#ffffff' : '#000000'
}

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** Whether a colour can be the brand colour: white text on it, and it as text on white, are readable. */
export const fitsLightTheme = (color: string): boolean => contrast(color, lightGround) >= enoughContrast
