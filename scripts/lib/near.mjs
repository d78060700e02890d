import { nearestTests } from './nearest-tests.mjs'

const isTest = (file) => /\.test\.(tsx?|mjs)$/.test(file)

/** The tests that a change of these files runs first: those of them that are tests, and the nearest ones to the others. */
export const testsNear = (files) => [
  ...new Set(files.flatMap((file) => (isTest(file) ? [file] : nearestTests(file).flat()))),
]

/** The workspaces whose types a change can break: a change of the contract breaks everybody's. */
export function workspacesOf(files) {
  const names = ['contract', 'server', 'device', 'client', 'web', 'e2e', 'bench', 'docs/examples']
  if (files.some((file) => file.startsWith('contract/'))) return names
  return names.filter((name) => files.some((file) => file.startsWith(`${name}/`)))
}
