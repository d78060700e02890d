import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first program of these names on the PATH. */
export function findProgram(names: readonly string[]): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return onPath.find(isExecutable)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Installs packages with apt-get, as root on Debian only. False: not possible here. */
export function installPackages(name: string, packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  process.stderr.write(`No ${name} found: installing it with apt-get …\n`)
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  // Waits for another installation to end.
  const patient = ['-qq', '-o', 'DPkg::Lock::Timeout=300']
  for (const command of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    if (spawnSync('apt-get', [...patient, ...command], options).status !== 0) {
      process.stderr.write('apt-get could not install it.\n')
      return false
    }
  }
  return true
}

/** The same for packages with a daemon. False also where systemd runs: it would start the daemon. */
export const installDaemons = (name: string, packages: readonly string[]): boolean =>
  !existsSync('/run/systemd/system') && installPackages(name, packages)
