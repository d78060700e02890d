import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

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
  const found = given ?? onSystem() ?? installed() ?? (await fromNpm())
  if (found) return found
  throw new Error(
    'The end-to-end tests need Chromium and there is none. Install it (Debian, Ubuntu: apt-get install chromium) or set CHROMIUM_PATH.',
  )
}

function onSystem(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  const onMac = process.platform === 'darwin' ? macApplications.map((name) => join('/Applications', name)) : []
  return [...onPath, ...onMac].find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function installed(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  process.stderr.write('No Chromium found: installing it with apt-get …\n')
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'] as const,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  for (const command of [['update'], ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation']]) {
    if (spawnSync('apt-get', ['-qq', ...command], { ...options, stdio: [...options.stdio] }).status !== 0) {
      process.stderr.write('apt-get could not install it.\n')
      return undefined
    }
  }
  // On Ubuntu the package only refers to a snap, so there may still be no browser.
  return onSystem()
}

async function fromNpm(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  process.stderr.write('Using the Chromium of @sparticuz/chromium.\n')
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
