import { execFileSync } from 'node:child_process'
import { root } from './run.mjs'

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 }).trimEnd()

/** The changed lines of each file in the working tree compared with a base, by default the merge base with main. */
export function changedLines(base = git('merge-base', 'main', 'HEAD')) {
  const found = []
  for (const row of git('diff', '--unified=0', '--no-prefix', '--no-ext-diff', base).split('\n')) {
    const file = /^\+\+\+ (.+)$/.exec(row)?.[1]
    if (file) found.push({ file, lines: new Set() })
    const [, from, count = '1'] = /^@@ .*\+(\d+)(?:,(\d+))? @@/.exec(row) ?? []
    for (let n = 0; from && n < Number(count); n += 1) found.at(-1).lines.add(Number(from) + n)
  }
  return found.filter(({ file }) => file !== '/dev/null')
}

/** The files that differ from a base, and those that git does not track yet. */
export const changedFiles = (base = git('merge-base', 'main', 'HEAD')) =>
  [
    ...git('diff', '--name-only', '--no-ext-diff', base).split('\n'),
    ...git('ls-files', '--others', '--exclude-standard').split('\n'),
  ].filter((file) => file !== '')

/** Sources that unit or integration tests cover. Components (.tsx) are covered by journeys only; migrations are frozen. */
export const mutable = (file) =>
  /^(contract|device|client|web|server)\/.*\.(ts|sql)$/.test(file) &&
  !/\.(test|gen|d)\.ts$|\/(testing|locales|demo|migrations)\//.test(file)
