/**
 * Finds the position at which a text stops being JSON, because the messages of the browsers' JSON.parse
 * differ and may have no position.
 */
export interface JsonFault {
  /** Counted from 1, like `column`. */
  line: number
  column: number
  /** The text is valid so far, but incomplete. */
  isEnd: boolean
}

const literal = /true|false|null/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them within strings
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them within strings
const openString = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y

/** The first error position in a text; null when it is valid JSON. */
export function jsonFault(text: string): JsonFault | null {
  const at = new Scanner(text).fault()
  if (at === null) return null
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, isEnd: text.slice(at).trim() === '' }
}

class Scanner {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** The index of the first error, or null. */
  fault(): number | null {
    if (!this.#value()) return this.#at
    this.#space()
    return this.#at === this.#text.length ? null : this.#at
  }

  #space(): void {
    while (' \t\r\n'.includes(this.#text[this.#at] ?? 'end')) this.#at += 1
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const length = pattern.exec(this.#text)?.[0].length
    if (length === undefined) return false
    this.#at += length
    return true
  }

  #sign(sign: string): boolean {
    this.#space()
    if (this.#text[this.#at] !== sign) return false
    this.#at += 1
    return true
  }

  #value(): boolean {
    this.#space()
    if (this.#sign('{')) return this.#members('}', () => this.#string() && this.#sign(':') && this.#value())
    if (this.#sign('[')) return this.#members(']', () => this.#value())
    return this.#text[this.#at] === '"' ? this.#string() : this.#take(literal) || this.#take(number)
  }

  /** Reports an error inside a string at its own position, not at the start of the string. */
  #string(): boolean {
    this.#space()
    if (this.#take(string)) return true
    this.#take(openString)
    return false
  }

  #members(end: string, member: () => boolean): boolean {
    if (this.#sign(end)) return true
    do {
      if (!member()) return false
    } while (this.#sign(','))
    return this.#sign(end)
  }
}
