import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram, installPackages, isExecutable } from '../server/src/testing/debian.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApplications = ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium']

/** Flags for every browser start: no sandbox because the tests may run as root, and no background requests. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The path of a Chromium: CHROMIUM_PATH, an installed one, one installed now with the package manager
 * (Debian, as root), or the one of the npm package (Linux).
 */
export async function findBrowser(): Promise<string> {
  const given = process.env.CHROMIUM_PATH
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`)
  const found = given ?? onSystem() ?? installed() ?? (await fallback())
  if (found) return found
  throw new Error(
    'The end-to-end tests need Chromium and there is none. Install it (Debian, Ubuntu: apt-get install chromium) or set CHROMIUM_PATH.',
  )
}

/**
 * The path of the browser for journeys: CHROMIUM_PATH, or Chromium's headless shell, which has the same engine and no windows and
 * takes half the processor time, or else what `findBrowser` finds.
 */
export async function findHeadless(): Promise<string> {
  const found = process.env.CHROMIUM_PATH || process.env[chosen] || headlessShell() || (await findBrowser())
  // The processes of the run inherit it, so that they neither search nor install again.
  process.env[chosen] = found
  return found
}

const chosen = 'TRELLIS_E2E_BROWSER'
const shell = 'chromium-headless-shell'

const headlessShell = () =>
  findProgram([shell]) ??
  (installPackages('headless Chromium', [shell, 'fonts-liberation']) ? findProgram([shell]) : undefined)

function onSystem(): string | undefined {
  const onMac = process.platform === 'darwin' ? macApplications.map((name) => join('/Applications', name)) : []
  return findProgram(names) ?? onMac.find(isExecutable)
}

/**
 * The Chromium of the npm package, which is some months older than the others; undefined except on Linux. It is started
 * with the libraries and fonts of the system: the package's own would be those of every browser that this process starts.
 */
export async function olderBrowser(): Promise<string | undefined> {
  const before = { ...process.env }
  const path = await fromNpm()
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
  return path
}

// On Ubuntu the package only refers to a snap, so there may still be no browser.
const installed = () => (installPackages('Chromium', ['chromium', 'fonts-liberation']) ? onSystem() : undefined)

function fallback(): Promise<string | undefined> {
  process.stderr.write('Using the Chromium of @sparticuz/chromium.\n')
  return fromNpm()
}

async function fromNpm(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  // The package unpacks into TMPDIR under fixed file names, and unpacks its libraries only when it detects AWS
  // Lambda.
  const folder = fileURLToPath(new URL('../.build/chromium', import.meta.url))
  mkdirSync(folder, { recursive: true })
  const tmpdir = process.env.TMPDIR
  process.env.TMPDIR = folder
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs20.x'
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    return await chromium.executablePath()
  } finally {
    if (tmpdir === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = tmpdir
  }
}
