import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actionNames } from './actions.ts'

const source = join(import.meta.dirname, '..', '..')
const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/(\.test|audit\/actions)\.ts$/.test(name))
  .map((name) => readFileSync(join(source, name), 'utf8'))

test('every action of the audit log is written in one way: record.what_happened', () => {
  for (const name of actionNames) expect(name).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/)
  expect(new Set(actionNames).size).toBe(actionNames.length)
})

test('the code records every action of the list, and no other', () => {
  const calls = texts.flatMap((text) => [...text.matchAll(/\brecord(?:All|Rows)?\(\s*tx,\s*(['`])(.+?)\1/g)])
  const recorded = new Set(calls.map(([, , name]) => name ?? ''))
  expect(recorded.size).toBeGreaterThan(40)
  const patterns = [...recorded].filter((name) => name.includes('$'))
  expect(patterns).toEqual([`order.\${status}`])
  const unknown = [...recorded].filter((name) => !name.includes('$') && !actionNames.includes(name))
  expect(unknown).toEqual([])
  const isUsed = (name: string) => texts.some((text) => text.includes(`'${name}'`))
  const ofStatus = ['order.approved', 'order.canceled', 'order.revoked']
  expect(actionNames.filter((name) => !isUsed(name) && !ofStatus.includes(name))).toEqual([])
})
