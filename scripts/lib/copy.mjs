import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './run.mjs'

/** The working tree in a temporary folder, with the same dependencies; removed when this process ends. */
export function copyOfTree() {
  const copy = mkdtempSync(join(tmpdir(), 'trellis-mutate-'))
  process.on('exit', () => rmSync(copy, { recursive: true, force: true, maxRetries: 3 }))
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
  for (const file of listed.toString().split('\0')) {
    if (file && existsSync(join(root, file))) cpSync(join(root, file), join(copy, file))
  }
  linkModules(root, copy)
  return copy
}

/** Each package by a link of its own, except ours: they must be those of the copy. */
function linkModules(from, to) {
  mkdirSync(join(to, 'node_modules/@trellis'), { recursive: true })
  for (const name of readdirSync(join(from, 'node_modules'))) {
    if (!name.startsWith('.') && name !== '@trellis') {
      symlinkSync(join(from, 'node_modules', name), join(to, 'node_modules', name), 'junction')
    }
  }
  for (const name of readdirSync(join(from, 'node_modules/@trellis'))) {
    symlinkSync(join(to, name), join(to, 'node_modules/@trellis', name), 'junction')
  }
}
