// Alone in a file, because the texts of the sign-in screen need it and none of the other formats.

const numberFormats = new Map<string, Intl.NumberFormat>()

/** Cache: creating an Intl format costs a hundred times as much as using it, and a table formats every row. */
function numberFormat(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options)
  let format = numberFormats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(language, options)
    numberFormats.set(key, format)
  }
  return format
}

export function formatNumber(value: number, language: string, options: Intl.NumberFormatOptions = {}): string {
  return numberFormat(language, { useGrouping: 'always', ...options } as Intl.NumberFormatOptions).format(value)
}
