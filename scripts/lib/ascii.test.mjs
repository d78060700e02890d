import { SourceMap } from 'node:module'
import { expect, test } from 'vitest'
import { inAscii } from './ascii.mjs'

test('code in ASCII means the same, and its map leads to the same places', () => {
  const code = `const a="§ 5 – «€»";const b=\`\${a}’\`;const c=/[’é]/u.test("x’")\nconst d="ü";const e=d`
  // A segment at each `const`: line 1 columns 0, 20, 36 and line 2 columns 0, 12, of source lines 1 to 5.
  const map = { version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA,oBACA,gBACA;AACA,YACA' }
  const found = inAscii(code, map)
  expect(found.code).toMatch(/^[\0-\x7f]*$/)
  const values = (text) => new Function(`${text};return [a,b,c,d,e]`)()
  expect(values(found.code)).toEqual(values(code))
  const places = new SourceMap(found.map)
  const lineOf = (name) => {
    const lines = found.code.split('\n')
    const line = lines.findIndex((text) => text.includes(`const ${name}`))
    return places.findEntry(line, lines[line].indexOf(`const ${name}`)).originalLine
  }
  expect(['a', 'b', 'c', 'd', 'e'].map(lineOf)).toEqual([0, 1, 2, 3, 4])
  const before = found.code.indexOf('const b') - 1
  expect(places.findEntry(0, before).originalLine).toBe(0)
})
