import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './run.mjs'

/** Beside what the image has: what an operator reads and deploys with, and what an installation of the packages needs. */
const besides = ['package-lock.json', 'README.md', 'CHANGELOG.md', 'LICENSE', 'docs', 'deploy']
/** Made by a machine for itself (server/dist), pictures, and the settings and secrets of an installation in this clone. */
export const isLeftOut = (path) =>
  /\/deploy\/(\.env|trellis\.env|secrets)$/.test(path) ||
  /\.(compiled|map|d\.ts)$/.test(path) ||
  /docs\/images\//.test(path)
const licence = /^(licen[cs]e|copying|notice)(\.|$|-)/i

const npm = (args, options = {}) =>
  execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1 << 27,
    ...options,
  })

/** What the Containerfile copies from a built repository, without the packages: `npm ci` installs them on the machine. */
export function filesOfImage() {
  const text = readFileSync(join(root, 'deploy/Containerfile'), 'utf8')
  return [...text.matchAll(/^COPY --from=build \/src\/(\S+) /gm)]
    .map(([, path]) => path)
    .filter((path) => path !== 'node_modules')
}

/**
 * Writes the tarball of a built version, the device kit, the client, an SBOM and their checksums into a folder. The same commit gives the same
 * bytes: names are sorted, and times, owners and rights are fixed.
 */
export function pack(target) {
  const { version, workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const name = `trellis-${version}`
  const stage = join(target, name)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(stage, { recursive: true })
  // The lock file names all workspaces, so npm wants them all, if only by their names.
  for (const path of [...filesOfImage(), ...besides, ...workspaces.map((each) => `${each}/package.json`)]) {
    mkdirSync(dirname(join(stage, path)), { recursive: true })
    cpSync(join(root, path), join(stage, path), { recursive: true, filter: (each) => !isLeftOut(each) })
  }
  writeFileSync(join(stage, 'THIRD-PARTY-NOTICES.txt'), notices())
  writeFileSync(join(stage, 'sbom.cdx.json'), sbom())
  const tar = [
    '--sort=name',
    '--mtime=@0',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
    '--format=gnu',
  ]
  execFileSync('sh', ['-c', `tar ${tar.join(' ')} -cf - ${name} | gzip -n9 > ${name}.tar.gz`], { cwd: target })
  rmSync(stage, { recursive: true })
  npm(['pack', '--workspace=device', '--workspace=client', '--pack-destination', target, '--silent'])
  const files = readdirSync(target).sort()
  const sums = files.map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(join(target, file)))
        .digest('hex')}  ${file}\n`,
  )
  writeFileSync(join(target, 'SHA256SUMS'), sums.join(''))
  return [...files, 'SHA256SUMS']
}

/** Names, licences and licence texts of everything that is delivered. */
function notices() {
  const listed = npm([
    'ls',
    '--omit=dev',
    '--all',
    '--parseable',
    '--workspace=server',
    '--workspace=web',
    '--workspace=device',
    '--workspace=client',
  ])
  const folders = [...new Set(listed.split('\n'))]
    .filter((path) => path.includes('/node_modules/') && existsSync(path))
    .sort()
  const texts = folders
    .filter((folder) => !folder.includes('/node_modules/@trellis/'))
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const files = readdirSync(folder)
        .filter((file) => licence.test(file))
        .sort()
      const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
      return `${name} ${version} (${license})\n\n${text}\n`
    })
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}

/** Without the time and the number of this document, which differ each time. */
function sbom() {
  const {
    serialNumber: _,
    metadata,
    ...rest
  } = JSON.parse(npm(['sbom', '--package-lock-only', '--omit', 'dev', '--sbom-format', 'cyclonedx']))
  const { timestamp: __, ...about } = metadata
  return `${JSON.stringify({ ...rest, metadata: about }, null, 2)}\n`
}
