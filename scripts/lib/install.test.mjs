import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from './run.mjs'

/** A clone without dependencies, and an npm that fails, so that each command stops when it would install. */
const clone = mkdtempSync(join(tmpdir(), 'trellis-clone-'))
afterAll(() => rmSync(clone, { recursive: true, force: true }))
cpSync(join(root, 'scripts'), join(clone, 'scripts'), { recursive: true })
cpSync(join(root, 'package.json'), join(clone, 'package.json'))
cpSync(join(root, 'package-lock.json'), join(clone, 'package-lock.json'))
mkdirSync(join(clone, 'npm'))
writeFileSync(join(clone, 'npm/npm-cli.js'), 'console.error("npm was asked to install"); process.exit(7)')

const commands = readdirSync(join(root, 'scripts')).filter(
  (file) => !file.endsWith('.test.mjs') && /from '.\/lib\/install.mjs'/.test(read(file)),
)

function read(file) {
  return file.endsWith('.mjs') ? readFileSync(join(root, 'scripts', file), 'utf8') : ''
}

test('the two commands of the README install dependencies first', () => {
  expect(commands).toEqual(expect.arrayContaining(['start.mjs', 'test.mjs']))
})

test.each(commands)('in a clone without dependencies, %s needs none of them before it installs', async (command) => {
  const child = spawn(process.execPath, [join(clone, 'scripts', command)], {
    cwd: clone,
    env: { ...process.env, npm_execpath: join(clone, 'npm/npm-cli.js'), PORT: '0' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const [code] = await once(child, 'exit')
  expect(said).toContain('Installing dependencies (none yet)')
  expect(said).toContain('npm was asked to install')
  expect(code).toBe(7)
})
