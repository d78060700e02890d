import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram, installDaemons } from './debian.ts'

/* Podman, with a storage of its own: the machine's images and containers are neither seen nor touched. */

const run = promisify(execFile)
const maxBuffer = 1 << 26

/** What is missing here to build and run an image, as a part of a sentence; undefined when all is here. */
export function missingEngine(): string | undefined {
  if (process.getuid?.() !== 0) return 'building and running an image without traces needs root'
  if (findProgram(['podman'])) return undefined
  // Without `runc`, Debian's podman takes `crun`, which refuses some older arrangements of cgroups.
  return installDaemons('podman', ['podman', 'runc'])
    ? undefined
    : 'podman is not here, and is installed only on Debian'
}

export interface Engine {
  /** Runs a command of podman and returns what it prints. */
  podman(...args: string[]): Promise<string>
  /** Options of `build` and `run`: by default they want a million open files, which a machine may forbid to its root. */
  limits: string[]
  /** Where it keeps all layers. */
  store: string
  /** Ends all containers and removes all images. */
  close(): Promise<void>
}

export async function openEngine(folder: string): Promise<Engine> {
  const store = join(folder, 'store')
  await mkdir(store, { recursive: true })
  const own = ['--root', store, '--runroot', join(folder, 'run'), '--tmpdir', join(folder, 'tmp')]
  const plain = ['--storage-driver', 'overlay', '--events-backend', 'none']
  const runtime = findProgram(['runc']) ? ['--runtime', 'runc'] : []
  const cgroups = existsSync('/run/systemd/system') ? [] : ['--cgroup-manager', 'cgroupfs']
  const podman = async (...args: string[]) => {
    const { stdout } = await run('podman', [...own, ...plain, ...runtime, ...cgroups, ...args], { maxBuffer })
    return stdout.trim()
  }
  const files = /^Max open files +\d+ +(\d+)/m.exec(await readFile('/proc/self/limits', 'utf8'))?.[1] ?? 1_048_576
  return {
    podman,
    limits: ['--ulimit', `nofile=${files}:${files}`, '--ulimit', 'nproc=4096:4096'],
    store,
    close: async () => {
      await podman('rm', '--all', '--force', '--time', '0').catch(() => undefined)
      // The storage is a mount of its own, which the engine leaves; so are images that are looked into.
      const mounts = (await readFile('/proc/self/mounts', 'utf8')).split('\n').map((line) => line.split(' ')[1] ?? '')
      for (const mount of mounts.filter((path) => path.startsWith(`${folder}/`)).reverse()) await run('umount', [mount])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
