/** The decimal and group separators of a language. */
export function separatorsOf(language: string): { decimal: string; group: string } {
  const parts = new Intl.NumberFormat(language, { useGrouping: true }).formatToParts(1234567.5)
  return {
    decimal: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
    group: parts.find(({ type }) => type === 'group')?.value ?? ',',
  }
}

/**
 * Parses a number in the notation of a language: `1.234,5` in Italian, `1,234.5` in English. Returns null
 * when it is not a number. A single separator of the other kind counts as decimal unless it can only be
 * grouping: `2.5` is two and a half in Italian too, `1.234` is not.
 */
export function parseNumber(text: string, language: string): number | null {
  const { decimal, group } = separatorsOf(language)
  const bare = text.replace(/[\s\u00a0\u202f'’]/g, '').replace(/^\u2212/, '-')
  if (!/^[-+]?[\d.,]*\d[\d.,]*$/.test(bare)) return null
  const other = group === '.' ? '.' : ','
  const hasDecimal = bare.includes(decimal)
  const groups = bare.split(other)
  const isGrouped =
    groups.length > 1 &&
    groups.slice(1).every((part, index, all) => {
      const digits = index === all.length - 1 ? (part.split(decimal)[0] ?? '') : part
      return /^\d{3}$/.test(digits)
    })
  if (groups.length > 1 && !isGrouped) {
    if (hasDecimal || groups.length > 2) return null
    return finite(bare.replace(other, '.'))
  }
  if (bare.split(decimal).length > 2) return null
  return finite(groups.join('').replace(decimal, '.'))
}

function finite(text: string): number | null {
  const value = Number(text)
  return text !== '' && Number.isFinite(value) ? value : null
}

/** Rounds half away from zero to a number of decimals. */
export function roundTo(value: number, decimals: number): number {
  const rounded = Math.round(Number(`${Math.abs(value)}e${decimals}`))
  const back = Number(`${rounded}e-${decimals}`)
  return Number.isFinite(back) ? Math.sign(value) * back + 0 : value
}
