import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram, installDaemons } from './debian.ts'

/* Podman with a storage and a network of its own: the machine's images, containers, ports and rules are neither seen nor touched. */

const run = promisify(execFile)
const maxBuffer = 1 << 26
// Without `runc`, Debian's podman takes `crun`, which refuses some older arrangements of cgroups.
const packages = ['podman', 'podman-compose', 'runc', 'netavark', 'aardvark-dns', 'iptables', 'mmdebstrap']

/** What is missing here to build and run images, as a part of a sentence; undefined when all is here. */
export function missingEngine(): string | undefined {
  if (process.getuid?.() !== 0) return 'an engine that leaves nothing behind needs root'
  const isHere = ['podman', 'podman-compose', 'mmdebstrap'].every((name) => findProgram([name]))
  if (isHere || installDaemons('podman', packages)) return undefined
  return 'podman, podman-compose and mmdebstrap are not here, and are installed only on Debian'
}

export interface Engine {
  /** Runs a command of podman and returns what it prints. */
  podman(...args: string[]): Promise<string>
  /** Brings up the composition of a folder, and returns what runs a command of podman beside its containers. */
  compose(folder: string): Promise<Engine['podman']>
  /** Where it keeps all layers. */
  store: string
  /** Ends all containers and removes all images. */
  close(): Promise<void>
}

export async function openEngine(folder: string): Promise<Engine> {
  const store = join(folder, 'store')
  const networks = join(folder, 'networks')
  for (const each of [store, networks]) await mkdir(each, { recursive: true })
  const files = /^Max open files +\d+ +(\d+)/m.exec(await readFile('/proc/self/limits', 'utf8'))?.[1] ?? 1_048_576
  const settings = [
    // By default containers want a million open files, which a machine may forbid to its root.
    ...['[containers]', `default_ulimits = ["nofile=${files}:${files}", "nproc=4096:4096"]`],
    ...['[engine]', 'events_logger = "none"', `tmp_dir = "${join(folder, 'tmp')}"`],
    ...(findProgram(['runc']) ? ['runtime = "runc"'] : []),
    ...(existsSync('/run/systemd/system') ? [] : ['cgroup_manager = "cgroupfs"']),
    ...['[network]', 'network_backend = "netavark"', `network_config_dir = "${networks}"`],
  ]
  const places = ['[storage]', 'driver = "overlay"', `graphroot = "${store}"`, `runroot = "${join(folder, 'run')}"`]
  const env = {
    ...process.env,
    CONTAINERS_CONF: join(folder, 'containers.conf'),
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
    // Their timers are systemd's.
    DISABLE_HC_SYSTEMD: 'true',
  }
  await writeFile(env.CONTAINERS_CONF, settings.join('\n'))
  await writeFile(env.CONTAINERS_STORAGE_CONF, places.join('\n'))
  // Bridges, ports, rules and names of a composition are in a network and in folders that end with this process.
  const folders = ['/run/containers', '/run/netns'].map((each) => `mkdir -p ${each}; mount -t tmpfs none ${each}`)
  const ready = ['ip link set lo up', ...folders, 'echo ready', 'exec sleep infinity'].join('; ')
  const apart = spawn('unshare', ['--net', '--mount', 'sh', '-c', ready], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(apart.stdout, 'data')
  const podman = async (...args: string[]) => (await run('podman', args, { env, maxBuffer })).stdout.trim()
  const inside = async (cwd: string, program: string, ...args: string[]) => {
    const where = ['--net', '--mount', '--target', String(apart.pid), `--wd=${cwd}`]
    return (await run('nsenter', [...where, program, ...args], { env, maxBuffer })).stdout.trim()
  }
  const composed: string[] = []
  return {
    podman,
    compose: async (at) => {
      composed.push(at)
      await inside(at, 'podman-compose', '--file', 'compose.yaml', 'up', '--detach')
      return (...args) => inside(at, 'podman', ...args)
    },
    store,
    close: async () => {
      for (const at of composed) await inside(at, 'podman-compose', 'down', '--timeout', '0').catch(() => undefined)
      await inside('/', 'podman', 'rm', '--all', '--force', '--time', '0').catch(() => undefined)
      apart.kill()
      await once(apart, 'exit')
      // The storage is a mount of its own, which the engine leaves; so are images that are looked into.
      const mounts = (await readFile('/proc/self/mounts', 'utf8')).split('\n').map((line) => line.split(' ')[1] ?? '')
      for (const mount of mounts.filter((path) => path.startsWith(`${folder}/`)).reverse()) await run('umount', [mount])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
