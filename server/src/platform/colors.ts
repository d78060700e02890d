/** Relative luminance (WCAG 2.2) of `#rrggbb`. */
function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map((part) => {
    const channel = part / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** Whether white text has at least as much contrast on this colour as black text. */
export const isDark = (hex: string): boolean => contrast(hex, '#ffffff') >= contrast(hex, '#000000')

/** Minimum contrast ratio for small text (WCAG 2.2, 1.4.3). */
export const enoughContrast = 4.5

/** The colour itself if it is readable on the background; otherwise the nearest readable shade towards black or white. */
export function readableOn(background: string, color: string): string {
  const target = isDark(background) ? 255 : 0
  for (let step = 0; step <= 20; step++) {
    const mixed = `#${channels(color)
      .map((part) => Math.round(part + ((target - part) * step) / 20))
      .map((part) => part.toString(16).padStart(2, '0'))
      .join('')}`
    if (contrast(background, mixed) >= enoughContrast) return mixed
  }
  return target === 255 ? '#ffffff' : '#000000'
}
