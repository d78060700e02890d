/** Parses and writes the query string in the usual form `status=pending&status=approved` instead of JSON. */

export function parseSearch(text: string): Record<string, string | string[]> {
  const parsed: Record<string, string | string[]> = {}
  const pairs = new URLSearchParams(text)
  for (const name of new Set(pairs.keys())) {
    const values = pairs.getAll(name)
    parsed[name] = values.length === 1 ? (values[0] as string) : values
  }
  return parsed
}

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) pairs.append(name, String(each))
    }
  }
  const text = pairs.toString()
  return text === '' ? '' : `?${text}`
}
