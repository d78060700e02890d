import { expect, test } from 'vitest'
import { decoded, NotUtf8, openDecoder } from './encodings.ts'

const bytes = (...of: (string | number)[]) =>
  new Uint8Array(of.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : [part])))

test('UTF-8 is read the same however it is cut into pieces', () => {
  const all = bytes('Caffè 日本 🍎')
  for (let at = 1; at < all.length; at += 1) {
    const decoder = openDecoder()
    expect(decoder.push(all.slice(0, at)) + decoder.push(all.slice(at)) + decoder.end()).toBe('Caffè 日本 🍎')
  }
})

test('Windows-1252 is read, also where a piece ends with a special character', () => {
  expect(decoded(bytes('Caf', 0xe9))).toBe('Café')
  const decoder = openDecoder()
  expect(decoder.push(bytes('Caf', 0xe9)) + decoder.push(bytes(';1')) + decoder.end()).toBe('Café;1')
})

test('UTF-16 is recognised by its byte order mark', () => {
  const text = 'sku\tCaffè'
  for (const isBig of [true, false]) {
    const view = new DataView(new ArrayBuffer(2 * text.length + 2))
    for (const [at, character] of [...`\ufeff${text}`].entries())
      view.setUint16(2 * at, character.charCodeAt(0), !isBig)
    expect(decoded(new Uint8Array(view.buffer))).toBe(text)
  }
})

test('a file that is partly UTF-8 and partly not is refused with its line', () => {
  try {
    decoded(bytes('sku\nCaffè\nCaf', 0xe9, '\n'))
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(NotUtf8)
    expect(error).toMatchObject({ line: 3 })
  }
})
