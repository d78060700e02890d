/** Where a device keeps its id and its lease: one text. */
export interface LicenseStorage {
  /** The stored text; null when there is none. */
  read(): Promise<string | null> | string | null
  /** Replaces the text as a whole: a crash leaves the old one or the new one. */
  write(text: string): Promise<void> | void
  /**
   * Stores the text only if there is none, and returns what is stored then. Two programs that start at once must get the
   * same text, otherwise one device gets two ids and takes two seats.
   */
  create(text: string): Promise<string> | string
}

interface WebStorage {
  getItem(name: string): string | null
  setItem(name: string, text: string): void
}
interface Browser {
  localStorage?: WebStorage
  navigator?: { locks?: { request<T>(name: string, work: () => T): Promise<T> } }
}

/** Keeps the license in `localStorage`, or in another storage of that kind. Needs a secure context (HTTPS). */
export function browserStorage(name = 'trellis-license', storage?: WebStorage): LicenseStorage {
  const { localStorage, navigator } = globalThis as unknown as Browser
  const chosen = storage ?? localStorage
  if (chosen === undefined) throw new TypeError('There is no localStorage')
  const create = (text: string) => {
    const stored = chosen.getItem(name)
    if (stored !== null) return stored
    chosen.setItem(name, text)
    return text
  }
  return {
    read: () => chosen.getItem(name),
    write: (text) => chosen.setItem(name, text),
    // Tabs are processes of their own.
    create: (text) => navigator?.locks?.request(name, () => create(text)) ?? create(text),
  }
}

/** Keeps the license until the program ends, for tests. */
export function memoryStorage(): LicenseStorage {
  const stored = new Map<string, string>()
  return browserStorage('license', {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, text) => void stored.set(name, text),
  })
}
