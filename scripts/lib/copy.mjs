import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './run.mjs'

/** Copies the working tree to a temporary folder that links to the same dependencies. Removed when this process exits. */
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

/** Links each package separately: those of this repository must resolve to the copy. */
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
